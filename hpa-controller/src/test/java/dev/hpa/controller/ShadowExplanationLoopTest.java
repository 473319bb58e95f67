package dev.hpa.controller;

import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.shadow.ShadowStatistics;
import dev.hpa.controller.wiring.Components;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A controller in shadow mode names the setting in which the active one differs. */
class ShadowExplanationLoopTest {

  private static final Settings SAME = Settings.DEFAULTS;

  /** Several values of a setting explain the differences of a shorter time. */
  private static final Duration EXPLAINED = Duration.ofMinutes(30);

  private static final Duration CONFIRMS = Duration.ofMinutes(5);

  /** Those of {@code -Dshadow.flags}, as in {@link ShadowLoopTest}. */
  static Stream<Arguments> explainedSettings() {
    Pattern flags = Pattern.compile(System.getProperty("shadow.flags", "tolerance 0.3"));
    return Stream.of(
            Arguments.of("tolerance 0.30", SAME.copy().tolerance(0.3).build()),
            Arguments.of(
                "downscale stabilization 60s",
                SAME.copy().downscaleStabilization(Duration.ofSeconds(60)).build()))
        .filter(each -> flags.matcher((String) each.get()[0]).find());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("explainedSettings")
  void namesTheSettingThatExplainsTheDifferences(String explanation, Settings other)
      throws Exception {
    try (ShadowCluster cluster = new ShadowCluster()) {
      cluster.populate(1);
      cluster.start(ControllerOptions.DEFAULTS.withSettings(other));
      cluster.runInOrder(Duration.ofSeconds(5), () -> {});
      Components shadow = cluster.start(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW));
      ShadowStatistics statistics = shadow.shadow().orElseThrow();
      awaitExplanation(cluster, statistics, explanation);
    }
  }

  @Tag("thorough")
  @Test
  void namesTheSettingWithWhichTheActiveControllerWasRestarted() throws Exception {
    try (ShadowCluster cluster = new ShadowCluster()) {
      cluster.populate(1);
      cluster.createLease("a");
      Components active = cluster.start(ControllerOptions.DEFAULTS);
      Components shadow = cluster.start(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW));
      cluster.runInOrder(Duration.ofMinutes(3), () -> {});
      cluster.stop(active);
      cluster.replaceHolder("b");
      cluster.start(ControllerOptions.DEFAULTS.withSettings(SAME.copy().tolerance(0.3).build()));
      awaitExplanation(cluster, shadow.shadow().orElseThrow(), "tolerance 0.30");
    }
  }

  /** Lets time pass until a setting is named and still is after {@link #CONFIRMS}. */
  private static void awaitExplanation(
      ShadowCluster cluster, ShadowStatistics statistics, String explanation) throws Exception {
    Instant end = cluster.timeline.now().plus(EXPLAINED);
    boolean wasNamed = false;
    boolean isNamed = false;
    while (!(wasNamed && isNamed) && cluster.timeline.now().isBefore(end)) {
      cluster.runInOrder(CONFIRMS, () -> {});
      wasNamed = isNamed;
      isNamed = explanation.equals(statistics.explainedBy());
    }
    SteppedCluster.await(() -> explanation.equals(statistics.explainedBy()));
  }
}
