package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.sandbox.server.Replay.Compared;
import dev.hpa.sandbox.server.Replay.Skipped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Replays the recorded exchanges of kube-controller-manager, and those of single requests, with the
 * sandbox. Each difference must be in the list of known differences, and each entry of the list
 * must occur.
 */
class RecordedExchangesTest {

  private final KnownDifferences meant = KnownDifferences.read("known-differences.txt");
  private final List<String> failures = new ArrayList<>();
  private final Map<String, Integer> skipped = new TreeMap<>();
  private final Map<String, Integer> equal = new TreeMap<>();
  private final Map<String, Integer> differing = new TreeMap<>();

  @Test
  void equalsTheRecordedExchanges() throws IOException {
    // The objects of others are the state that the compared ones imply.
    List<RecordedExchange> all = RecordedExchange.all();
    try (BareApiServer stage = new BareApiServer();
        Replay replay = new Replay(stage, all)) {
      for (RecordedExchange exchange :
          all.stream().filter(RecordedExchangesTest::isCompared).toList()) {
        switch (replay.replay(exchange)) {
          case Skipped skip -> skipped.merge(skip.reason(), 1, Integer::sum);
          case Compared compared -> note(exchange, compared.differences());
        }
      }
    }
    report();
    failures.addAll(meant.unused());
    assertEquals("", String.join("\n", failures));
  }

  /** Tables and OpenAPI documents are those of the sandbox, and there is no server-side apply. */
  private static boolean isCompared(RecordedExchange exchange) {
    return !exchange.file().startsWith("kubectl-")
        && !exchange.file().equals("tables")
        && !exchange.headers().getOrDefault("accept", "").contains("as=Table")
        && !exchange.path().startsWith("/openapi")
        && !exchange.headers().getOrDefault("content-type", "").contains("apply-patch");
  }

  private void note(RecordedExchange exchange, Map<String, String> differences) {
    String client = exchange.record().path("client").asText();
    (differences.isEmpty() ? equal : differing).merge(client, 1, Integer::sum);
    differences.forEach(
        (aspect, difference) -> {
          if (!meant.covers(aspect, exchange.toString())) {
            failures.add(aspect + " | " + exchange + "\n    " + difference);
          }
        });
  }

  private void report() {
    System.out.println("Recorded exchanges replayed:");
    equal.forEach(
        (client, count) ->
            System.out.printf(
                "  %5d  of %s equal, %d differ as meant%n",
                count, client, differing.getOrDefault(client, 0)));
    System.out.println("Not replayed:");
    skipped.forEach((reason, count) -> System.out.printf("  %5d  %s%n", count, reason));
  }
}
