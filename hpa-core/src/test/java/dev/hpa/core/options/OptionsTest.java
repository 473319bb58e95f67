package dev.hpa.core.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {

  private static final Instant UNTIL = Instant.parse("2026-12-01T06:00:00Z");

  private static Options paused(String until) {
    return OptionsReader.UNRESTRICTED.read(
        Map.of("hpa.dev/mode", "Paused", "hpa.dev/mode-until", until), Map.of());
  }

  @Test
  void theModeEndsAtModeUntil() {
    Options options = paused("2026-12-01T06:00:00Z");
    assertEquals(Mode.PAUSED, options.modeAt(UNTIL.minusNanos(1)));
    assertEquals(Mode.ACTIVE, options.modeAt(UNTIL));
    assertEquals(Mode.ACTIVE, options.modeAt(UNTIL.plusSeconds(1)));
    assertEquals(List.of(), options.problemsAt(UNTIL.minusNanos(1)));
    assertFalse(options.isEmpty());
  }

  @Test
  void optionsAreEqualByValuesAndProblems() {
    Options options = paused("2026-12-01T06:00:00Z");
    assertEquals(options, paused("2026-12-01T06:00:00Z"));
    assertEquals(options.hashCode(), paused("2026-12-01T06:00:00Z").hashCode());
    assertNotEquals(options.hashCode(), Options.NONE.hashCode());
    assertNotEquals(options, paused("2026-12-01T07:00:00Z"));
    assertNotEquals(options, Options.NONE);
    assertNotEquals(options, new Object());
    Options broken = OptionsReader.UNRESTRICTED.read(Map.of("hpa.dev/mode", "?"), Map.of());
    assertNotEquals(Options.NONE, broken);
    assertTrue(broken.toString().contains("hpa.dev/mode"), broken.toString());
  }

  @Test
  void onlyWatermarksAreRemovedWithWatermarks() {
    Options options =
        OptionsReader.UNRESTRICTED.read(
            Map.of("hpa.dev/watermark.cpu", "40-80", "hpa.dev/rollout", "Compensate"), Map.of());
    Options without = options.withoutThoseOfMetrics();
    assertEquals(Map.of(), without.watermarks());
    assertTrue(without.compensatesRollouts());
  }

  @Test
  void problemsAreLimited() {
    String longest = "x".repeat(1_000);
    assertEquals(List.of(longest), Options.bounded(List.of(longest)));
    assertEquals(List.of(longest + "…"), Options.bounded(List.of(longest + "y")));
    List<String> most = Collections.nCopies(20, "p");
    assertEquals(most, Options.bounded(most));
    List<String> bounded = Options.bounded(Collections.nCopies(22, "p"));
    assertEquals(21, bounded.size());
    assertEquals("and 2 more problems", bounded.getLast());
  }

  @Test
  void aModeThatHasEndedIsReported() {
    assertEquals(
        List.of(
            "annotation \"hpa.dev/mode-until\": \"2026-12-01T07:00:00+01:00\" has passed, so that"
                + " the mode is Active; remove it and \"hpa.dev/mode\""),
        paused("2026-12-01T07:00:00+01:00").problemsAt(UNTIL));
  }

  @Test
  void aModeThatHasEndedIsNamedByItsOrigin() {
    Map<String, String> annotations =
        Map.of("hpa.dev/mode", "DryRun", "hpa.dev/mode-until", "2026-12-01T06:00:00Z");
    assertEquals(
        List.of(
            "annotation \"hpa.dev/mode-until\" of the namespace: \"2026-12-01T06:00:00Z\" has"
                + " passed, so that the mode is Active; remove it and \"hpa.dev/mode\""),
        OptionsReader.UNRESTRICTED.read(Map.of(), annotations).problemsAt(UNTIL));
    OptionsReader reader =
        new OptionsReader(
            Map.of(
                new OptionName(OptionKey.MODE),
                "DryRun",
                new OptionName(OptionKey.MODE_UNTIL),
                "2026-12-01T06:00:00Z"),
            Set.of());
    assertEquals(
        List.of(
            "default option \"mode-until\": \"2026-12-01T06:00:00Z\" has passed, so that the mode is"
                + " Active; remove it and \"hpa.dev/mode\""),
        reader.read(Map.of(), Map.of()).problemsAt(UNTIL));
  }

  @Test
  void otherProblemsAreReportedBeforeIt() {
    Options options =
        OptionsReader.UNRESTRICTED.read(
            Map.of(
                "hpa.dev/mode", "Paused",
                "hpa.dev/mode-until", "2026-12-01T06:00:00Z",
                "hpa.dev/typo", "x"),
            Map.of());
    assertEquals(options.problems(), options.problemsAt(UNTIL.minusSeconds(1)));
    assertEquals(2, options.problemsAt(UNTIL).size());
    assertEquals(options.problems().getFirst(), options.problemsAt(UNTIL).getFirst());
  }

  @Test
  void aModeWithoutAnEndStays() {
    Options options =
        OptionsReader.UNRESTRICTED.read(Map.of("hpa.dev/mode", "ScaleUpOnly"), Map.of());
    assertEquals(Mode.SCALE_UP_ONLY, options.modeAt(Instant.MAX));
    assertEquals(List.of(), options.problemsAt(Instant.MAX));
    assertEquals(Mode.ACTIVE, Options.NONE.modeAt(Instant.MAX));
    assertEquals(List.of(), Options.NONE.problemsAt(Instant.MAX));
  }

  @ParameterizedTest
  @CsvSource({
    "STATIC, 12, 5, 12",
    "STATIC, 12, 20, 12",
    "STATIC, 12, 0, 12",
    "CURRENT_REPLICAS, , 5, 5",
    "CURRENT_REPLICAS, , 0, 0",
    "CURRENT_REPLICAS_IF_HIGHER, 12, 5, 12",
    "CURRENT_REPLICAS_IF_HIGHER, 12, 20, 20",
    "CURRENT_REPLICAS_IF_HIGHER, 12, 1, 12",
    "CURRENT_REPLICAS_IF_HIGHER, 12, 0, 0",
    "CURRENT_REPLICAS_IF_LOWER, 12, 5, 5",
    "CURRENT_REPLICAS_IF_LOWER, 12, 20, 12",
    "CURRENT_REPLICAS_IF_LOWER, 12, 0, 0"
  })
  void eachStrategyProposes(
      Fallback.Strategy strategy, Integer replicas, int current, int proposal) {
    assertEquals(proposal, new Fallback(strategy, replicas, Duration.ZERO).proposal(current));
  }

  @Test
  void aFallbackIsNamedByStrategyAndReplicas() {
    assertEquals("Static 12", new Fallback(Fallback.Strategy.STATIC, 12, Duration.ZERO).toString());
    assertEquals(
        "CurrentReplicas",
        new Fallback(Fallback.Strategy.CURRENT_REPLICAS, null, Duration.ZERO).toString());
  }
}
