package dev.hpa.controller.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.core.HpaEvent;
import dev.hpa.kube.client.OutageLog;
import dev.hpa.spi.ApiRequest;
import dev.hpa.vectors.Vectors;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Sequences of events with every request that the recorder of Kubernetes v1.36.2 made of them. */
@Tag("security")
class RecordedEventsTest {

  /** Enough to see what happens once in a thousand times. */
  private static final int RUNS = 10_000;

  /** An outcome with this share of ours is seen in 30 runs of the recorded one all but surely. */
  private static final double COMMON = 0.3;

  @Test
  void everyRequestIsTheRecordedOne() throws Exception {
    for (JsonNode sequence : recorded()) {
      int runs = sequence.path("chance").asBoolean() ? 100 : 1;
      Map<String, Integer> others = new TreeMap<>();
      for (int seed = 0; seed < runs; seed++) {
        Replay replay = new Replay(sequence, seed);
        for (JsonNode step : sequence.path("steps")) {
          JsonNode outcome = replay.outcomeOf(step);
          List<JsonNode> possible = possible(step);
          if (!possible.contains(outcome)) {
            assertTrue(
                possible.size() > 1,
                () -> replay.place() + "\nexpected " + possible + "\nobserved " + outcome);
            others.merge(replay.place() + ": " + outcome, 1, Integer::sum);
          }
        }
      }
      others.values().removeIf(times -> times < COMMON * runs);
      assertEquals(Map.of(), others, "not among those of 30 recorded runs");
    }
  }

  @Test
  void randomOutcomesAreAmongTheRecordedOnes() throws Exception {
    for (JsonNode sequence : recorded()) {
      if (sequence.path("chance").asBoolean()) {
        List<Set<JsonNode>> missing = new ArrayList<>();
        sequence.path("steps").forEach(step -> missing.add(new HashSet<>(possible(step))));
        for (int seed = 0; seed < RUNS && !missing.stream().allMatch(Set::isEmpty); seed++) {
          Replay replay = new Replay(sequence, seed);
          for (JsonNode step : sequence.path("steps")) {
            JsonNode outcome = replay.outcomeOf(step);
            missing.get(replay.step).remove(outcome);
          }
        }
        assertEquals(
            List.of(),
            missing.stream().flatMap(Set::stream).toList(),
            sequence.path("name").asText());
      }
    }
  }

  private static List<JsonNode> recorded() {
    try (Stream<String> lines = Vectors.configured().lines("misc/events.ndjson")) {
      return lines.map(line -> Json.tree(line)).toList();
    }
  }

  private static List<JsonNode> possible(JsonNode step) {
    return step.has("outcome")
        ? List.of(step.path("outcome"))
        : step.path("outcomes").valueStream().toList();
  }

  /** Replays the steps of a sequence to one recorder and checks the recorded result of each. */
  private static final class Replay {

    private final JsonNode sequence;
    private final Instant start;
    private final FakeApi server = new FakeApi();
    private final EventCorrelator correlator;
    private final EventWriter writer;
    private final Map<String, Integer> stepOfName = new HashMap<>();
    private int step = -1;
    private int revision;

    Replay(JsonNode sequence, int seed) {
      this.sequence = sequence;
      this.start = Instant.parse(sequence.path("start").asText());
      Random random = new Random(seed);
      this.correlator = new EventCorrelator(random);
      this.writer =
          new EventWriter(
              server,
              pause -> {},
              random,
              new OutageLog(
                  LoggerFactory.getLogger(EventWriter.class), "events", () -> Instant.EPOCH));
    }

    String place() {
      return sequence.path("name").asText() + ", step " + step;
    }

    JsonNode outcomeOf(JsonNode recorded) throws InterruptedException {
      step++;
      Optional<HpaEvent.Type> type =
          Arrays.stream(HpaEvent.Type.values())
              .filter(each -> each.text().equals(recorded.path("type").asText()))
              .findAny();
      if (type.isEmpty()) {
        return skipped();
      }
      Instant now = start.plus(Duration.ofNanos(recorded.path("at").asLong() * 1000));
      EventOccurrence occurrence =
          new EventOccurrence(
              reference(sequence.path("objects").path(recorded.path("object").asText())),
              recorded.path("component").asText(),
              new HpaEvent(
                  type.get(), recorded.path("reason").asText(), recorded.path("message").asText()),
              now);
      Optional<EventObject> event = correlator.correlate(occurrence, now);
      return event.isEmpty() ? skipped() : sent(event.get(), recorded.path("answer").asText());
    }

    private static JsonNode skipped() {
      return JsonNodeFactory.instance.objectNode().put("result", "skipped");
    }

    private static ObjectReference reference(JsonNode object) {
      return new ObjectReference(
          object.path("kind").asText(),
          object.path("namespace").asText(),
          object.path("name").asText(),
          object.path("uid").asText(),
          object.path("apiVersion").asText(),
          object.path("resourceVersion").asText(),
          object.path("fieldPath").asText());
    }

    private JsonNode sent(EventObject event, String answer) throws InterruptedException {
      int target = stepOfName.computeIfAbsent(event.name(), name -> step);
      ArrayNode calls = JsonNodeFactory.instance.arrayNode();
      server.answer(
          request -> {
            String failure = failure(answer, request, calls.size());
            calls.add(call(request, target, failure));
            return switch (failure) {
              case "" -> FakeApi.FINE;
              case "transport" -> FakeApi.NO_ANSWER;
              default -> Integer.parseInt(failure);
            };
          });
      boolean isWritten = writer.write(event);
      if (isWritten) {
        correlator.accepted(event);
      }
      String verb = calls.path(calls.size() - 1).path("verb").asText();
      JsonNode whole = event.whole();
      ObjectNode outcome = JsonNodeFactory.instance.objectNode();
      outcome.put("result", isWritten ? verb + (verb.endsWith("e") ? "d" : "ed") : "lost");
      outcome.put("target", target).put("count", event.count());
      outcome.set("message", whole.path("message"));
      outcome.set("firstTimestamp", whole.path("firstTimestamp"));
      outcome.set("lastTimestamp", whole.path("lastTimestamp"));
      outcome.set("calls", calls);
      String object = event.latest().about().name();
      outcome.put("nameForm", event.name().startsWith(object + ".") ? "object.hex" : "random");
      return outcome;
    }

    private static String failure(String answer, ApiRequest request, int before) {
      return switch (answer) {
        case "404-on-patch" -> request.method().equals("PATCH") ? "404" : "";
        case "transport-twice" -> before < 2 ? "transport" : "";
        case "transport-always" -> "transport";
        default -> answer;
      };
    }

    private JsonNode call(ApiRequest request, int target, String failure) {
      ObjectNode body = (ObjectNode) Json.tree(text(request));
      if (request.method().equals("POST")) {
        ((ObjectNode) body.path("metadata")).remove("name");
      }
      ObjectNode call = JsonNodeFactory.instance.objectNode();
      call.put("verb", request.method().equals("POST") ? "create" : "patch").put("target", target);
      call.set("body", body);
      if (failure.isEmpty()) {
        revision++;
        call.put("resourceVersion", Integer.toString(revision));
      } else {
        call.put("answer", failure);
      }
      return call;
    }

    private static String text(ApiRequest request) {
      return new String(Objects.requireNonNull(request.body()), StandardCharsets.UTF_8);
    }
  }
}
