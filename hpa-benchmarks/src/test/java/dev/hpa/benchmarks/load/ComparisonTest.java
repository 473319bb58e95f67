package dev.hpa.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.benchmarks.setup.Backlog;
import dev.hpa.benchmarks.setup.Observation;
import dev.hpa.benchmarks.setup.Population;
import dev.hpa.benchmarks.setup.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

  private static final Duration PERIOD = Duration.ofSeconds(15);

  private static Population population(Usage usage) {
    return Profile.SPREAD.population(100, 10, 20, usage, 0);
  }

  private static LoadPlan plan(Usage usage) {
    return plan(Profile.SPREAD, population(usage));
  }

  private static LoadPlan plan(Profile profile, Population population) {
    return new LoadPlan(
        profile,
        population,
        KubernetesVersion.DEFAULT,
        PERIOD,
        1,
        2,
        List.of(),
        profile == Profile.EXTERNAL,
        null,
        1);
  }

  private static PeriodFigures period(
      double second, boolean measured, @Nullable Long reconciled, double cpu, long requests) {
    List<Observation.Requests> sent =
        List.of(
            new Observation.Requests("list", "pods.metrics.k8s.io", requests - 10, 0, 4_000_000),
            new Observation.Requests(
                "update", "horizontalpodautoscalers/status", 10, 20_000, 10_000));
    return new PeriodFigures(
        second,
        measured,
        reconciled,
        allocated(reconciled),
        90,
        90,
        6,
        null,
        null,
        sent,
        cpu,
        100_000_000,
        0.5);
  }

  private static @Nullable Long allocated(@Nullable Long reconciled) {
    return reconciled == null ? null : (Long) (reconciled * 25_000);
  }

  private static Outcome outcome(
      String name, @Nullable Long reconciled, double cpu, long requests) {
    return new Outcome(
        name,
        "a command <&>",
        FirstDecisions.of(List.of(11_500L, 12_000L), 10_000, 4),
        null,
        9,
        300_000_000,
        new Lateness(0, 0.25, 1),
        null,
        new Recovery(45, 90, 12, new Lateness(0, 20, 40), reconciled == null ? null : 7.5),
        List.of(
            period(15, false, reconciled, 100, 999),
            period(30, true, reconciled, cpu, requests),
            period(45, true, reconciled, cpu, requests)));
  }

  private static Comparison comparison(Usage usage) {
    return Comparison.of(
        plan(usage),
        List.of(List.of(outcome("hpa", 100L, 0.5, 110), outcome("other", null, 2, 220))));
  }

  private static Measure measure(Comparison comparison, String name) {
    return comparison.measures().stream()
        .filter(each -> each.name().startsWith(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void excludesUnmeasuredPeriods() {
    Comparison comparison = comparison(Usage.CHANGING);
    assertEquals(List.of(0.5, 2.0), measure(comparison, "CPU per period").values());
    assertEquals(List.of(1.0, 0.25), measure(comparison, "CPU per period").ratios());
    assertEquals(List.of(110.0, 220.0), measure(comparison, "requests per period").values());
  }

  @Test
  void allocatedBytesAreThoseOfADecision() {
    assertEquals(
        Arrays.asList(25.0, null),
        measure(comparison(Usage.CHANGING), "allocated per decision").values());
  }

  @Test
  void roundsGiveMediansOfValuesAndOfRatiosWithinARound() {
    List<List<Outcome>> rounds =
        List.of(
            List.of(outcome("hpa", 100L, 0.5, 110), outcome("other", 100L, 2, 220)),
            List.of(outcome("hpa", 100L, 3, 110), outcome("other", 100L, 3, 220)),
            List.of(outcome("hpa", 100L, 1, 110), outcome("other", 100L, 2, 220)));
    Comparison comparison = Comparison.of(plan(Usage.CHANGING), rounds);
    Measure cpu = measure(comparison, "CPU per period");
    assertEquals(List.of(1.0, 2.0), cpu.values());
    assertEquals(new Measure.Spread(0.5, 3), cpu.spreads().getFirst());
    assertEquals(List.of(1.0, 0.5), cpu.ratios());
    assertEquals(new Measure.Spread(0.25, 1), cpu.ratioSpreads().getLast());
    assertTrue(
        comparison
            .text()
            .lines()
            .anyMatch(
                line ->
                    line.matches(
                        "CPU per period .* 1.00 \\(0.50-3.00\\) +2.00 \\(2.00-3.00\\) +0.50"
                            + " \\(0.25-1.00\\)")),
        comparison.text());
  }

  @Test
  void cpuAtTheFirstDecisionsIsInterpolated() {
    CpuSamples samples = new CpuSamples();
    samples.add(1_000, Duration.ofSeconds(1));
    samples.add(1_200, Duration.ofSeconds(2));
    assertEquals(1.25, samples.secondsAt(1_050));
    assertNull(samples.secondsAt(1_300));
  }

  @Test
  void countsStatusWritesWithoutMetrics() {
    Comparison comparison = comparison(Usage.CHANGING);
    assertEquals(List.of(100.0, 90.0), measure(comparison, "decisions").values());
    assertEquals(List.of(5000.0, 2e6 / 90), measure(comparison, "CPU per decision (").values());
  }

  @Test
  void textContainsRatios() {
    String text = comparison(Usage.STEADY).text();
    assertTrue(
        text.startsWith(
            "spread: 100 HPAs, 1,000 pods, 20 namespaces, steady metrics; 2 periods of 15 s,"),
        text);
    assertTrue(
        text.lines().anyMatch(line -> line.matches("CPU per period \\(s\\) +0.50 +2.00 +0.25")));
    assertTrue(text.lines().anyMatch(line -> line.matches("first decisions all \\(s\\) +- +- +-")));
    assertTrue(
        text.lines()
            .anyMatch(line -> line.matches("list pods.metrics.k8s.io +100.0 +210.0 +0.48")));
    assertTrue(text.contains("Metrics are steady, so no status is written"));
  }

  @Test
  void reportContainsEveryPeriodOfEveryContender(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("load.html");
    new LoadReport(comparison(Usage.CHANGING)).write(page);
    String html = Files.readString(page);
    String before = "<script type=\"application/json\" id=\"recording\">";
    int from = html.indexOf(before) + before.length();
    JsonNode recording = Json.tree(html.substring(from, html.indexOf("</script>", from)));
    assertEquals("1970-01-01T00:00:45Z", recording.path("end").asText());
    assertEquals("a command <&>", recording.at("/outcomes/1/command").asText());
    assertEquals(3, recording.at("/outcomes/1/periods").size());
    assertEquals(0.25, recording.at("/outcomes/0/lateness/p99").asDouble());
  }

  @Test
  void latenessIsTheTimeBeyondTheSyncPeriod() {
    List<Integer> gaps = IntStream.rangeClosed(1, 200).mapToObj(i -> 14_900 + i).toList();
    Lateness late = Lateness.of(gaps, PERIOD);
    assertEquals(0, late.p50());
    assertEquals(0.098, late.p99());
    assertEquals(0.1, late.max());
  }

  @Test
  void externalProfileCountsAutoscalersWithMissingMetrics() {
    Population external = Profile.EXTERNAL.population(100, 10, 20, Usage.CHANGING, 4);
    LoadPlan plan = plan(Profile.EXTERNAL, external);
    Comparison comparison = Comparison.of(plan, List.of(List.of(outcome("one", 100L, 0.5, 110))));
    assertEquals(List.of(6.0), measure(comparison, "missing a metric").values());
    assertTrue(
        comparison(Usage.CHANGING).measures().stream()
            .noneMatch(each -> each.name().startsWith("missing a metric")));
  }

  @Test
  void externalProfileMeasuresRecoveryFromOverload() {
    Population external = Profile.EXTERNAL.population(100, 10, 20, Usage.CHANGING, 4);
    LoadPlan plan = plan(Profile.EXTERNAL, external);
    Comparison comparison =
        Comparison.of(
            plan, List.of(List.of(outcome("one", 100L, 0.5, 110), outcome("other", null, 2, 220))));
    assertEquals(Arrays.asList(7.5, null), measure(comparison, "recovery after overload").values());
    assertEquals(List.of(40.0, 40.0), measure(comparison, "lateness max since overload").values());
    assertEquals(
        List.of(12.0, 12.0), measure(comparison, "decisions per overload period").values());
    assertTrue(comparison.text().contains("each query of an External metric takes 5 s"));
    assertTrue(
        comparison(Usage.CHANGING).measures().stream()
            .noneMatch(each -> each.name().contains("overload")));
  }

  @Test
  void recoveryEndsWithTheLastLateStatus() {
    long end = 1_000_000;
    assertEquals(0, Recovery.seconds(new Backlog(0, null), end));
    assertEquals(6.5, Recovery.seconds(new Backlog(0, end + 6_500), end));
    assertNull(Recovery.seconds(new Backlog(1, end + 6_500), end));
  }

  @Test
  void everyTwentiethAutoscalerUsesTheHungSource() {
    Population hang = Profile.HANG.population(100, 10, 20, Usage.CHANGING, 0);
    assertEquals(20, hang.hungEvery());
    assertEquals(0, population(Usage.CHANGING).hungEvery());
    assertEquals(1000, hang.pods());
  }

  @Test
  void firstDecisionsAreKnownAsFarAsTheyWereMade() {
    FirstDecisions half = FirstDecisions.of(List.of(11_500L, 12_000L), 10_000, 4);
    assertEquals(new FirstDecisions(1.5, 2.0, null, null), half);
    FirstDecisions whole =
        FirstDecisions.of(List.of(11_500L, 12_000L, 12_100L, 13_000L), 10_000, 4);
    assertEquals(new FirstDecisions(1.5, 2.0, 3.0, 3.0), whole);
    assertEquals(
        new FirstDecisions(null, null, null, null), FirstDecisions.of(List.of(), 10_000, 4));
  }
}
