package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.controller.options.OptionSettings;
import dev.hpa.core.options.OptionKey;
import dev.hpa.sandbox.faults.Fault;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Metrics APIs that fail, answer nothing or answer zero for many autoscalers at once. */
class OutageGuardLoopTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int AUTOSCALERS = 20;
  private static final String GUARD = "hpa_outage_guard_active{provider=\"external-metrics\"}";

  static OptionSettings guard(double share) {
    return new OptionSettings(Map.of(), Set.of(OptionKey.values()), false, share, 50);
  }

  private static String series(int number) {
    return "external/namespaces/default/queue-" + number;
  }

  static OptionsCluster cluster(OptionSettings settings, String... options) throws Exception {
    OptionsCluster cluster = new OptionsCluster(settings);
    for (int i = 0; i < AUTOSCALERS; i++) {
      cluster.metric(series(i), "60");
      cluster.deployment("web-" + i, 6, 0);
      cluster.autoscaler(
          "web-" + i,
          "Deployment/web-" + i,
          "{type: External, external: {metric: {name: queue-%d}, target: {type: AverageValue,"
                  .formatted(i)
              + " averageValue: 10}}}",
          options);
    }
    cluster.run(MINUTE);
    assertEquals(6 * AUTOSCALERS, total(cluster));
    return cluster;
  }

  static int total(OptionsCluster cluster) {
    int total = 0;
    for (int i = 0; i < AUTOSCALERS; i++) {
      total += cluster.replicas("web-" + i);
    }
    return total;
  }

  static void answers(OptionsCluster cluster, String value) {
    for (int i = 0; i < AUTOSCALERS; i++) {
      cluster.metric(series(i), value);
    }
  }

  @Test
  void zerosScaleEverythingToTheMinimumWithoutOptions() throws Exception {
    try (OptionsCluster cluster = cluster(OptionSettings.DEFAULTS)) {
      answers(cluster, "0");
      cluster.run(MINUTE);
      assertEquals(AUTOSCALERS, total(cluster), "kubernetes/kubernetes 104387");
    }
  }

  @Test
  void theGuardHoldsScaleDownsUntilTheProviderRecovers() throws Exception {
    try (OptionsCluster cluster = cluster(guard(0.5))) {
      assertEquals(0, cluster.sample(GUARD));
      answers(cluster, "0");
      cluster.run(MINUTE.multipliedBy(3));
      assertEquals(6 * AUTOSCALERS, total(cluster));
      assertEquals(1, cluster.sample(GUARD));
      assertEquals(1, cluster.events("MetricsProviderOutage").size());
      assertTrue(
          cluster.condition("web-3", "OutageGuardActive").startsWith("True ProviderOutage"),
          cluster.status("web-3").toString());
      answers(cluster, "70");
      cluster.run(MINUTE);
      assertEquals(7 * AUTOSCALERS, total(cluster), "scale-ups are not held");
      assertEquals(0, cluster.sample(GUARD));
      assertEquals(1, cluster.events("MetricsProviderRecovered").size());
      assertEquals("", cluster.condition("web-3", "OutageGuardActive"));
      answers(cluster, "30");
      cluster.run(MINUTE);
      assertEquals(3 * AUTOSCALERS, total(cluster), "values other than zero scale down");
    }
  }

  @Test
  void aFewIdleAutoscalersAreScaledDownAfterOnePeriod() throws Exception {
    try (OptionsCluster cluster = cluster(guard(0.5))) {
      for (int i = 0; i < 8; i++) {
        cluster.metric(series(i), "0");
      }
      cluster.run(MINUTE);
      assertEquals(8 + 6 * (AUTOSCALERS - 8), total(cluster));
      assertEquals(0, cluster.events("MetricsProviderOutage").size());
      assertEquals(0, cluster.sample(GUARD));
    }
  }

  @Test
  void anApiThatDiesIsAnOutageOnce() throws Exception {
    try (OptionsCluster cluster = cluster(guard(0.5))) {
      cluster
          .sandbox
          .faults()
          .add(Fault.parse("error:code=503,path=/apis/external.metrics.k8s.io/**"));
      cluster.run(MINUTE.multipliedBy(3));
      assertEquals(6 * AUTOSCALERS, total(cluster));
      assertEquals(1, cluster.sample(GUARD));
      assertEquals(1, cluster.events("MetricsProviderOutage").size());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"zero", "dead", "empty"})
  void fallbackHoldsThroughEveryOutage(String kind) throws Exception {
    try (OptionsCluster cluster =
        cluster(
            OptionSettings.DEFAULTS,
            "treat-as-missing",
            "empty,zero",
            "fallback-replicas",
            "9",
            "fallback-after",
            "2m")) {
      switch (kind) {
        case "zero" -> answers(cluster, "0");
        case "dead" ->
            cluster
                .sandbox
                .faults()
                .add(Fault.parse("error:code=503,path=/apis/external.metrics.k8s.io/**"));
        default -> {
          for (int i = 0; i < AUTOSCALERS; i++) {
            cluster.noMetric(series(i));
          }
        }
      }
      cluster.run(MINUTE);
      assertEquals(6 * AUTOSCALERS, total(cluster), "no fallback yet");
      assertTrue(
          cluster.condition("web-0", "FallbackActive").startsWith("False MetricsFailing"),
          cluster.condition("web-0", "FallbackActive"));
      cluster.run(MINUTE.multipliedBy(2));
      assertEquals(9 * AUTOSCALERS, total(cluster));
      assertEquals(
          "True MetricsFailed: failed metrics fall back: external metric queue-0 (Static 9)",
          cluster.condition("web-0", "FallbackActive"));
      assertEquals(AUTOSCALERS, cluster.sent("FallbackActivated"));
      cluster.sandbox.faults().clear();
      answers(cluster, "60");
      cluster.run(MINUTE.multipliedBy(2));
      assertEquals(6 * AUTOSCALERS, total(cluster));
      assertEquals(AUTOSCALERS, cluster.sent("FallbackEnded"));
    }
  }

  @Test
  void anAnswerWithoutSeriesScalesNothingWithoutOptions() throws Exception {
    try (OptionsCluster cluster = cluster(OptionSettings.DEFAULTS)) {
      for (int i = 0; i < AUTOSCALERS; i++) {
        cluster.noMetric(series(i));
      }
      cluster.run(MINUTE);
      assertEquals(6 * AUTOSCALERS, total(cluster));
    }
  }
}
