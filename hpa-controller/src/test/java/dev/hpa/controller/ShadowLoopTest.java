package dev.hpa.controller;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.shadow.ShadowStatistics;
import dev.hpa.controller.shadow.ShadowSync;
import dev.hpa.controller.wiring.Components;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A controller in shadow mode beside an active one, in a sandbox in virtual time. */
class ShadowLoopTest {

  private static final Settings SAME = Settings.DEFAULTS;
  private static final Duration GRACE = Duration.ofSeconds(45);

  /** The confirming sync, and the way of a status to the shadow. */
  private static final Duration CONFIRMED = Duration.ofSeconds(45);

  private static final Logger STATISTICS_LOG = Logger.getLogger(ShadowStatistics.class.getName());
  private static final Pattern DIFFERENCE =
      Pattern.compile("\"Decision differs \\(shadow mode\\)\" HPA=\"([^\"]+)\"");

  private static final int SEEDS = Integer.getInteger("shadow.seeds", 1);
  private static final int FIRST_SEED = Integer.getInteger("shadow.seed", 1);
  private static final Duration LENGTH =
      Duration.ofMinutes(Integer.getInteger("shadow.minutes", 8));

  /** A regular expression; {@code .*} takes about as long as all other tests together. */
  private static final String FLAGS = System.getProperty("shadow.flags", "tolerance 0.3");

  /** The same for workloads whose pods start and restart. */
  private static final String STARTING_FLAGS =
      System.getProperty("shadow.starting-flags", "CPU initialization period 0 s");

  /**
   * Whether what is due in the same second happens in any order. Then a difference may be found, in
   * rare orders, where both controllers decide the same.
   */
  private static final boolean ANY_ORDER = Boolean.getBoolean("shadow.any-order");

