package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.controller.options.OptionSettings;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/**
 * The charts of {@code docs/options.md} show what happens in the sandbox with and without options.
 */
class OptionStoriesTest {

  private static final Path PAGE =
      Path.of(System.getProperty("hpa.root", ".")).resolve("docs/options.md");
  private static final String REWRITE = "hpa.docs.rewrite";
  private static final int BAR = 24;
  private static final String CHART = "```\ntime   without options";
  private static final String STALE =
      "docs/options.md is stale; regenerate it with: mvn -pl hpa-controller -am"
          + " -Dtest=OptionStoriesTest -Dsurefire.failIfNoSpecifiedTests=false -D"
          + REWRITE
          + "=true test";

  /** A step of a story: a row of its chart, preceded by what changes then. */
  private record Step(String change, Action action, Duration length) {

    static Step wait(int seconds) {
      return new Step("", cluster -> {}, Duration.ofSeconds(seconds));
    }
  }

  /** A change of a cluster. */
  private interface Action {
    void on(OptionsCluster cluster) throws Exception;
  }

  /** Opens a cluster. */
  private interface Start {
    OptionsCluster open() throws Exception;
  }

  /** The replicas after each step. */
  private static List<Integer> replicas(
      Start start, List<Step> steps, ToIntFunction<OptionsCluster> count) throws Exception {
    try (OptionsCluster cluster = start.open()) {
      List<Integer> counts = new ArrayList<>(List.of(count.applyAsInt(cluster)));
      for (Step step : steps) {
        step.action().on(cluster);
        cluster.run(step.length());
        counts.add(count.applyAsInt(cluster));
      }
      return counts;
    }
  }

  private static List<Step> steps(Step first, int more, int seconds) {
    List<Step> steps = new ArrayList<>(List.of(first));
    for (int i = 0; i < more; i++) {
      steps.add(Step.wait(seconds));
    }
    return steps;
  }

  /** A chart with the replicas without the option beside those with it. */
  private static String chart(
      String option, List<Step> steps, List<Integer> upstream, List<Integer> own) {
    int most = 1;
    for (int i = 0; i < own.size(); i++) {
      most = Math.max(most, Math.max(upstream.get(i), own.get(i)));
    }
    StringBuilder out = new StringBuilder("```\n");
    out.append("time   %-30s %s%n".formatted("without options", option));
    Duration time = Duration.ZERO;
    for (int i = 0; i < own.size(); i++) {
      String row =
          "%2d:%02d  %-30s %s"
              .formatted(
                  time.toMinutes(),
                  time.toSecondsPart(),
                  bar(upstream.get(i), most),
                  bar(own.get(i), most));
      out.append(row.stripTrailing()).append('\n');
      if (i < steps.size()) {
        Step next = steps.get(i);
        out.append(next.change().isEmpty() ? "" : "       -- " + next.change() + " --\n");
        time = time.plus(next.length());
      }
    }
    return out.append("```\n").toString();
  }

  private static String bar(int value, int most) {
    return "%4d %s".formatted(value, "#".repeat(Math.ceilDiv(value * BAR, most)));
  }

  private static String outage() throws Exception {
    List<Step> steps =
        steps(
            new Step(
                "every answer becomes 0",
                cluster -> OutageGuardLoopTest.answers(cluster, "0"),
                Duration.ofMinutes(1)),
            2,
            60);
    steps.add(
        new Step(
            "the answers are right again",
            cluster -> OutageGuardLoopTest.answers(cluster, "60"),
            Duration.ofMinutes(1)));
    return chart(
        "--outage-guard=50%",
        steps,
        replicas(
            () -> OutageGuardLoopTest.cluster(OptionSettings.DEFAULTS),
            steps,
            OutageGuardLoopTest::total),
        replicas(
            () -> OutageGuardLoopTest.cluster(OutageGuardLoopTest.guard(0.5)),
            steps,
            OutageGuardLoopTest::total));
  }

