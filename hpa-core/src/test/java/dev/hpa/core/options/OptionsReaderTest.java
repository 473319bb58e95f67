package dev.hpa.core.options;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Quantity;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.options.OptionValue.Origin;
import dev.hpa.core.schedules.Schedule;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class OptionsReaderTest {

  private static final Set<OptionKey> ALL = Set.of(OptionKey.values());

  private static final Set<String> OF_ALL_KEYS =
      Set.of(
          "values",
          "problems",
          "isEmpty",
          "dependOnSpec",
          "withoutThoseOfMetrics",
          "hashCode",
          "toString");

  /** Annotations such as {@code mode=Paused}. */
  private static Map<String, String> annotations(String... settings) {
    Map<String, String> all = new HashMap<>();
    for (String each : settings) {
      int at = each.indexOf('=');
      all.put(OptionKey.PREFIX + each.substring(0, at), each.substring(at + 1));
    }
    return all;
  }

  private static Options read(String... settings) {
    return OptionsReader.UNRESTRICTED.read(annotations(settings), Map.of());
  }

  private static Options readWithPeriod(int seconds, String... settings) {
    HorizontalPodAutoscaler hpa =
        HpaVersion.V2.decode("{\"spec\":{\"syncPeriodSeconds\":" + seconds + "}}");
    return OptionsReader.UNRESTRICTED.read(
        hpa.withMetadata(hpa.metadata().withAnnotations(annotations(settings))),
        annotations("sync-period=7s"));
  }

  /** KEP-6003: a field of the spec, where a server has it. */
  @Test
  void theSyncPeriodOfTheSpecTakesPrecedence() {
    Options options = readWithPeriod(30);
    assertEquals(Duration.ofSeconds(30), options.syncPeriod());
    assertEquals(
        List.of(new OptionValue(OptionKey.SYNC_PERIOD, "30s", OptionValue.Origin.SPEC)),
        options.values());
    assertEquals(List.of(), options.problems(), "a namespace may set it for others");
    Options both = readWithPeriod(3600, "sync-period=5s");
    assertEquals(Duration.ofHours(1), both.syncPeriod());
    assertEquals(
        List.of(
            "annotation \"hpa.dev/sync-period\": \"5s\" has no effect;"
                + " spec.syncPeriodSeconds is 3600"),
        both.problems());
  }

  @Test
  void anInvalidSyncPeriodOfTheSpecIsIgnored() {
    Options options = readWithPeriod(0);
    assertNull(options.syncPeriod());
    assertEquals(
        List.of("spec.syncPeriodSeconds: \"0s\" is invalid; use duration from 1s to 24h"),
        options.problems());
  }

  @Test
  void longValuesAreNotParsed() {
    String days = "Sun,".repeat(63) + "Sun";
    Options options = read("schedule.day=" + days + " 08:00-20:00 min=10");
    assertEquals(List.of(), options.schedules());
    assertEquals(
        List.of("annotation \"hpa.dev/schedule.day\": the value has 274 characters, more than 256"),
        options.problems());
    assertEquals(
        List.of(
            "annotation \"hpa.dev/forecast-query\": the value has 5002 characters, more than"
                + " 4096"),
        read("forecast-query=" + "q".repeat(5_002)).problems());
  }

  @Test
  void valuesHaveTheTypesOfTheirKeys() {
    Options options =
        read(
            "mode=Paused",
            "mode-until=2026-12-01T07:00:00+01:00",
            "sync-period=1s",
            "cpu-initialization-period=2m",
            "initial-readiness-delay=0s",
            "selection-strategy=OwnerReference",
            "fallback-replicas=12",
            "fallback-after=5m",
            "fallback-strategy=CurrentReplicasIfHigher",
            "treat-as-missing=empty,zero,negative,overflow,older-than=2m",
            "value-base=Spec",
            "request-base=Allocated",
            "min-ready=50%",
            "scale-down-order=zone,idle,node",
            "stuck-after=10m",
            "drain=Surge",
            "rollout=Compensate",
            "rollout-timeout=30m",
            "forecast=seasonal",
            "forecast-horizon=10m",
            "forecast-season=168h",
            "forecast-query=sum(up)",
            "schedule.day=Mon-Fri 08:00-20:00 min=10",
            "watermark.cpu=40-80",
            "aggregate.cpu=p90");
    assertEquals(List.of(), options.problems());
    assertEquals(Map.of("cpu", new Percentile(90)), options.percentiles());
    assertEquals(
        List.of(
            new Schedule(
                "day",
                EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY),
                LocalTime.of(8, 0),
                LocalTime.of(20, 0),
                ZoneOffset.UTC,
                10,
                null)),
        options.schedules());
    assertEquals(
        Map.of("cpu", new Watermark(Quantity.parse("40"), Quantity.parse("80"))),
        options.watermarks());
    assertEquals(Mode.PAUSED, options.mode());
    assertEquals(Instant.parse("2026-12-01T06:00:00Z"), options.modeUntil());
    assertEquals(Duration.ofSeconds(1), options.syncPeriod());
    assertEquals(Duration.ofMinutes(2), options.cpuInitializationPeriod());
    assertEquals(Duration.ZERO, options.initialReadinessDelay());
    assertTrue(options.countsOwnedPods());
    assertEquals(
        new Fallback(Fallback.Strategy.CURRENT_REPLICAS_IF_HIGHER, 12, Duration.ofMinutes(5)),
        options.fallback());
    assertEquals(
        new TreatAsMissing(true, true, true, true, Duration.ofMinutes(2)),
        options.treatAsMissing());
    assertTrue(options.multipliesRequested());
    assertEquals(RequestBase.ALLOCATED, options.requestBase());
    assertEquals(50.0, options.minReady());
    assertEquals(List.of(PodOrder.values()), options.scaleDownOrder());
    assertEquals(Duration.ofMinutes(10), options.stuckAfter());
    assertTrue(options.surgesOnDrain());
    assertTrue(options.compensatesRollouts());
    assertEquals(Duration.ofMinutes(30), options.rolloutTimeout());
    assertEquals(
        new ForecastOptions(
            "seasonal",
            Duration.ofMinutes(10),
            Duration.ofDays(7),
            new ForecastQuery("sum(up)", true)),
        options.forecast());
    assertTrue(
        options
            .values()
            .contains(new OptionValue(OptionKey.FALLBACK_REPLICAS, "12", Origin.AUTOSCALER)));
  }

  @ParameterizedTest
  @EnumSource(OptionKey.class)
  void theExampleOfEveryKeyIsValid(OptionKey key) {
    assertSame(key, OptionKey.of(key.toString()).orElseThrow());
    String part = key.annotation().substring(("hpa.dev/" + key).length());
    assertEquals(key.isNamed(), part.startsWith("."), part);
    Map<String, String> settings = new HashMap<>();
    settings.put(key.annotation(), key.example());
    switch (key) {
      case MODE_UNTIL -> settings.put(OptionKey.MODE.annotation(), "DryRun");
      case ROLLOUT_TIMEOUT -> settings.put(OptionKey.ROLLOUT.annotation(), "Compensate");
      case FALLBACK_AFTER, FALLBACK_STRATEGY ->
          settings.put(OptionKey.FALLBACK_REPLICAS.annotation(), "3");
      case FORECAST_HORIZON, FORECAST_SEASON, FORECAST_QUERY ->
          settings.put(OptionKey.FORECAST.annotation(), "seasonal");
      default -> {}
    }
    Options options = OptionsReader.UNRESTRICTED.read(settings, Map.of());
    assertEquals(List.of(), options.problems());
    assertEquals(settings.size(), options.values().size());
    settings.remove(key.annotation());
    assertNotEquals(
        typed(OptionsReader.UNRESTRICTED.read(settings, Map.of())),
        typed(options),
        () -> "no method of Options depends on " + key);
    assertTrue(!key.meaning().isEmpty() && !key.defaultValue().isEmpty(), key.toString());
  }

  /** What the methods of options return that are not about all keys. */
  private static Map<String, Optional<Object>> typed(Options options) {
    Map<String, Optional<Object>> all = new HashMap<>();
    for (Method each : Options.class.getDeclaredMethods()) {
      if (Modifier.isPublic(each.getModifiers())
          && each.getParameterCount() == 0
          && !OF_ALL_KEYS.contains(each.getName())) {
        all.put(
            each.getName(), Optional.ofNullable(assertDoesNotThrow(() -> each.invoke(options))));
      }
    }
    return all;
  }

  @Test
  void aForecastHasDefaults() {
    assertEquals(
        new ForecastOptions("holt-winters", Duration.ofMinutes(15), Duration.ofHours(24), null),
        read("forecast=holt-winters").forecast());
    assertEquals(null, Options.NONE.forecast());
  }

  @Test
  void aHorizonIsAtMostHalfOfTheSeason() {
    Options equal = read("forecast=seasonal", "forecast-season=2h", "forecast-horizon=1h");
    assertEquals(List.of(), equal.problems());
    Options longer = read("forecast=seasonal", "forecast-season=2h", "forecast-horizon=61m");
    assertEquals(
        List.of(
            "annotation \"hpa.dev/forecast-horizon\": \"61m\" has no effect; it needs a season of"
                + " at least twice its length"),
        longer.problems());
    assertEquals(
        new ForecastOptions("seasonal", Duration.ofMinutes(15), Duration.ofHours(2), null),
        longer.forecast());
  }

  @Test
  void annotationsWithoutThePrefixAreNoOptions() {
    assertSame(
        Options.NONE,
        OptionsReader.UNRESTRICTED.read(
            Map.of("mode", "Paused", "hpa.dev", "x", "a.hpa.dev/mode", "Paused"),
            Map.of("example.com/mode", "Paused")));
    assertTrue(Options.NONE.isEmpty());
  }

  @Test
  void annotationsByChanceWithoutThePrefixAreNoOptions() {
    String letters = "hpa.dev/mode-=M Paused";
    for (int seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      Map<String, String> annotations = new HashMap<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        StringBuilder key = new StringBuilder();
        for (int j = random.nextInt(12); j > 0; j--) {
          key.append(letters.charAt(random.nextInt(letters.length())));
        }
        if (!key.toString().startsWith(OptionKey.PREFIX)) {
          annotations.put(key.toString(), "Paused");
        }
      }
      assertSame(
          Options.NONE,
          OptionsReader.UNRESTRICTED.read(annotations, annotations),
          "seed " + seed + ": " + annotations);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mode|paused|Active, DryRun, Paused or ScaleUpOnly",
        "forecast|Seasonal|name of a forecaster: lower-case letters, digits and hyphens",
        "forecast|-|name of a forecaster: lower-case letters, digits and hyphens",
        "forecast-horizon|59s|duration from 1m to half of the season",
        "forecast-season|59m|duration from 1h to 840h",
        "forecast-season|841h|duration from 1h to 840h",
        "sync-period|999ms|duration from 1s to 24h",
        "sync-period|-1s|duration from 1s to 24h",
        "sync-period|15|duration from 1s to 24h",
        "sync-period|24h1ns|duration from 1s to 24h",
        "sync-period|2540000h|duration from 1s to 24h",
        "fallback-after|24h1s|duration up to 24h",
        "forecast-horizon|420h1s|duration from 1m to half of the season",
        "cpu-initialization-period|-1s|duration up to 24h",
        "initial-readiness-delay|soon|duration up to 24h",
        "selection-strategy|OwnerReferences|LabelSelector or OwnerReference",
        "fallback-replicas|0|integer greater than 0",
        "fallback-replicas|-3|integer greater than 0",
        "fallback-replicas|1.5|integer greater than 0",
        "fallback-replicas|2147483648|integer greater than 0",
        "treat-as-missing|null|empty, zero, negative, overflow, older-than=DURATION up to 24h, separated by commas",
        "treat-as-missing|empty,|empty, zero, negative, overflow, older-than=DURATION up to 24h, separated by commas",
        "treat-as-missing|older-than=0s|empty, zero, negative, overflow, older-than=DURATION up to 24h, separated by commas",
        "treat-as-missing|older-than=-1s|empty, zero, negative, overflow, older-than=DURATION up to 24h, separated by commas",
        "treat-as-missing|older-than=|empty, zero, negative, overflow, older-than=DURATION up to 24h, separated by commas",
        "value-base|spec|Ready or Spec",
        "request-base|InEffect|Spec, Allocated or Limits",
        "min-ready|50|share from 0% to 100%",
        "min-ready|101%|share from 0% to 100%",
        "min-ready|-1%|share from 0% to 100%",
        "min-ready|%|share from 0% to 100%",
        "min-ready|5%%|share from 0% to 100%",
        "treat-as-missing|Negative|empty, zero, negative, overflow, older-than=DURATION up to 24h, separated by commas",
        "rollout|Compensated|Ignore or Compensate"
      })
  void anInvalidValueIsIgnoredAndReported(String key, String value, String accepted) {
    Options options = read(key + "=" + value);
    assertEquals(
        List.of(
            "annotation \"hpa.dev/" + key + "\": \"" + value + "\" is invalid; use " + accepted),
        options.problems());
    assertEquals(List.of(), options.values());
    assertEquals(new Options(Map.of(), List.of(), options.problems()), options);
    assertTrue(!options.isEmpty());
  }

  @Test
  void anEmptyValueIsInvalid() {
    assertEquals(
        List.of(
            "annotation \"hpa.dev/mode\": \"\" is invalid; use Active, DryRun, Paused or"
                + " ScaleUpOnly"),
        read("mode= ").problems());
    assertEquals(
        List.of(
            "annotation \"hpa.dev/treat-as-missing\": \"\" is invalid; use empty, zero,"
                + " negative, overflow, older-than=DURATION up to 24h, separated by commas"),
        read("treat-as-missing=").problems());
  }

  @Test
  void theLeastValuesAreAccepted() {
    Options options =
        read("sync-period=1s", "fallback-replicas=1", "fallback-after=0s", "rollout=Compensate");
    assertEquals(List.of(), options.problems());
    assertEquals(Duration.ofSeconds(1), options.syncPeriod());
    assertEquals(new Fallback(Fallback.Strategy.STATIC, 1, Duration.ZERO), options.fallback());
    assertEquals(Duration.ZERO, read("rollout=Compensate", "rollout-timeout=0s").rolloutTimeout());
    assertEquals(
        new TreatAsMissing(false, false, false, false, Duration.ofMillis(1)),
        read("treat-as-missing=older-than=1ms").treatAsMissing());
    assertEquals(
        new TreatAsMissing(false, true, false, false, null),
        read("treat-as-missing= zero ").treatAsMissing());
    assertEquals(
        new TreatAsMissing(true, true, false, false, null),
        read("treat-as-missing=zero , empty").treatAsMissing());
    assertEquals(
        new TreatAsMissing(false, false, true, false, null),
        read("treat-as-missing=negative").treatAsMissing());
    assertEquals(
        new TreatAsMissing(false, false, false, true, null),
        read("treat-as-missing=overflow").treatAsMissing());
    assertEquals(0.0, read("min-ready=0%").minReady());
    assertEquals(100.0, read("min-ready=100%").minReady());
    assertFalse(read("value-base=Ready").multipliesRequested());
    assertEquals(RequestBase.SPEC, read("request-base=Spec").requestBase());
  }

  @Test
  void defaultsApplyToWhatIsNotSet() {
    Options options = read("fallback-replicas=7", "rollout=Compensate");
    assertEquals(
        new Fallback(Fallback.Strategy.STATIC, 7, Duration.ofMinutes(3)), options.fallback());
    assertEquals(Duration.ofMinutes(10), options.rolloutTimeout());
    assertNull(options.syncPeriod());
  }

  @Test
  void aTypoInAKeyIsReported() {
    Options options = read("Mode=Paused", "fallback_replicas=3", "=x");
    assertEquals(
        List.of(
            "annotation \"hpa.dev/\": unknown key; \"hpa options\" lists the known ones",
            "annotation \"hpa.dev/Mode\": unknown key; \"hpa options\" lists the known ones",
            "annotation \"hpa.dev/fallback_replicas\": unknown key; \"hpa options\" lists the known"
                + " ones"),
        options.problems());
    assertEquals(List.of(), options.values());
  }

  @Test
  void aTypoInTheNamespaceNamesTheNamespace() {
    Options options =
        OptionsReader.UNRESTRICTED.read(
            Map.of(), annotations("modus=Paused", "rollout=Always", "mode=DryRun"));
    assertEquals(
        List.of(
            "annotation \"hpa.dev/modus\" of the namespace: unknown key; \"hpa options\" lists the"
                + " known ones",
            "annotation \"hpa.dev/rollout\" of the namespace: \"Always\" is invalid; use Ignore or"
                + " Compensate"),
        options.problems());
    assertEquals(Mode.DRY_RUN, options.mode());
  }

  @Test
  void aDefaultThatIsInvalidIsNamedAsSuch() {
    OptionsReader reader =
        new OptionsReader(Map.of(new OptionName(OptionKey.ROLLOUT), "always"), ALL);
    assertEquals(
        List.of("default option \"rollout\": \"always\" is invalid; use Ignore or Compensate"),
        reader.read(Map.of(), Map.of()).problems());
  }

  @Test
  void aKeyThatIsNotAllowedIsIgnoredOnAutoscalersOnly() {
    OptionsReader reader = new OptionsReader(Map.of(), EnumSet.of(OptionKey.ROLLOUT));
    Options options =
        reader.read(annotations("mode=Paused", "rollout=Compensate"), annotations("mode=DryRun"));
    assertEquals(
        List.of(
            "annotation \"hpa.dev/mode\": the key is not in --allowed-options; remove the"
                + " annotation"),
        options.problems());
    assertEquals(Mode.DRY_RUN, options.mode());
    assertTrue(options.compensatesRollouts());
  }

  @Test
  void theMostSpecificValueWinsForEachKey() {
    Random random = new Random(25);
    OptionKey[] keys = OptionKey.values();
    for (int round = 0; round < 2_000; round++) {
      Map<OptionName, String> flags = new HashMap<>();
      Map<String, String> namespace = new HashMap<>();
      Map<String, String> autoscaler = new HashMap<>();
      Map<OptionKey, Origin> expected = new HashMap<>();
      for (OptionKey key : keys) {
        // Every key that others need is set, so that none is without effect.
        int where = isRequired(key) ? 1 + random.nextInt(7) : random.nextInt(8);
        if ((where & 1) != 0) {
          flags.put(name(key), key.example());
          expected.put(key, Origin.FLAG);
        }
        if ((where & 2) != 0) {
          namespace.put(key.annotation(), key.example());
          expected.put(key, Origin.NAMESPACE);
        }
        if ((where & 4) != 0) {
          autoscaler.put(key.annotation(), key.example());
          expected.put(key, Origin.AUTOSCALER);
        }
      }
      Options options = new OptionsReader(flags, ALL).read(autoscaler, namespace);
      assertEquals(List.of(), options.problems());
      Map<OptionKey, Origin> found = new HashMap<>();
      options.values().forEach(each -> found.put(each.key(), each.origin()));
      assertEquals(expected, found);
    }
  }

  private static OptionName name(OptionKey key) {
    return OptionName.of(key.annotation().substring(OptionKey.PREFIX.length())).orElseThrow();
  }

  private static boolean isRequired(OptionKey key) {
    return key == OptionKey.MODE
        || key == OptionKey.ROLLOUT
        || key == OptionKey.FALLBACK_REPLICAS
        || key == OptionKey.FORECAST;
  }

  @Test
  void anInvalidValueDoesNotFallBackToALessSpecificOne() {
    Options options =
        OptionsReader.UNRESTRICTED.read(annotations("mode=pause"), annotations("mode=DryRun"));
    assertEquals(Mode.ACTIVE, options.mode());
    assertEquals(1, options.problems().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "mode-until=2026-12-01T06:00:00Z|-|mode-until|2026-12-01T06:00:00Z|a mode other than Active",
        "mode-until=2026-12-01T06:00:00Z|mode=Active|mode-until|2026-12-01T06:00:00Z|a mode other"
            + " than Active",
        "rollout-timeout=1m|-|rollout-timeout|1m|rollout Compensate",
        "rollout-timeout=1m|rollout=Ignore|rollout-timeout|1m|rollout Compensate",
        "fallback-after=1m|-|fallback-after|1m|a fallback",
        "fallback-strategy=Static|-|fallback-strategy|Static|annotation \"hpa.dev/fallback-replicas\"",
        "fallback-replicas=3|fallback-strategy=CurrentReplicas|fallback-replicas|3|another strategy"
            + " than CurrentReplicas"
      })
  void aValueWithoutEffectIsReported(
      String setting, String other, String key, String value, String requirement) {
    Options options = other == null ? read(setting) : read(setting, other);
    assertEquals(
        List.of(
            "annotation \"hpa.dev/"
                + key
                + "\": \""
                + value
                + "\" has no effect; it needs "
                + requirement),
        options.problems());
    assertTrue(options.values().stream().noneMatch(each -> each.key().toString().equals(key)));
    assertNull(options.modeUntil());
  }

  @Test
  void aMoreSpecificValueMayTakeTheEffectOfALessSpecificOne() {
    Map<String, String> namespace =
        annotations(
            "mode=Paused",
            "mode-until=2026-12-01T06:00:00Z",
            "rollout=Compensate",
            "rollout-timeout=1m",
            "fallback-replicas=3");
    Options options =
        OptionsReader.UNRESTRICTED.read(
            annotations("mode=Active", "rollout=Ignore", "fallback-strategy=CurrentReplicas"),
            namespace);
    assertEquals(List.of(), options.problems());
    assertEquals(
        List.of(OptionKey.MODE, OptionKey.FALLBACK_STRATEGY, OptionKey.ROLLOUT),
        options.values().stream().map(OptionValue::key).toList());
    OptionsReader reader =
        new OptionsReader(
            Map.of(
                new OptionName(OptionKey.FALLBACK_AFTER),
                "5m",
                new OptionName(OptionKey.ROLLOUT_TIMEOUT),
                "1m"),
            ALL);
    assertEquals(List.of(), reader.read(Map.of(), Map.of()).problems());
    assertEquals(
        new Fallback(Fallback.Strategy.STATIC, 4, Duration.ofMinutes(5)),
        reader.read(annotations("fallback-replicas=4"), Map.of()).fallback());
  }

  @Test
  void currentReplicasNeedsNoReplicas() {
    Options options = read("fallback-strategy=CurrentReplicas", "fallback-after=1m");
    assertEquals(List.of(), options.problems());
    assertEquals(
        new Fallback(Fallback.Strategy.CURRENT_REPLICAS, null, Duration.ofMinutes(1)),
        options.fallback());
    assertEquals(
        new Fallback(Fallback.Strategy.CURRENT_REPLICAS, null, Duration.ofMinutes(3)),
        read("fallback-strategy=CurrentReplicas", "fallback-replicas=3").fallback());
  }

  @Test
  void anInvalidStrategyOrCountIsNoFallback() {
    Options strategy = read("fallback-strategy=Max", "fallback-replicas=3", "fallback-after=1m");
    assertNull(strategy.fallback());
    assertEquals(
        List.of(
            "annotation \"hpa.dev/fallback-strategy\": \"Max\" is invalid; use Static,"
                + " CurrentReplicas, CurrentReplicasIfHigher or CurrentReplicasIfLower",
            "annotation \"hpa.dev/fallback-after\": \"1m\" has no effect; it needs a fallback"),
        strategy.problems());
    Options count = read("fallback-strategy=CurrentReplicasIfLower", "fallback-replicas=three");
    assertNull(count.fallback());
    assertEquals(
        List.of(
            "annotation \"hpa.dev/fallback-replicas\": \"three\" is invalid; use integer greater"
                + " than 0",
            "annotation \"hpa.dev/fallback-strategy\": \"CurrentReplicasIfLower\" has no effect; it"
                + " needs annotation \"hpa.dev/fallback-replicas\""),
        count.problems());
    Options after = read("fallback-replicas=3", "fallback-after=-1s");
    assertEquals(
        new Fallback(Fallback.Strategy.STATIC, 3, Duration.ofMinutes(3)), after.fallback());
    assertEquals(
        List.of(
            "annotation \"hpa.dev/fallback-after\": \"-1s\" is invalid; use duration up to 24h"),
        after.problems());
  }

  @ParameterizedTest
  @CsvSource({"tomorrow", "2026-12-01", "2026-12-01T06:00:00", "2026-13-01T06:00:00Z", "12:00"})
  void anInvalidTimeIsReported(String text) {
    Options options = read("mode=Paused", "mode-until=" + text);
    assertEquals(
        List.of(
            "annotation \"hpa.dev/mode-until\": \"" + text + "\" is invalid; use RFC 3339 time"),
        options.problems());
    assertEquals(Mode.PAUSED, options.mode());
    assertNull(options.modeUntil());
  }

  @Test
  void optionsWithNamesAreMergedNameByName() {
    OptionsReader reader =
        new OptionsReader(
            Map.of(
                new OptionName(OptionKey.SCHEDULE, "night"), "22:00-06:00 max=3",
                new OptionName(OptionKey.SCHEDULE, "flag"), "* 00:00-24:00 min=1"),
            ALL);
    Options options =
        reader.read(
            annotations("schedule.day=08:00-20:00 min=5", "schedule.night=22:00-05:00 max=4"),
            annotations("schedule.space.2=01:00-02:00 max=9", "schedule.day=08:00-20:00 min=4"));
    assertEquals(List.of(), options.problems());
    assertEquals(
        List.of(
            "schedule.day AUTOSCALER 08:00-20:00 min=5",
            "schedule.flag FLAG * 00:00-24:00 min=1",
            "schedule.night AUTOSCALER 22:00-05:00 max=4",
            "schedule.space.2 NAMESPACE 01:00-02:00 max=9"),
        options.values().stream()
            .map(each -> each.name() + " " + each.origin() + " " + each.value())
            .toList());
    assertEquals(
        List.of("day", "flag", "night", "space.2"),
        options.schedules().stream().map(Schedule::name).toList());
  }

  @Test
  void anAllowedKeyAllowsAllItsNames() {
    OptionsReader reader = new OptionsReader(Map.of(), EnumSet.of(OptionKey.SCHEDULE));
    Options options =
        reader.read(annotations("schedule.a=08:00-20:00 min=5", "watermark.cpu=40-80"), Map.of());
    assertEquals(1, options.schedules().size());
    assertEquals(
        List.of(
            "annotation \"hpa.dev/watermark.cpu\": the key is not in --allowed-options; remove the"
                + " annotation"),
        options.problems());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "schedule|a name is missing; write \"hpa.dev/schedule.NAME\"",
        "watermark|a name is missing; write \"hpa.dev/watermark.METRIC\"",
        "mode.x|unknown key; \"hpa options\" lists the known ones",
        "schedules.day|unknown key; \"hpa options\" lists the known ones"
      })
  void aNameIsPartOfTheKeysThatHaveOne(String key, String problem) {
    assertEquals(
        List.of("annotation \"hpa.dev/" + key + "\": " + problem), read(key + "=x").problems());
  }

  @Test
  void aScheduleIsReportedWithItsProblem() {
    assertEquals(
        List.of(
            "annotation \"hpa.dev/schedule.day\": \"08:00-20:00 Vienna min=1\" is invalid: the"
                + " time zone \"Vienna\" is unknown; use one such as Europe/Vienna"),
        read("schedule.day=08:00-20:00 Vienna min=1").problems());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "40",
        "80-40",
        "-1-5",
        "40-",
        "0-0",
        "40%-80%",
        "a-b",
        "1-99999999999999999999",
        "1 - 2"
      })
  void invalidWatermarksAreReported(String text) {
    Options options = read("watermark.cpu=" + text);
    assertEquals(
        List.of(
            "annotation \"hpa.dev/watermark.cpu\": \""
                + text
                + "\" is invalid; use LOW-HIGH in the unit of the target"),
        options.problems());
    assertEquals(Map.of(), options.watermarks());
  }

  @Test
  void aLongValueIsTruncatedInTheMessage() {
    String problem = read("mode=" + "x".repeat(61)).problems().getFirst();
    assertTrue(problem.contains("\"" + "x".repeat(60) + "…\" is invalid"), problem);
    assertTrue(
        read("mode=" + "x".repeat(60))
            .problems()
            .getFirst()
            .contains("\"" + "x".repeat(60) + "\""));
  }

  @Test
  void aMessageIsValidTextOnOneLine() {
    String problem =
        read("mode=" + "x".repeat(59) + "\uD83D\uDE00\uD83D\uDE00").problems().getFirst();
    assertTrue(problem.contains("x\uD83D\uDE00…\""), problem);
    assertEquals(
        List.of(
            "annotation \"hpa.dev/rollout\": \"Ignore\\nor \\\"not\\\"\" is invalid; use Ignore or"
                + " Compensate"),
        read("rollout=Ignore\nor \"not\"").problems());
  }

  @Test
  void anyValueIsReadWithoutAnException() {
    String letters = "0123456789-+.,:=TZsmhe\u0000\uD83D\uFFFFActive";
    for (int seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      Map<String, String> annotations = new HashMap<>();
      for (OptionKey key : OptionKey.values()) {
        StringBuilder value = new StringBuilder(random.nextBoolean() ? key.example() : "");
        for (int i = random.nextInt(8); i > 0; i--) {
          value.insert(
              random.nextInt(value.length() + 1), letters.charAt(random.nextInt(letters.length())));
        }
        annotations.put(key.annotation(), value.toString());
      }
      Options options = OptionsReader.UNRESTRICTED.read(annotations, Map.of());
      int reported = reported(options.problems());
      assertEquals(OptionKey.values().length, options.values().size() + reported, "seed " + seed);
    }
  }

  /** The number of problems, with those that the last message counts. */
  private static int reported(List<String> problems) {
    return problems.size() <= 20
        ? problems.size()
        : 20 + Integer.parseInt(problems.getLast().replaceAll("and (\\d+) more problems", "$1"));
  }

  @Test
  void theFirstHundredAnnotationsOfAnObjectAreRead() {
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i < 11_000; i++) {
      many.put("hpa.dev/watermark.x%05d".formatted(i), i == 0 ? "bad" : "0-1");
    }
    Options options = OptionsReader.UNRESTRICTED.read(many, Map.of());
    assertEquals(99, options.watermarks().size());
    assertTrue(options.watermarks().containsKey("x00099"), "by name");
    assertEquals(
        "11000 annotations begin with \"hpa.dev/\"; only the first 100 by name are read",
        options.problems().getFirst());
    assertEquals(2, options.problems().size());
  }

  @Test
  void twentyProblemsAreKeptAndTheOthersCounted() {
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i < 50; i++) {
      many.put("hpa.dev/unknown-%02d".formatted(i) + "x".repeat(3000), "y");
    }
    List<String> problems = OptionsReader.UNRESTRICTED.read(many, Map.of()).problems();
    assertEquals(21, problems.size());
    assertTrue(problems.getFirst().length() <= 1001, problems.getFirst());
    assertEquals("and 30 more problems", problems.getLast());
  }

  /** Tenants write annotations: what they write is an option, or a problem of this option alone. */
  @Test
  void everyTextIsAnOptionOrAProblem() {
    Random random = new Random(47);
    List<String> parts =
        List.of(
            "0",
            "1",
            "9",
            "e",
            "E",
            "2147483648",
            "-2147483648",
            "9223372036854775807",
            "-",
            "+",
            ".",
            ",",
            ":",
            " ",
            "=",
            "h",
            "m",
            "s",
            "ns",
            "Mon",
            "Sun-Fri",
            "08:00-20:00",
            "24:00",
            "Europe/Vienna",
            "UTC+18",
            "min=",
            "max=",
            "older-than=",
            "empty",
            "zero",
            "Ki",
            "n",
            "2026-12-01T06:00:00Z",
            "+999999999-12-31",
            "∞",
            "\u0000",
            "100000000000000000000");
    List<OptionKey> keys = List.of(OptionKey.values());
    for (int i = 0; i < 100_000; i++) {
      StringBuilder value = new StringBuilder();
      for (int j = random.nextInt(7); j >= 0; j--) {
        value.append(parts.get(random.nextInt(parts.size())));
      }
      OptionKey key = keys.get(random.nextInt(keys.size()));
      String name = "hpa.dev/" + key + (key.isNamed() ? ".load" : "");
      String seen = name + "=" + value;
      Options options =
          assertDoesNotThrow(
              () -> OptionsReader.UNRESTRICTED.read(Map.of(name, value.toString()), Map.of()),
              seen);
      assertEquals(1, options.values().size() + options.problems().size(), seen);
    }
  }

  @Test
  @Tag("security")
  void theQueryOfAnAutoscalerIsOneThatCanBeLimited() {
    Map<String, String> query =
        annotations("forecast=seasonal", "forecast-query=sum(info(payroll_total))");
    Options own = OptionsReader.UNRESTRICTED.read(query, Map.of());
    assertEquals(
        List.of(
            "annotation \"hpa.dev/forecast-query\": \"sum(info(payroll_total))\" is invalid:"
                + " character 5: function \"info\" cannot be limited to the namespace; use another"),
        own.problems());
    assertNull(Objects.requireNonNull(own.forecast()).query());
    Options inherited = OptionsReader.UNRESTRICTED.read(Map.of(), query);
    assertEquals(List.of(), inherited.problems());
    assertEquals(
        new ForecastQuery("sum(info(payroll_total))", false),
        Objects.requireNonNull(inherited.forecast()).query());
  }

  @Test
  @Tag("security")
  void autoscalersHaveNoQueryByDefault() {
    OptionsReader reader = new OptionsReader(Map.of(), OptionKey.allowedByDefault());
    Map<String, String> query = annotations("forecast=seasonal", "forecast-query=sum(x)");
    assertEquals(
        List.of(
            "annotation \"hpa.dev/forecast-query\": the key is not in --allowed-options; remove the"
                + " annotation"),
        reader.read(query, Map.of()).problems());
    assertEquals(List.of(), reader.read(Map.of(), query).problems());
  }
}
