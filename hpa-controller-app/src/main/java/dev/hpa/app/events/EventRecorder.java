package dev.hpa.app.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cluster.HttpKubernetesApi;
import dev.hpa.app.controller.EventSink;
import dev.hpa.core.HpaEvent;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events to the API server from a thread of its own. An event that repeats an earlier one
 * raises that one's count. Per autoscaler and type 25 events may come at once and one more every
 * five minutes; what exceeds that is dropped. A full queue drops too: a decision never waits for an
 * event.
 */
public final class EventRecorder implements EventSink, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String COMPONENT = "horizontal-pod-autoscaler";
  private static final int QUEUE = 1000;
  private static final int REMEMBERED = 4096;
  private static final int BURST = 25;
  private static final Duration REFILL = Duration.ofMinutes(5);

  private final HttpKubernetesApi api;
  private final Timeline timeline;
  private final BlockingQueue<Pending> queue = new ArrayBlockingQueue<>(QUEUE);
  private final Map<Key, Written> written = new Recent<>();
  private final Map<Budget, Tokens> budgets = new Recent<>();
  private final Thread thread;
  private long lastNameNanos;

  public EventRecorder(HttpKubernetesApi api, Timeline timeline) {
    this.api = api;
    this.timeline = timeline;
    this.thread = Thread.ofVirtual().name("events").start(this::run);
  }

  private record Pending(ObjectMeta about, HpaEvent event, Instant at) {}

  /** Comes after the last event. */
  private static final Pending END =
      new Pending(ObjectMeta.EMPTY, new HpaEvent(HpaEvent.Type.NORMAL, "", ""), Timestamps.ZERO);

  private record Key(String uid, String namespace, String name, HpaEvent event) {}

  private record Budget(String uid, String namespace, String name, HpaEvent.Type type) {}

  /**
   * @param name of the event object
   */
  private record Written(String name, Instant first, int count) {}

  private record Tokens(double left, Instant at) {}

  private static final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    Recent() {
      super(64, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > REMEMBERED;
    }
  }

  @Override
  public void accept(HorizontalPodAutoscaler hpa, HpaEvent event) {
    if (!queue.offer(new Pending(hpa.metadata(), event, timeline.now()))) {
      LOG.error("too many events; dropped {} about {}", event.reason(), hpa.metadata().name());
    }
  }

  private void run() {
    try {
      for (Pending next = queue.take(); !next.equals(END); next = queue.take()) {
        write(next);
      }
    } catch (InterruptedException stopping) {
      LOG.debug("{} events not written", queue.size());
    }
  }

  private void write(Pending pending) {
    ObjectMeta about = pending.about();
    String namespace = String.valueOf(about.namespace());
    String uid = about.uid() == null ? "" : about.uid();
    Key key = new Key(uid, namespace, about.nameOrEmpty(), pending.event());
    Written known = written.get(key);
    Written next =
        known == null
            ? new Written(name(pending), pending.at(), 1)
            : new Written(known.name(), known.first(), known.count() + 1);
    written.put(key, next);
    if (!spend(
        new Budget(uid, namespace, about.nameOrEmpty(), pending.event().type()), pending.at())) {
      return;
    }
    try {
      if (known == null || !raise(namespace, next, pending)) {
        create(namespace, next, pending);
      }
    } catch (KubernetesApiException failure) {
      LOG.warn(
          "event {} about {} not written: {}",
          pending.event().reason(),
          about.name(),
          failure.text());
    }
  }

  /** The time in the name tells events apart; two of one moment get neighbouring times. */
  private String name(Pending pending) {
    long nanos = ChronoUnit.NANOS.between(Instant.EPOCH, pending.at());
    lastNameNanos = Math.max(lastNameNanos + 1, nanos);
    return pending.about().nameOrEmpty() + "." + Long.toHexString(lastNameNanos);
  }

  private boolean spend(Budget budget, Instant now) {
    Tokens known = budgets.getOrDefault(budget, new Tokens(BURST, now));
    double refilled = (double) Duration.between(known.at(), now).toMillis() / REFILL.toMillis();
    double left = Math.min(BURST, known.left() + refilled);
    boolean enough = left >= 1;
    budgets.put(budget, new Tokens(enough ? left - 1 : left, now));
    return enough;
  }

  private void create(String namespace, Written event, Pending pending)
      throws KubernetesApiException {
    ApiRequest request =
        ApiRequest.post(
            "/api/v1/namespaces/" + ApiRequest.segment(namespace) + "/events",
            new ApiRequest.Subject("events", "", ""),
            Json.write(body(namespace, event, pending)));
    api.call(request, JSON::readTree);
  }

  /** False when the event object is gone, as it is some time after its last change. */
  private boolean raise(String namespace, Written event, Pending pending)
      throws KubernetesApiException {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.put("count", event.count());
    patch.put("lastTimestamp", Timestamps.format(pending.at()));
    ApiRequest request =
        ApiRequest.patch(
            "/api/v1/namespaces/"
                + ApiRequest.segment(namespace)
                + "/events/"
                + ApiRequest.segment(event.name()),
            new ApiRequest.Subject("events", "", event.name()),
            "application/strategic-merge-patch+json",
            Json.write(patch));
    try {
      api.call(request, JSON::readTree);
      return true;
    } catch (KubernetesApiException failure) {
      if (failure.code() == 404) {
        return false;
      }
      throw failure;
    }
  }

  private static JsonNode body(String namespace, Written event, Pending pending) {
    ObjectMeta about = pending.about();
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("kind", "Event").put("apiVersion", "v1");
    body.putObject("metadata").put("name", event.name()).put("namespace", namespace);
    ObjectNode object = body.putObject("involvedObject");
    object.put("kind", HorizontalPodAutoscaler.KIND).put("namespace", namespace);
    object.put("name", about.name());
    putIfSet(object, "uid", about.uid());
    object.put("apiVersion", HorizontalPodAutoscaler.API_VERSION);
    putIfSet(object, "resourceVersion", about.resourceVersion());
    body.put("reason", pending.event().reason()).put("message", pending.event().message());
    body.putObject("source").put("component", COMPONENT);
    body.put("firstTimestamp", Timestamps.format(event.first()));
    body.put("lastTimestamp", Timestamps.format(pending.at()));
    body.put("count", event.count()).put("type", pending.event().type().text());
    body.putNull("eventTime").put("reportingComponent", COMPONENT).put("reportingInstance", "");
    return body;
  }

  private static void putIfSet(ObjectNode node, String field, @Nullable String value) {
    if (value != null) {
      node.put(field, value);
    }
  }

  /** Writes what is queued, then stops; what the server does not take within a moment is lost. */
  @Override
  public void close() {
    try {
      if (!queue.offer(END) || !thread.join(Duration.ofSeconds(2))) {
        thread.interrupt();
      }
    } catch (InterruptedException stopping) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
