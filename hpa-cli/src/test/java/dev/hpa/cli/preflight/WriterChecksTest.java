package dev.hpa.cli.preflight;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Json;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.fleet.LiveAutoscaler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WriterChecksTest {

  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  @Test
  void noRecentWriterPasses() {
    assertEquals(
        Check.ok("writers", "status of HPAs", "no controller wrote one within 10m0s"),
        run(
            autoscalers(
                entry("a", "status", "2026-03-02T07:49:59Z"),
                entry("b", "", "2026-03-02T08:00:00Z")),
            NOW));
    assertEquals(Outcome.OK, run(List.of(), NOW).outcome());
    assertEquals(Outcome.OK, run(autoscalers(entry("a", "status", "soon")), NOW).outcome());
  }

  @Test
  void oneWriterIsAWarning() {
    String entry = entry("kube-controller-manager", "status", "2026-03-02T07:59:00Z");
    Check check = run(autoscalers(entry, entry), NOW);
    assertEquals(Outcome.WARNING, check.outcome());
    assertEquals(
        "\"kube-controller-manager\" (2, last at 2026-03-02T07:59:00Z) wrote within 10m0s",
        check.message());
  }

  @Test
  void twoWritersAreAFailure() {
    Check check =
        run(
            autoscalers(
                entry("kube-controller-manager", "status", "2026-03-02T07:59:00Z"),
                entry("hpa-controller", "status", "2026-03-02T07:59:30Z")),
            NOW);
    assertEquals(Outcome.FAILED, check.outcome());
    assertEquals(
        "several writers within 10m0s: \"kube-controller-manager\" (1, last at"
            + " 2026-03-02T07:59:00Z), \"hpa-controller\" (1, last at 2026-03-02T07:59:30Z)",
        check.message());
  }

  @Test
  void aChangeOfControllersIsNoSecondWriter() {
    List<LiveAutoscaler> switched =
        autoscalers(
            entry("kube-controller-manager", "status", "2026-03-02T07:58:00Z"),
            entry("hpa-controller", "status", "2026-03-02T07:58:30Z"));
    Check check = run(switched, NOW);
    assertEquals(Outcome.WARNING, check.outcome());
    assertEquals(
        "one after the other: \"kube-controller-manager\" (1, last at 2026-03-02T07:58:00Z),"
            + " \"hpa-controller\" (1, last at 2026-03-02T07:58:30Z) within 10m0s",
        check.message());
    assertEquals(Outcome.OK, WriterChecks.run(switched, NOW, true).outcome());
    assertEquals(
        Outcome.FAILED,
        run(switched, NOW.minusSeconds(80)).outcome(),
        "the first one was silent for 40 s only");
  }

  private static String entry(String manager, String subresource, String time) {
    return "{\"manager\":\"%s\",\"subresource\":\"%s\",\"time\":\"%s\"}"
        .formatted(manager, subresource, time);
  }

  private static List<LiveAutoscaler> autoscalers(String... entries) {
    List<LiveAutoscaler> all = new ArrayList<>();
    for (String entry : entries) {
      var json =
          Json.tree(
              "{\"apiVersion\":\"autoscaling/v2\",\"kind\":\"HorizontalPodAutoscaler\",\"metadata\":"
                  + "{\"name\":\"web\",\"managedFields\":["
                  + entry
                  + "]}}");
      all.add(new LiveAutoscaler(json, HpaVersion.V2.decode(json)));
    }
    return all;
  }

  private static Check run(List<LiveAutoscaler> autoscalers, Instant now) {
    return WriterChecks.run(autoscalers, now, false);
  }

  @Test
  void aControllerInShadowModeRunsBesideTheWriter() {
    List<LiveAutoscaler> written = autoscalers(entry("a", "status", "2026-03-02T07:55:00Z"));
    assertEquals(Outcome.WARNING, run(written, NOW).outcome());
    assertEquals(Outcome.OK, WriterChecks.run(written, NOW, true).outcome());
  }
}
