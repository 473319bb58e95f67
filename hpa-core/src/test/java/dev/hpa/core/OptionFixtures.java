package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.readyPods;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Situations of autoscalers with options. */
public final class OptionFixtures {

  public static final MetricSpec CPU =
      MetricSpec.of(new MetricSpec.ResourceMetric("cpu", MetricTarget.utilization(50)));
  public static final MetricSpec QUEUE = external("queue");
  public static final MetricSpec OTHER = external("other");
  public static final MetricResult BROKEN =
      new MetricFailure(MetricFailure.Category.SOURCE_FAILED, "connection refused");
  public static final Rollout SURGE = new Rollout(true, "it has more pods than requested");

  private OptionFixtures() {}

  /** An external metric with a target of 10 for each replica. */
  public static MetricSpec external(String name) {
    return MetricSpec.of(
        new MetricSpec.ExternalMetric(
            new MetricIdentifier(name, null), MetricTarget.averageValue(Quantity.parse("10"))));
  }

  /** Values of an external metric; 10,000 for each replica that is needed. */
  public static MetricResult series(long... milli) {
    List<Long> values = new ArrayList<>();
    for (long each : milli) {
      values.add(each);
    }
    return MetricReading.Series.of(values);
  }

  /** The options of annotations such as {@code mode=Paused}. */
  public static Options options(String... annotations) {
    Map<String, String> all = new HashMap<>();
    for (String each : annotations) {
      int at = each.indexOf('=');
      all.put(OptionKey.PREFIX + each.substring(0, at), each.substring(at + 1));
    }
    return OptionsReader.UNRESTRICTED.read(all, Map.of());
  }

  public static Situation.Context context(String... annotations) {
    return new Situation.Context(options(annotations), Rollout.NONE, Outages.NONE);
  }

  public static Situation.Context rollingOut(String... annotations) {
    return new Situation.Context(options(annotations), SURGE, Outages.NONE);
  }

  /** A situation planned in the mode of the options. */
  public static Situation situation(
      HorizontalPodAutoscaler hpa,
      Scale scale,
      History history,
      Situation.Context context,
      Instant now,
      MetricResult... results) {
    Settings settings = Settings.DEFAULTS.with(context.options());
    return situation(hpa, scale, history, context, settings, now, results);
  }

  public static Situation situation(
      HorizontalPodAutoscaler hpa,
      Scale scale,
      History history,
      Situation.Context context,
      Settings settings,
      Instant now,
      MetricResult... results) {
    Plan plan = Planner.plan(hpa, scale, context.options(), context.drain(), now, settings);
    return Situation.of(
            hpa,
            scale,
            plan,
            new Selection(readyPods(scale.statusReplicas(), "1"), List.of()),
            plan instanceof Plan.Measure ? List.of(results) : List.of(),
            history,
            settings,
            now)
        .with(context);
  }

  public static Situation situation(
      HorizontalPodAutoscaler hpa,
      int replicas,
      Situation.Context context,
      MetricResult... results) {
    return situation(hpa, Fixtures.scale(replicas), History.EMPTY, context, NOW, results);
  }

  /** The conclusion, after the scale was written if it has to be. */
  public static Conclusion concluded(Situation situation) {
    return concluded(Decider.decide(situation), situation.now());
  }

  public static Conclusion concluded(Decision decision, Instant now) {
    return switch (decision) {
      case Decision.Ended ended -> ended.conclusion();
      case Decision.Rescale rescale -> rescale.conclude(new ScaleOutcome.Written(), now);
    };
  }

  public static Trace trace(Situation situation) {
    Decision decision = Decider.decide(situation);
    return Tracer.trace(situation, decision, concluded(decision, situation.now()));
  }

  /** The condition as {@code Status/Reason: message}; {@code absent} if there is none. */
  public static String condition(Conclusion conclusion, String type) {
    return conclusion.status().conditionsOrEmpty().stream()
        .filter(each -> each.type().equals(type))
        .map(each -> each.status() + "/" + each.reason() + ": " + each.message())
        .findFirst()
        .orElse("absent");
  }

  /** The events as {@code Type Reason: message}. */
  public static List<String> events(Conclusion conclusion) {
    List<HpaEvent> all = new ArrayList<>(conclusion.eventsBefore());
    all.addAll(conclusion.eventsAfter());
    return all.stream()
        .map(each -> each.type().text() + " " + each.reason() + ": " + each.message())
        .toList();
  }

  public static HpaStatus status(HpaCondition... conditions) {
    return new HpaStatus(null, null, 0, 0, null, List.of(conditions));
  }

  /** The replicas after the reconcile. */
  public static int result(Situation situation) {
    return switch (Decider.decide(situation)) {
      case Decision.Rescale rescale -> rescale.desired();
      case Decision.Ended ended -> situation.scale().specReplicas();
    };
  }
}