  static IntStream seeds() {
    return IntStream.range(FIRST_SEED, FIRST_SEED + SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreesWithAnActiveControllerOfTheSameSettings(int seed) throws Exception {
    Random random = new Random(seed);
    try (ShadowCluster cluster = new ShadowCluster()) {
      cluster.populate(seed);
      AffectedDecisions decisions = new AffectedDecisions(SAME, GRACE);
      cluster.start(ControllerOptions.DEFAULTS).loop().onReconcile(decisions);
      run(cluster, Duration.ofSeconds(random.nextInt(600)), () -> {});
      Components shadow = cluster.start(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW));
      run(cluster, LENGTH.dividedBy(2), () -> {});
      ShadowStatistics first = shadow.shadow().orElseThrow();
      cluster.stop(shadow);
      run(cluster, Duration.ofSeconds(random.nextInt(120)), () -> {});
      shadow = cluster.start(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW));
      run(cluster, LENGTH.dividedBy(2), () -> {});
      ShadowStatistics second = shadow.shadow().orElseThrow();
      assertAll(
          () -> assertEquals(0, first.differences(), () -> "" + first.differing()),
          () -> assertEquals(0, second.differences(), () -> "" + second.differing()),
          () -> assertEquals(9, second.compared()),
          () ->
              assertTrue(
                  decisions.scaleEvents() > LENGTH.toMinutes(), () -> "" + decisions.scaleEvents()),
          () ->
              assertTrue(
                  second.agreements() > 9 * LENGTH.dividedBy(2).toMinutes(), () -> text(second)));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreesWhilePodsStartAndRestart(int seed) throws Exception {
    Random random = new Random(seed);
    try (ShadowCluster cluster = ShadowCluster.ofSlowStart()) {
      cluster.populateUnsteady(seed);
      AffectedDecisions decisions = new AffectedDecisions(SAME, GRACE);
      cluster.start(ControllerOptions.DEFAULTS).loop().onReconcile(decisions);
      run(cluster, Duration.ofSeconds(3 + seed % 11), () -> cluster.restartPods(random));
      Components shadow = cluster.start(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW));
      run(cluster, LENGTH, () -> cluster.restartPods(random));
      ShadowStatistics statistics = shadow.shadow().orElseThrow();
      assertAll(
          () -> assertEquals(0, statistics.differences(), () -> "" + statistics.differing()),
          () -> assertEquals(6, statistics.compared()),
          () -> assertTrue(decisions.scaleEvents() > LENGTH.toMinutes()));
    }
  }

  private static void run(ShadowCluster cluster, Duration duration, Runnable eachSecond)
      throws Exception {
    if (ANY_ORDER) {
      cluster.run(duration, eachSecond);
    } else {
      cluster.runInOrder(duration, eachSecond);
    }
  }

  private static String text(ShadowStatistics statistics) {
    return statistics.agreements()
        + " agree, "
        + statistics.otherReasons()
        + " other reason, "
        + statistics.differences()
        + " differ, "
        + statistics.learning()
        + " learning";
  }

  static Stream<Arguments> otherSettings() {
    Map<String, Settings> settings = new TreeMap<>();
    settings.put("tolerance 0.9", settings(0.9, 300, 300, 30));
    settings.put("tolerance 0.3", settings(0.3, 300, 300, 30));
    settings.put("tolerance 0.02", settings(0.02, 300, 300, 30));
    settings.put("downscale stabilization 60 s", settings(0.1, 60, 300, 30));
    settings.put("downscale stabilization 600 s", settings(0.1, 600, 300, 30));
    settings.put("CPU initialization period 0 s", settings(0.1, 300, 0, 30));
    settings.put("initial readiness delay 600 s", settings(0.1, 300, 0, 600));
    settings.put("upscale delay", SAME.with(differences(Duration.ofMinutes(3), null)));
    settings.put("downscale delay", SAME.with(differences(null, Duration.ofMinutes(10))));
    settings.put("sum of pods", SAME.with(sumOfPods()));
    settings.put(
        "smallest proposal",
        SAME.with(
            new UpstreamDifferences(
                null,
                null,
                UpstreamDifferences.Formula.RATIO,
                UpstreamDifferences.UtilizationBase.REQUESTS,
                UpstreamDifferences.Aggregation.MINIMUM,
                false,
                Set.of())));
    return runs(settings, FLAGS);
  }

  static Stream<Arguments> settingsOfStartingPods() {
    Map<String, Settings> settings = new TreeMap<>();
    settings.put("tolerance 0.3", settings(0.3, 300, 300, 30));
    settings.put("downscale stabilization 60 s", settings(0.1, 60, 300, 30));
    settings.put("CPU initialization period 0 s", settings(0.1, 300, 0, 30));
    settings.put("CPU initialization period 60 s", settings(0.1, 300, 60, 30));
    settings.put("initial readiness delay 600 s", settings(0.1, 300, 300, 600));
    settings.put("no CPU initialization, delay 600 s", settings(0.1, 300, 0, 600));
    settings.put("sum of pods", SAME.with(sumOfPods()));
    return runs(settings, STARTING_FLAGS);
  }

  private static UpstreamDifferences sumOfPods() {
    return new UpstreamDifferences(
        null,
        null,
        UpstreamDifferences.Formula.SUM,
        UpstreamDifferences.UtilizationBase.REQUESTS,
        UpstreamDifferences.Aggregation.MAXIMUM,
        false,
        Set.of());
  }

  private static Stream<Arguments> runs(Map<String, Settings> settings, String flags) {
    return settings.entrySet().stream()
        .filter(each -> each.getKey().matches(flags))
        .flatMap(
            each ->
                seeds()
                    .boxed()
                    .flatMap(
                        seed ->
                            Stream.of(true, false)
                                .map(
                                    active ->
                                        Arguments.of(
                                            each.getKey(), each.getValue(), active, seed))));
  }

  private static UpstreamDifferences differences(@Nullable Duration up, @Nullable Duration down) {
    return new UpstreamDifferences(
        up,
        down,
        UpstreamDifferences.Formula.RATIO,
        UpstreamDifferences.UtilizationBase.REQUESTS,
        UpstreamDifferences.Aggregation.MAXIMUM,
        false,
        Set.of());
  }

  private static Settings settings(double tolerance, int window, int initialization, int delay) {
    return SAME.copy()
        .tolerance(tolerance)
        .downscaleStabilization(Duration.ofSeconds(window))
        .cpuInitializationPeriod(Duration.ofSeconds(initialization))
        .initialReadinessDelay(Duration.ofSeconds(delay))
        .build();
  }

  /**
   * @param active whether the active controller has the other setting, or the shadow
   */
  @ParameterizedTest(name = "{0}, active {2}, seed {3}")
  @MethodSource("otherSettings")
  void findsEachOtherSettingWithinThreeAffectedDecisions(
      String name, Settings other, boolean active, int seed) throws Exception {
    try (ShadowCluster cluster = new ShadowCluster()) {
      cluster.populate(seed);
      findsOtherSetting(cluster, other, active, seed, () -> {});
    }
  }

  /** Of the seeds 1 to 50 three (24, 27 and 46) find a difference later. */
  @Tag("thorough")
  @ParameterizedTest(name = "{0}, active {2}, seed {3}")
  @MethodSource("settingsOfStartingPods")
  void findsSettingsOfStartingPodsWithinThreeAffectedDecisions(
      String name, Settings other, boolean active, int seed) throws Exception {
    Random random = new Random(seed);
    try (ShadowCluster cluster = ShadowCluster.ofSlowStart()) {
      cluster.populateUnsteady(seed);
      findsOtherSetting(cluster, other, active, seed, () -> cluster.restartPods(random));
    }
  }

  private static void findsOtherSetting(
      ShadowCluster cluster, Settings other, boolean active, int seed, Runnable eachSecond)
      throws Exception {
    Settings ours = active ? SAME : other;
    Settings theirs = active ? other : SAME;
    AffectedDecisions decisions = new AffectedDecisions(ours, GRACE);
    cluster.start(ControllerOptions.DEFAULTS.withSettings(theirs)).loop().onReconcile(decisions);
    cluster.runInOrder(Duration.ofSeconds(3 + seed % 11), eachSecond);
    Components shadow =
        cluster.start(
            ControllerOptions.DEFAULTS.withSettings(ours).withMode(ControllerMode.SHADOW));
    Instant begin = cluster.timeline.now().plus(ours.downscaleStabilization()).plusSeconds(40);
    ShadowStatistics statistics = shadow.shadow().orElseThrow();
    Map<NamespacedName, Instant> found = new ConcurrentHashMap<>();
    Handler reports = reports(key -> found.putIfAbsent(key, cluster.timeline.now()));
    STATISTICS_LOG.addHandler(reports);
    try {
      cluster.runInOrder(LENGTH, eachSecond);
    } finally {
      STATISTICS_LOG.removeHandler(reports);
    }
    Map<NamespacedName, List<Instant>> affected = decisions.after(begin);
    assumeFalse(affected.isEmpty(), "no decision of this run depends on the setting");
    assertEquals(List.of(), late(affected, found), () -> text(statistics));
  }

  /** Takes the autoscalers of the differences that are logged. */
  private static Handler reports(Consumer<NamespacedName> autoscaler) {
    return handler(
        line -> {
          Matcher difference = DIFFERENCE.matcher(line.getMessage());
          if (difference.lookingAt()) {
            autoscaler.accept(NamespacedName.parse(difference.group(1)));
          }
        });
  }

  private static Handler handler(Consumer<LogRecord> receiver) {
    return new Handler() {
      @Override
      public void publish(LogRecord line) {
        receiver.accept(line);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  /** The autoscalers of which three decisions are affected before a difference is found. */
  private static List<String> late(
      Map<NamespacedName, List<Instant>> affected, Map<NamespacedName, Instant> found) {
    return affected.entrySet().stream()
        .filter(each -> each.getValue().size() >= 3)
        .filter(
            each ->
                found
                    .getOrDefault(each.getKey(), Instant.MAX)
                    .isAfter(each.getValue().get(2).plus(CONFIRMED)))
        .map(each -> each.getKey() + " " + each.getValue().size())
        .toList();
  }

  /**
   * The active controller writes nothing in a sync that changes nothing, but recommends: a value
   * that is the same for two syncs and then falls.
   */
  @Test
  void knowsTheSyncsThatWriteNothing() throws Exception {
    Random random = new Random(7);
    try (ShadowCluster cluster = new ShadowCluster()) {
      Map<String, Integer> left = new TreeMap<>();
      for (int i = 0; i < 4; i++) {
        cluster.external("queue" + i, 16 + 5 * i);
        cluster.metric("queue" + i, 300);
        left.put("queue" + i, 60);
      }
      AffectedDecisions decisions = new AffectedDecisions(SAME, GRACE);
      cluster.start(ControllerOptions.DEFAULTS).loop().onReconcile(decisions);
      run(cluster, Duration.ofSeconds(5), () -> {});
      Components shadow = cluster.start(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW));
      run(
          cluster,
          LENGTH,
          () ->
              left.replaceAll(
                  (name, seconds) -> {
                    if (seconds > 0) {
                      return seconds - 1;
                    }
                    cluster.metric(name, 30 * (1 + random.nextInt(12)));
                    return 20 + random.nextInt(60);
                  }));
      ShadowStatistics statistics = shadow.shadow().orElseThrow();
      assertEquals(0, statistics.differences(), () -> "" + statistics.differing());
      assertTrue(decisions.scaleEvents() > LENGTH.toMinutes());
    }
  }

  /**
   * A restarted controller has no recommendations.
   *
   * @param isVisible whether the Lease shows the restart
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void learnsAgainWhenTheActiveControllerIsAnotherProcess(boolean isVisible) throws Exception {
    try (ShadowCluster cluster = new ShadowCluster()) {
      cluster.external("queue", 300);
      cluster.metric("queue", 300);
      cluster.createLease("a");
      Components active = cluster.start(ControllerOptions.DEFAULTS);
      Components shadow = cluster.start(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW));
      run(cluster, Duration.ofMinutes(8), () -> {});
      cluster.metric("queue", 60);
      run(cluster, Duration.ofMinutes(2), () -> {});
      cluster.stop(active);
      cluster.replaceHolder(isVisible ? "b" : "a");
      run(cluster, Duration.ofSeconds(20), () -> {});
      cluster.start(ControllerOptions.DEFAULTS);
      run(cluster, Duration.ofMinutes(8), () -> {});
      assertEquals(
          2, cluster.tree(ResourceTypes.DEPLOYMENTS, "queue").at("/spec/replicas").asInt());
      ShadowStatistics statistics = shadow.shadow().orElseThrow();
      assertEquals(isVisible, statistics.differences() == 0, () -> text(statistics));
    }
  }

  /** A change that no controller makes is no difference. */
  @Test
  void learnsWhileNoProcessIsTheActiveController() throws Exception {
    try (ShadowCluster cluster = new ShadowCluster()) {
      cluster.cpu("web", "spike:base=200m,peak=1500m,at=7m,for=1h,every=2h");
      cluster.createLease("a");
      Components active = cluster.start(ControllerOptions.DEFAULTS);
      Components shadow = cluster.start(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW));
      run(cluster, Duration.ofMinutes(7), cluster::renewLease);
      cluster.stop(active);
      run(cluster, Duration.ofMinutes(3), () -> {});
      ShadowStatistics statistics = shadow.shadow().orElseThrow();
      assertEquals(0, statistics.differences(), () -> text(statistics));
      cluster.replaceHolder("b");
      cluster.start(ControllerOptions.DEFAULTS.withSettings(settings(9, 300, 300, 30)));
      run(cluster, Duration.ofMinutes(5), cluster::renewLease);
      assertEquals(0, statistics.differences(), "another setting, while its history is unknown");
      run(cluster, Duration.ofMinutes(2), cluster::renewLease);
      assertEquals(1, statistics.differences(), () -> text(statistics));
    }
  }

  @Test
  void comparesBesideALeaseThatNoProcessRenews() throws Exception {
    try (ShadowCluster cluster = new ShadowCluster()) {
      cluster.cpu("web", "spike:base=200m,peak=1500m,at=7m,for=1h,every=2h");
      cluster.createLease("old");
      cluster.renewLease();
      cluster.start(ControllerOptions.DEFAULTS.withSettings(settings(9, 300, 300, 30)));
      Components shadow = cluster.start(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW));
      run(cluster, Duration.ofMinutes(10), () -> {});
      ShadowStatistics statistics = shadow.shadow().orElseThrow();
      assertEquals(1, statistics.differences(), () -> text(statistics));
    }
  }

  /** The active controller syncs while the HPA does not exist, and the shadow does not. */
  @Test
  void learnsAgainWhenAnAutoscalerIsReplacedUnderItsName() throws Exception {
    try (ShadowCluster cluster = new ShadowCluster()) {
      cluster.external("queue", 300);
      cluster.metric("queue", 300);
      AtomicReference<Instant> synced = new AtomicReference<>(Instant.MIN);
      cluster
          .start(ControllerOptions.DEFAULTS)
          .loop()
          .onReconcile(any -> synced.set(cluster.timeline.now()));
      run(cluster, Duration.ofSeconds(4), () -> {});
      Components shadow = cluster.start(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW));
      run(cluster, Duration.ofMinutes(8), () -> {});
      cluster.metric("queue", 60);
      run(cluster, Duration.ofMinutes(2), () -> {});
      Instant beforeNext = synced.get().plusSeconds(14);
      run(cluster, Duration.between(cluster.timeline.now(), beforeNext), () -> {});
      ObjectNode autoscaler = cluster.deleteAutoscaler("queue");
      run(cluster, Duration.ofSeconds(2), () -> {});
      cluster.createAutoscaler(autoscaler);
      run(cluster, Duration.ofMinutes(8), () -> {});
      assertEquals(
          2, cluster.tree(ResourceTypes.DEPLOYMENTS, "queue").at("/spec/replicas").asInt());
      ShadowStatistics statistics = shadow.shadow().orElseThrow();
      assertEquals(0, statistics.differences(), () -> text(statistics));
    }
  }

