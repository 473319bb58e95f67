package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DeletionHintsTest {

  private static final String COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final NamespacedName WEB = new NamespacedName("shop", "web");

  /** Pods with their costs; a merge patch sets or takes away one. */
  private static final class Pods implements KubernetesApi {

    final Map<String, String> costs = new TreeMap<>();

    Pods(String... names) {
      for (String name : names) {
        costs.put(name, "");
      }
    }

    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      String name = request.path().substring("/api/v1/namespaces/shop/pods/".length());
      if (!costs.containsKey(name)) {
        throw new KubernetesApiException(404, "NotFound", "pods \"" + name + "\" not found", null);
      }
      if (request.body() != null) {
        JsonNode metadata = Json.tree(request.body()).path("metadata");
        assertEquals("7", metadata.path("resourceVersion").asText());
        JsonNode cost = metadata.path("annotations").path(COST);
        costs.put(name, cost.isNull() ? "" : cost.asText());
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
    new DeletionHints(pods).mark(WEB, List.of("c", "a"));
    assertEquals(Map.of("a", "-1", "b", "", "c", "-2"), pods.costs);
  }

  @Test
  void aCostOfAnotherClientIsKept() {
    Pods pods = new Pods("a", "b");
    pods.costs.put("a", "100");
    DeletionHints hints = new DeletionHints(pods);
    hints.mark(WEB, List.of("a", "b"));
    hints.mark(WEB, List.of("a"));
    assertEquals(Map.of("a", "100", "b", ""), pods.costs);
  }

  @Test
  void aPodThatStayedLosesItsMark() {
    Pods pods = new Pods("a", "b", "c");
    DeletionHints hints = new DeletionHints(pods);
    hints.mark(WEB, List.of("a", "b"));
    hints.mark(WEB, List.of("b", "c"));
    assertEquals(Map.of("a", "", "b", "-2", "c", "-1"), pods.costs);
  }

  @Test
  void aDeletedPodDoesNotBlockOthers() {
    Pods pods = new Pods("b");
    new DeletionHints(pods).mark(WEB, List.of("a", "b"));
    assertEquals(Map.of("b", "-1"), pods.costs);
  }

  @Test
  void podsOfADeletedAutoscalerKeepTheirCosts() {
    Pods pods = new Pods("a", "b");
    DeletionHints hints = new DeletionHints(pods);
    hints.mark(WEB, List.of("a"));
    hints.forget(WEB);
    hints.mark(WEB, List.of("b"));
    assertEquals(Map.of("a", "-1", "b", "-1"), pods.costs);
  }
}
