package dev.hpa.controller.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Behavior;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.Histories;
import dev.hpa.core.behavior.History;
import dev.hpa.core.behavior.History.Recommendation;
import dev.hpa.core.behavior.History.ScaleEvent;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.memory.Limit;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The recommendations, scale events and fallback clocks of autoscalers.
 *
 * <p>Lists are flat arrays of numbers, each time as milliseconds after the time before it. A crash
 * loses what was recorded after the checkpoint; a rescale among it is visible in the status of the
 * autoscaler and is added again.
 */
public final class HistorySection implements StateSection {

  private static final String DESIRED = "desired";
  private static final String RECOMMENDATIONS = "recommendations";
  private static final String SCALE_UPS = "scaleUps";
  private static final String SCALE_DOWNS = "scaleDowns";
  private static final String FAILING_SINCE = "failingSince";

  private final Histories histories;
  private final AutoscalerCache autoscalers;
  private final Settings settings;

  @Inject
  HistorySection(Histories histories, AutoscalerCache autoscalers, ControllerOptions options) {
    this.histories = histories;
    this.autoscalers = autoscalers;
    this.settings = options.settings();
  }

  @Override
  public String name() {
    return "history";
  }

  @Override
  public Map<NamespacedName, JsonNode> save(Predicate<String> namespaces) {
    Map<NamespacedName, JsonNode> saved = new HashMap<>();
    histories.all(namespaces).forEach((key, history) -> saved.put(key, encode(key, history)));
    return saved;
  }

  private JsonNode encode(NamespacedName key, History history) {
    HorizontalPodAutoscaler hpa = autoscalers.get(key);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put(DESIRED, hpa == null ? 0 : hpa.status().desiredReplicas());
    ArrayNode recommendations = json.putArray(RECOMMENDATIONS);
    long last = 0;
    for (Recommendation each : history.recommendations()) {
      recommendations.add(each.at().toEpochMilli() - last).add(each.replicas());
      last = each.at().toEpochMilli();
    }
    encode(json, SCALE_UPS, history.scaleUps());
    encode(json, SCALE_DOWNS, history.scaleDowns());
    if (!history.failingSince().isEmpty()) {
      encodeClocks(json.putObject(FAILING_SINCE), history.failingSince());
    }
    return json;
  }

  /** The shortest names: the clocks of the others begin anew after a restart. */
  private static void encodeClocks(ObjectNode json, Map<String, Instant> clocks) {
    int left = Limit.SAVED_NAME_CHARS.asInt();
    for (String name : shortestFirst(clocks.keySet())) {
      left -= name.length();
      if (left < 0) {
        return;
      }
      json.put(name, Objects.requireNonNull(clocks.get(name)).toEpochMilli());
    }
  }

