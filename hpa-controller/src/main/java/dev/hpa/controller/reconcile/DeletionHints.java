package dev.hpa.controller.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.FairQueue;
import dev.hpa.core.DeletionOrder;
import dev.hpa.core.pods.PodReader;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Annotates the pods that a scale-down should delete first with the pod deletion cost, which
 * ReplicaSets respect. Failures are logged and do not delay the scale-down.
 *
 * <p>Costs are negative; the first pod to delete has the lowest. A pod whose cost another client
 * set is skipped. An annotated pod that still exists at the next scale-down loses the annotation
 * unless it is selected again.
 *
 * <p>A scale-down annotates {@link DeletionOrder#MAX_PODS} pods at most, and waits for {@link
 * #LONGEST_WAIT} at most; what is left then is not annotated. The calls are made by another thread,
 * in turns of the namespaces and their autoscalers, so that neither the workers nor other
 * scale-downs wait for those of many pods. Thread-safe as long as no autoscaler is reconciled
 * concurrently with itself; annotated pods are not remembered across restarts.
 */
final class DeletionHints implements PodDeletionHints {

  /** The longest wait of a scale-down, on the timeline. */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(DeletionHints.class);
  private static final String MERGE_PATCH = "application/merge-patch+json";

  private final KubernetesApi api;
  private final Timeline timeline;
  private final Consumer<Runnable> waits;
  private final Map<NamespacedName, Map<String, String>> marked = new ConcurrentHashMap<>();

  /** Guarded by itself. */
  private final FairQueue<Marking> queue = new FairQueue<>();

  /** Ends while it has nothing to do. */
  private final Executor thread =
      new ThreadPoolExecutor(
          0,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          Thread.ofVirtual().name("deletion-costs").factory());

  /**
   * @param api not used for anything else, so that its rate limit delays nothing else
   * @param waits runs what waits in a sync, and releases its worker for as long
   */
  DeletionHints(KubernetesApi api, Timeline timeline, Consumer<Runnable> waits) {
    this.api = api;
    this.timeline = timeline;
    this.waits = waits;
  }

  /** The changes of pods before a scale-down. */
  private final class Marking {
    final NamespacedName autoscaler;
    final Map<String, String> marks;
    final Deque<Runnable> changes = new ArrayDeque<>();
    final CountDownLatch ended = new CountDownLatch(1);

    Marking(NamespacedName autoscaler) {
      this.autoscaler = autoscaler;
      this.marks = marked.computeIfAbsent(autoscaler, any -> new ConcurrentHashMap<>());
    }

    /**
     * Adds a change.
     *
     * @param cost null to remove the cost of an earlier scale-down
     */
    void add(String pod, @Nullable String cost) {
      NamespacedName key = new NamespacedName(autoscaler.namespace(), pod);
      changes.add(
          () -> {
            if (set(key, marks.get(pod), cost) && cost != null) {
              marks.put(pod, cost);
            } else {
              marks.remove(pod);
            }
          });
    }

    boolean hasEnded() {
      return changes.isEmpty() || ended.getCount() == 0;
    }
  }

  @Override
  public void mark(NamespacedName autoscaler, List<String> firstToGo, Set<String> pods) {
    Marking marking = new Marking(autoscaler);
    marking.marks.keySet().retainAll(pods);
    Set<String> selected = new HashSet<>(firstToGo);
    for (String earlier : marking.marks.keySet()) {
      if (!selected.contains(earlier)) {
        marking.add(earlier, null);
      }
    }
    for (int i = 0; i < firstToGo.size(); i++) {
      marking.add(firstToGo.get(i), String.valueOf(i - firstToGo.size()));
    }
    enqueue(marking);
    waits.accept(() -> await(marking));
  }

  private void await(Marking marking) {
    try {
      timeline.await(marking.ended, LONGEST_WAIT);
    } catch (InterruptedException stopping) {
      marking.ended.countDown();
      Thread.currentThread().interrupt();
    }
  }

  private void enqueue(Marking marking) {
    synchronized (queue) {
      queue.add(marking.autoscaler, marking);
    }
    thread.execute(this::takeTurn);
  }

  private void takeTurn() {
    Marking turn;
    synchronized (queue) {
      turn = Objects.requireNonNull(queue.poll()).item();
    }
    try {
      if (!turn.hasEnded()) {
        turn.changes.remove().run();
      }
    } finally {
      if (turn.hasEnded()) {
        turn.ended.countDown();
      } else {
        enqueue(turn);
      }
    }
  }

  /** The number of autoscalers whose pods wait for the next call, besides the current one. */
  int waiting() {
    synchronized (queue) {
      return queue.size();
    }
  }

  @Override
  public void forget(NamespacedName autoscaler) {
    marked.remove(autoscaler);
  }

  /** Sets or removes a cost unless another client set one; returns whether it was written. */
  private boolean set(NamespacedName pod, @Nullable String ours, @Nullable String cost) {
    ApiRequest.Subject subject = new ApiRequest.Subject("pods", "", pod.name());
    String path = ApiRequest.pathOf("/api/v1", pod.namespace(), "pods", pod.name());
    try {
      JsonNode metadata =
          api.call(ApiRequest.get(path, Map.of(), subject), body -> Json.tree(body))
              .path("metadata");
      JsonNode found = metadata.path("annotations").path(PodReader.DELETION_COST);
      if (!found.isMissingNode() && !found.asText().equals(ours)) {
        return false;
      }
      api.call(
          ApiRequest.patch(path, subject, MERGE_PATCH, Json.write(patch(metadata, cost))),
          body -> true);
      return true;
    } catch (KubernetesApiException failure) {
      LOG.info("{}: no deletion cost set: {}", pod, failure.text());
      return false;
    } catch (RuntimeException failure) {
      LOG.warn("{}: no deletion cost set", pod, failure);
      return false;
    }
  }

  private static ObjectNode patch(JsonNode metadata, @Nullable String cost) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode changed = patch.putObject("metadata");
    changed.set("resourceVersion", metadata.path("resourceVersion"));
    changed.putObject("annotations").put(PodReader.DELETION_COST, cost);
    return patch;
  }
}