  @ParameterizedTest
  @CsvSource({"2, true", "4, true", "5, false", "15, false"})
  void warnsOfAPeriodThatIsTooShort(int seconds, boolean isShort) throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Logger log = Logger.getLogger(ShadowSync.class.getName());
    Handler lines = handler(line -> warnings.add(line.getMessage()));
    log.addHandler(lines);
    try (ShadowCluster cluster = new ShadowCluster()) {
      cluster.start(
          ControllerOptions.DEFAULTS
              .withMode(ControllerMode.SHADOW)
              .withSyncPeriod(Duration.ofSeconds(seconds)));
      cluster.run(Duration.ofSeconds(1), () -> {});
    } finally {
      log.removeHandler(lines);
    }
    assertEquals(isShort ? 1 : 0, warnings.size(), () -> "" + warnings);
    assertTrue(warnings.stream().allMatch(each -> each.contains("is shorter than 5s")));
  }

  @Test
  void writesNothingWhereNoControllerIsActive() throws Exception {
    try (ShadowCluster cluster = new ShadowCluster()) {
      cluster.populate(1);
      Components shadow = cluster.start(ControllerOptions.DEFAULTS.withMode(ControllerMode.SHADOW));
      cluster.run(Duration.ofMinutes(2), () -> {});
      assertAll(
          () ->
              assertEquals(
                  2, cluster.tree(ResourceTypes.DEPLOYMENTS, "cpu").at("/spec/replicas").asInt()),
          () ->
              assertTrue(
                  cluster
                      .tree(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "cpu")
                      .at("/status/conditions")
                      .isMissingNode()),
          () -> assertEquals(0, shadow.shadow().orElseThrow().compared()));
    }
  }
}
