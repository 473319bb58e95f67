package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The hand-made requests of the recordings, in their order, answered by the sandbox. */
@EnabledIf("dev.hpa.sandbox.recordings.Recordings#present")
class RecordedRequestsTest {

  private final VirtualTimeline time = new VirtualTimeline(Instant.parse("2026-11-21T02:14:44Z"));

  /** Requests about what is not done here or tested elsewhere, by parts of their labels. */
  private static final List<String> NOT_SERVED = List.of("forbidden", "widget protobuf");

  /** A recording of parsed JSON does not tell that a member was given twice. */
  private static final String LOST = "duplicate field, Strict";

  /**
   * Answers that are right but say other things: our pods are not as slow or as quick, our user has
   * another name and more rights, and we explain damage differently; the age of a widget depends on
   * when it is asked for.
   */
  private static final Set<String> OTHER_WORDS =
      Set.of(
          "get scale at 0",
          "deployment after all that",
          "lease, second-precision time",
          "protobuf body that is no protobuf",
          "SelfSubjectAccessReview",
          "SelfSubjectReview",
          "delete collection",
          "widget table");

  @Test
  void writesAreAnsweredAsTheServerAnsweredThem() throws Exception {
    try (time;
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(time));
        SandboxClient client = new SandboxClient(sandbox)) {
      client.post(
          CustomResourceHttpTest.DEFINITIONS,
          CustomResourceHttpTest.WIDGETS.replace(",'default':'small'", ""));
      Replay replay = new Replay(client);
      for (JsonNode exchange : servedWrites()) {
        String label = exchange.path("label").asText();
        replay.send(exchange, OTHER_WORDS.contains(label));
        if (!label.equals("delete namespace")) {
          time.advance(Duration.ZERO);
        }
      }
      assertEquals("", replay.differences());
    }
  }

  private static List<JsonNode> servedWrites() {
    return Replay.exchanges("writes.ndjson.gz").stream()
        .filter(e -> NOT_SERVED.stream().noneMatch(e.path("label").asText()::contains))
        .filter(e -> !e.path("label").asText().equals(LOST))
        .toList();
  }

  /** Lists; what a watch sends is no exchange of two bodies. */
  @Test
  void listsAreAnsweredAsTheServerAnsweredThem() throws Exception {
    try (time;
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(time));
        SandboxClient client = new SandboxClient(sandbox)) {
      Replay replay = new Replay(client);
      List<JsonNode> lists = lists();
      createThoseOf(lists.getFirst(), client);
      for (JsonNode exchange : lists) {
        String label = exchange.path("label").asText();
        replay.send(exchange, LIST_WORDS.contains(label));
      }
      assertEquals("", replay.differences());
    }
  }

  /** The numbers of our revisions are others, and our tokens are of another make. */
  private static final Set<String> LIST_WORDS =
      Set.of("list future rv", "list future rv Exact", "list bad continue");

  private static List<JsonNode> lists() {
    return Replay.exchanges("watch.ndjson.gz").stream()
        .filter(e -> e.path("seq").asInt() == 1 && !e.has("watch"))
        .filter(e -> !e.path("path").asText().contains("watch"))
        .limit(35)
        .toList();
  }

  private static void createThoseOf(JsonNode list, SandboxClient client) {
    client.post("/api/v1/namespaces", "{'metadata':{'name':'wt'}}");
    for (JsonNode item : list.at("/respBody/items")) {
      String labels =
          item.at("/metadata/labels").isMissingNode()
              ? "{}"
              : item.at("/metadata/labels").toString();
      client.sendAs(
          item.at("/metadata/managedFields/0/manager").asText(),
          "POST",
          "/apis/autoscaling/v2/namespaces/wt/horizontalpodautoscalers",
          SandboxClient.JSON,
          SandboxClient.JSON,
          "{\"metadata\":{\"name\":%s,\"labels\":%s},\"spec\":%s}"
              .formatted(item.at("/metadata/name"), labels, item.path("spec"))
              .getBytes(StandardCharsets.UTF_8));
    }
  }
}