  private static List<String> shortestFirst(Set<String> names) {
    return names.stream()
        .sorted(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  private static void encode(ObjectNode json, String name, List<ScaleEvent> events) {
    if (events.isEmpty()) {
      return;
    }
    ArrayNode array = json.putArray(name);
    long last = 0;
    for (ScaleEvent each : events) {
      array.add(each.at().toEpochMilli() - last).add(each.change()).add(each.outdated() ? 1 : 0);
      last = each.at().toEpochMilli();
    }
  }

  @Override
  public void restore(HorizontalPodAutoscaler hpa, JsonNode saved, Instant at, Instant now) {
    History all = decode(saved, now);
    History kept = withoutExpired(all, hpa.spec().behavior(), at, now);
    int desired = replicas(saved.path(DESIRED));
    histories.put(NamespacedName.of(hpa.metadata()), withLaterRescale(kept, hpa, desired, at, now));
  }

  /**
   * Drops what no longer applies.
   *
   * <p>The latest recommendation of a checkpoint that is younger than the window is kept: an
   * autoscaler without recommendations would hold scale-downs for a window, as at its first start.
   * Expired scale events are kept while one in the checkpoint may apply, because the order in which
   * later ones replace them has an effect if the policies have different periods.
   */
  private History withoutExpired(
      History all, @Nullable Behavior behavior, Instant at, Instant now) {
    Instant window = now.minus(History.longestWindow(behavior, settings));
    History kept = all.withoutRecommendationsBefore(window);
    if (kept.recommendations().isEmpty() && !at.isBefore(window)) {
      kept = withLatest(kept, all.recommendations());
    }
    boolean areExpired =
        behavior == null || at.isBefore(now.minus(History.longestPeriod(behavior)));
    return areExpired ? kept.withoutScaleEvents() : kept;
  }

  private static History withLatest(History history, List<Recommendation> expired) {
    return expired.stream()
        .max(Comparator.comparing(Recommendation::at))
        .map(history::withRecommendation)
        .orElse(history);
  }

  /**
   * Adds a rescale that happened after the checkpoint. A scale-up proves that at least its replicas
   * were recommended then; a scale-down may have been limited.
   *
   * @param desired the desired replicas at the time of the checkpoint
   */
  private static History withLaterRescale(
      History history, HorizontalPodAutoscaler hpa, int desired, Instant at, Instant now) {
    HpaStatus status = hpa.status();
    // Of a clock that is ahead: a recommendation in the future would apply until then.
    Instant rescaled = status.lastScaleTime() == null ? null : earlier(status.lastScaleTime(), now);
    int change = status.desiredReplicas() - desired;
    if (rescaled == null
        || change == 0
        || desired == 0
        || rescaled.isBefore(at.truncatedTo(ChronoUnit.SECONDS))) {
      return history;
    }
    History repaired = history;
    @Nullable Behavior behavior = hpa.spec().behavior();
    if (behavior != null) {
      repaired = repaired.scaled(desired, status.desiredReplicas(), behavior, rescaled);
    }
    return change > 0
        ? repaired.withRecommendation(new Recommendation(status.desiredReplicas(), rescaled))
        : repaired;
  }

  private static History decode(JsonNode saved, Instant now) {
    List<Recommendation> recommendations = new ArrayList<>();
    JsonNode array = saved.path(RECOMMENDATIONS);
    long at = 0;
    for (int i = 0; i + 1 < array.size(); i += 2) {
      at += number(array.get(i));
      recommendations.add(new Recommendation(replicas(array.get(i + 1)), earlier(at, now)));
    }
    Map<String, Instant> clocks = new HashMap<>();
    saved
        .path(FAILING_SINCE)
        .properties()
        .forEach(each -> clocks.put(each.getKey(), earlier(number(each.getValue()), now)));
    return new History(
        List.copyOf(recommendations),
        events(saved.path(SCALE_UPS), now),
        events(saved.path(SCALE_DOWNS), now),
        clocks);
  }

  private static List<ScaleEvent> events(JsonNode array, Instant now) {
    List<ScaleEvent> events = new ArrayList<>();
    long at = 0;
    for (int i = 0; i + 2 < array.size(); i += 3) {
      at += number(array.get(i));
      events.add(
          new ScaleEvent(
              replicas(array.get(i + 1)), earlier(at, now), number(array.get(i + 2)) != 0));
    }
    return List.copyOf(events);
  }

  private static long number(JsonNode value) {
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new IllegalArgumentException("\"" + value + "\" is not an integer");
    }
    return value.asLong();
  }

  private static int replicas(JsonNode value) {
    long number = number(value);
    if (number < 0 || number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("\"" + number + "\" is not a number of replicas");
    }
    return (int) number;
  }

  /** A time of a clock that is ahead is now. */
  private static Instant earlier(long millis, Instant now) {
    return earlier(Instant.ofEpochMilli(millis), now);
  }

  private static Instant earlier(Instant time, Instant now) {
    return time.isAfter(now) ? now : time;
  }
}