  private static OptionsCluster queue(String... options) throws Exception {
    OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS);
    cluster.metric("external/namespaces/default/queue", "60");
    cluster.deployment("web", 6, 0);
    cluster.autoscaler(
        "web",
        "Deployment/web",
        "{type: External, external: {metric: {name: queue}, target: {type: AverageValue,"
            + " averageValue: 10}}}",
        options);
    cluster.run(Duration.ofMinutes(1));
    return cluster;
  }

  private static String fallback() throws Exception {
    List<Step> steps =
        steps(
            new Step(
                "the metrics API answers 503",
                cluster ->
                    cluster
                        .sandbox
                        .faults()
                        .add(Fault.parse("error:code=503,path=/apis/external.metrics.k8s.io/**")),
                Duration.ofMinutes(1)),
            4,
            60);
    steps.add(
        new Step(
            "the metrics API recovers",
            cluster -> cluster.sandbox.faults().clear(),
            Duration.ofMinutes(2)));
    return chart(
        "fallback-replicas=9, fallback-after=150s",
        steps,
        replicas(OptionStoriesTest::queue, steps, cluster -> cluster.replicas("web")),
        replicas(
            () -> queue("fallback-replicas", "9", "fallback-after", "150s"),
            steps,
            cluster -> cluster.replicas("web")));
  }

  private static OptionsCluster busy(String... options) throws Exception {
    OptionsCluster cluster = RolloutLoopTest.slow();
    RolloutLoopTest.startBusy(cluster, options);
    return cluster;
  }

  private static String rollout() throws Exception {
    List<Step> steps =
        steps(
            new Step(
                "a rollout begins",
                cluster -> RolloutLoopTest.rollOut(cluster, ResourceTypes.DEPLOYMENTS, "13"),
                Duration.ofSeconds(30)),
            2,
            30);
    return chart(
        "rollout=Compensate",
        steps,
        replicas(OptionStoriesTest::busy, steps, cluster -> cluster.replicas("web")),
        replicas(() -> busy("rollout", "Compensate"), steps, cluster -> cluster.replicas("web")));
  }

  private static OptionsCluster shared(String... options) throws Exception {
    OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS);
    OwnerSelectionLoopTest.serveJobs(cluster);
    cluster.deployment("web", 4, 40);
    cluster.autoscaler("web", "web", options);
    cluster.run(Duration.ofMinutes(1));
    return cluster;
  }

  private static String job() throws Exception {
    List<Step> steps =
        steps(
            new Step(
                "a Job starts 2 pods with the same labels",
                OwnerSelectionLoopTest::job,
                Duration.ofMinutes(1)),
            2,
            60);
    return chart(
        "selection-strategy=OwnerReference",
        steps,
        replicas(OptionStoriesTest::shared, steps, cluster -> cluster.replicas("web")),
        replicas(
            () -> shared("selection-strategy", "OwnerReference"),
            steps,
            cluster -> cluster.replicas("web")));
  }

  private static OptionsCluster web(String... options) throws Exception {
    OptionsCluster cluster = new OptionsCluster(OptionSettings.DEFAULTS);
    cluster.deployment("web", 5, 50);
    cluster.autoscaler("web", "web", options);
    cluster.run(Duration.ofMinutes(1));
    return cluster;
  }

  private static Step demand(int hits, int seconds) {
    return new Step(
        "the demand becomes " + hits,
        cluster -> cluster.hits("web", hits),
        Duration.ofSeconds(seconds));
  }

  private static String schedule() throws Exception {
    List<Step> steps = steps(Step.wait(30), 3, 30);
    steps.add(demand(400, 30));
    steps.addAll(List.of(Step.wait(30), demand(50, 30), Step.wait(60), Step.wait(60)));
    return chart(
        "schedule.peak=00:02-00:06 min=30",
        steps,
        replicas(OptionStoriesTest::web, steps, cluster -> cluster.replicas("web")),
        replicas(
            () -> web("schedule.peak", "00:02-00:06 min=30"),
            steps,
            cluster -> cluster.replicas("web")));
  }

  private static String watermark() throws Exception {
    List<Step> steps = new ArrayList<>();
    for (int hits : new int[] {75, 48, 80, 50, 120, 40}) {
      steps.add(demand(hits, 60));
    }
    return chart(
        "watermark.hits=8-16",
        steps,
        replicas(OptionStoriesTest::web, steps, cluster -> cluster.replicas("web")),
        replicas(() -> web("watermark.hits", "8-16"), steps, cluster -> cluster.replicas("web")));
  }

  /** A chart by the heading of its section. */
  private static Map<String, String> charts() throws Exception {
    Map<String, String> charts = new LinkedHashMap<>();
    charts.put("Hold scale-downs during an outage", outage());
    charts.put("Define what a failed metric proposes", fallback());
    charts.put("Compensate rollouts", rollout());
    charts.put("Count only pods of the target", job());
    charts.put("Change the bounds by the time of day", schedule());
    charts.put("Scale between two thresholds", watermark());
    return charts;
  }

  /** The page with a chart in place of the one in its section. */
  private static String with(String page, String heading, String chart) {
    int section = page.indexOf("\n## " + heading + "\n");
    int begin = page.indexOf(CHART, section);
    int end = page.indexOf("```\n", begin + CHART.length()) + "```\n".length();
    int next = page.indexOf("\n## ", section + 1);
    assertTrue(section >= 0 && begin > section && begin < next, "a chart below " + heading);
    return page.substring(0, begin) + chart + page.substring(end);
  }

  @Test
  void theChartsAreUpToDate() throws Exception {
    String page = Files.readString(PAGE);
    String made = page;
    for (Map.Entry<String, String> each : charts().entrySet()) {
      made = with(made, each.getKey(), each.getValue());
    }
    if (Boolean.getBoolean(REWRITE)) {
      Files.writeString(PAGE, made);
      page = made;
    }
    assertEquals(page, made, STALE);
  }
}
