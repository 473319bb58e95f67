package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DeletionHintsTest {

  private static final String COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final NamespacedName WEB = new NamespacedName("shop", "web");
  private static final Set<String> ALL = Set.of("a", "b", "c", "broken");

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final WorkSlots slots = new WorkSlots(1);

  @AfterEach
  void close() {
    timeline.close();
  }

  private DeletionHints hints(KubernetesApi api) {
    return new DeletionHints(api, timeline, slots::releasingSlot);
  }

  /** Pods with their costs; a merge patch sets or takes away one. */
  private static final class Pods implements KubernetesApi {

    final Map<String, String> costs = new ConcurrentSkipListMap<>();

    /** The pods that were patched, in their order. */
    final List<String> patched = new CopyOnWriteArrayList<>();

    /** The pod whose response is nested too deeply. */
    String deep = "";

    /** Released by each call when it begins. */
    final Semaphore begun = new Semaphore(0);

    /** Each call takes one before it answers. */
    final Semaphore answers = new Semaphore(1_000_000);

    Pods(String... names) {
      for (String name : names) {
        costs.put(name, "");
      }
    }

    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      begun.release();
      answers.acquireUninterruptibly();
      String name = request.path().substring(request.path().lastIndexOf('/') + 1);
      if (name.equals(deep)) {
        throw new StackOverflowError("fault of a test");
      }
      if (!costs.containsKey(name)) {
        throw new KubernetesApiException(404, "NotFound", "pods \"" + name + "\" not found", null);
      }
      if (request.body() != null) {
        JsonNode metadata = Json.tree(request.body()).path("metadata");
        assertEquals("7", metadata.path("resourceVersion").asText());
        JsonNode cost = metadata.path("annotations").path(COST);
        costs.put(name, cost.isNull() ? "" : cost.asText());
        patched.add(name);
      }
      ObjectNode pod = JsonNodeFactory.instance.objectNode();
      ObjectNode metadata = pod.putObject("metadata").put("resourceVersion", "7");
      if (!costs.getOrDefault(name, "").isEmpty()) {
        metadata.putObject("annotations").put(COST, costs.get(name));
      }
      try {
        return reader.read(new ByteArrayInputStream(Json.write(pod)));
      } catch (IOException failure) {
        throw new KubernetesApiException(0, "", "unreadable", failure);
      }
    }
  }

  @Test
  void theFirstToGoIsTheCheapest() {
    Pods pods = new Pods("a", "b", "c");
    hints(pods).mark(WEB, List.of("c", "a"), ALL);
    assertEquals(Map.of("a", "-1", "b", "", "c", "-2"), pods.costs);
  }

  @Test
  void aCostOfAnotherClientIsKept() {
    Pods pods = new Pods("a", "b");
    pods.costs.put("a", "100");
    DeletionHints hints = hints(pods);
    hints.mark(WEB, List.of("a", "b"), ALL);
    hints.mark(WEB, List.of("a"), ALL);
    assertEquals(Map.of("a", "100", "b", ""), pods.costs);
  }

  @Test
  void aPodThatStayedLosesItsMark() {
    Pods pods = new Pods("a", "b", "c");
    DeletionHints hints = hints(pods);
    hints.mark(WEB, List.of("a", "b"), ALL);
    hints.mark(WEB, List.of("b", "c"), ALL);
    assertEquals(Map.of("a", "", "b", "-2", "c", "-1"), pods.costs);
  }

  @Test
  void aPodThatWentIsNotReadAgain() {
    Pods pods = new Pods("a", "b", "c");
    DeletionHints hints = hints(pods);
    hints.mark(WEB, List.of("a"), ALL);
    pods.costs.remove("a");
    pods.begun.drainPermits();
    hints.mark(WEB, List.of("b"), Set.of("b", "c"));
    assertEquals(Map.of("b", "-1", "c", ""), pods.costs);
    assertEquals(2, pods.begun.availablePermits(), "b is read and patched");
  }

  @Test
  void aDeletedPodDoesNotBlockOthers() {
    Pods pods = new Pods("b");
    hints(pods).mark(WEB, List.of("a", "b"), ALL);
    assertEquals(Map.of("b", "-1"), pods.costs);
  }

  @Test
  void anErrorOfOnePodDelaysNeitherTheOthersNorLaterScaleDowns() {
    Pods pods = new Pods("a", "b", "c");
    pods.deep = "a";
    DeletionHints hints = hints(pods);
    hints.mark(WEB, List.of("a", "b"), ALL);
    hints.mark(WEB, List.of("c"), ALL);
    assertEquals(Map.of("a", "", "b", "", "c", "-1"), pods.costs);
    assertEquals(List.of("b", "b", "c"), pods.patched);
  }

  @Test
  void podsOfADeletedAutoscalerKeepTheirCosts() {
    Pods pods = new Pods("a", "b");
    DeletionHints hints = hints(pods);
    hints.mark(WEB, List.of("a"), ALL);
    hints.forget(WEB);
    hints.mark(WEB, List.of("b"), ALL);
    assertEquals(Map.of("a", "-1", "b", "-1"), pods.costs);
  }

  private static String[] names(String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> prefix + (char) ('a' + i))
        .toArray(String[]::new);
  }

  private void take(String namespace) throws InterruptedException {
    assertTrue(slots.reserve(namespace));
    slots.take();
  }

  /** The syncs of others have the worker, and the scale-down proceeds after the longest wait. */
  @Test
  @Tag("security")
  void aSlowServerHoldsNoWorkerAndNoScaleDown() throws Exception {
    Pods pods = new Pods("a", "b");
    pods.answers.drainPermits();
    DeletionHints hints = hints(pods);
    take("shop");
    CompletableFuture<Void> marked = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          slots.work("shop", () -> hints.mark(WEB, List.of("a", "b"), ALL));
          marked.complete(null);
        });
    pods.begun.acquire();
    take("bank");
    slots.work("bank", () -> {});
    while (timeline.nextDue() == null) {
      Thread.onSpinWait();
    }
    timeline.advance(DeletionHints.LONGEST_WAIT);
    marked.get();
    pods.answers.release(1_000);
    hints.mark(new NamespacedName("shop", "api"), List.of("b"), ALL);
    assertEquals(Map.of("a", "-2", "b", "-1"), pods.costs, "what was left is not marked");
    assertEquals(List.of("a", "b"), pods.patched);
  }

  @Test
  @Tag("security")
  void namespacesTakeTurns() throws Exception {
    String[] many = names("evil-", 20);
    Pods pods = new Pods(Stream.concat(Stream.of(many), Stream.of("web")).toArray(String[]::new));
    pods.answers.drainPermits();
    DeletionHints hints = hints(pods);
    List<CompletableFuture<Void>> marks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      NamespacedName evil = new NamespacedName("evil", "hpa" + i);
      marks.add(marking(hints, evil, List.of(many)));
    }
    pods.begun.acquire();
    marks.add(marking(hints, WEB, List.of("web")));
    while (hints.waiting() < 3) {
      Thread.onSpinWait();
    }
    pods.answers.release(1_000);
    for (CompletableFuture<Void> each : marks) {
      each.get();
    }
    assertTrue(pods.patched.indexOf("web") <= 2, pods.patched::toString);
  }

  private static CompletableFuture<Void> marking(
      DeletionHints hints, NamespacedName autoscaler, List<String> pods) {
    return CompletableFuture.runAsync(
        () -> hints.mark(autoscaler, pods, ALL), Thread::startVirtualThread);
  }

  @Test
  @Tag("security")
  void aPodThatCannotBeReadDoesNotEndTheOthers() {
    Pods pods = new Pods("a");
    KubernetesApi broken =
        new KubernetesApi() {
          @Override
          public <T> T call(ApiRequest request, BodyReader<T> reader)
              throws KubernetesApiException {
            if (request.path().endsWith("/broken")) {
              throw new IllegalStateException("broken");
            }
            return pods.call(request, reader);
          }
        };
    DeletionHints hints = hints(broken);
    hints.mark(WEB, List.of("broken", "a"), ALL);
    assertEquals(Map.of("a", "-1"), pods.costs);
  }
}
