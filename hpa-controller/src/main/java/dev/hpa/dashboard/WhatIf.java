package dev.hpa.dashboard;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.history.AutoscalerHistory;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.Options;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.content.YamlWriter;
import dev.hpa.kube.memory.Limit;
import dev.hpa.simulation.Patch;
import dev.hpa.simulation.Replay;
import dev.hpa.simulation.ReplayFigures;
import dev.hpa.simulation.ReplayLimits;
import dev.hpa.simulation.ReplayResult;
import dev.hpa.simulation.ReplaySetup;
import dev.hpa.simulation.ReplayWorkload;
import dev.hpa.validation.FieldError;
import dev.hpa.validation.HpaValidation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Compares an autoscaler with a change of it under its recorded load, by the decision code of the
 * controller. Writes nothing.
 */
final class WhatIf {

  private static final long MAX_STARTUP_SECONDS = 3600;

  /** The time for both replays. */
  private static final Duration MAX_DURATION = Duration.ofSeconds(10);

  private final Function<HorizontalPodAutoscaler, Options> options;
  private final Settings settings;
  private final Duration syncPeriod;
  private final Supplier<Instant> clock;

  /**
   * @param options the options of an autoscaler
   * @param clock real time, which bounds the time of a comparison
   */
  WhatIf(
      Function<HorizontalPodAutoscaler, Options> options,
      Settings settings,
      Duration syncPeriod,
      Supplier<Instant> clock) {
    this.options = options;
    this.settings = settings;
    this.syncPeriod = syncPeriod;
    this.clock = clock;
  }

  /**
   * @param change {@code spec}, {@code options} by annotation, {@code startupSeconds} and {@code
   *     capacity}, which may be absent: what a pod serves in the unit of the first target
   * @throws IllegalArgumentException with a message of one line if the change is invalid, or the
   *     load cannot be replayed within the limits of a replay
   */
  ObjectNode compare(HorizontalPodAutoscaler hpa, AutoscalerHistory history, JsonNode change) {
    HorizontalPodAutoscaler changed = changed(hpa, change);
    List<String> problems = problems(hpa, changed);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.getFirst());
    }
    if (changed.spec().metricsOrEmpty().size() != hpa.spec().metricsOrEmpty().size()) {
      throw new IllegalArgumentException(
          "spec.metrics: the load of added metrics is not recorded; keep the metrics");
    }
    double startup = change.path("startupSeconds").asDouble(30);
    if (!(startup >= 0 && startup <= MAX_STARTUP_SECONDS)) {
      throw new IllegalArgumentException(
          "startupSeconds: \"%s\" is invalid; use 0 to %d"
              .formatted(change.path("startupSeconds").asText(), MAX_STARTUP_SECONDS));
    }
    ReplayWorkload load =
        RecordedLoad.of(
            hpa,
            history,
            syncPeriod,
            Duration.ofMillis(Math.round(startup * 1000)),
            capacity(hpa, change.path("capacity")));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ReplayLimits limits = limits(load.metrics().size());
    ReplayResult now = Replay.run(load, hpa, setup(options.apply(hpa), limits));
    ReplayResult then = Replay.run(load, changed, setup(options.apply(changed), limits));
    answer.set("now", result(now));
    answer.set("then", result(then));
    ObjectNode patch = Patch.between(hpa, changed);
    answer.put("patch", patch.isEmpty() ? "" : YamlWriter.write(patch));
    return answer;
  }

  private ReplaySetup setup(Options own, ReplayLimits limits) {
    return ReplaySetup.of(own, settings).withSyncPeriod(syncPeriod).withLimits(limits);
  }

  private ReplayLimits limits(int metrics) {
    Instant until = clock.get().plus(MAX_DURATION);
    return new ReplayLimits(
        Math.min(Limit.LISTED_PODS.asInt(), Limit.REPLAY_VALUES.asInt() / metrics),
        Limit.REPLAY_SYNCS.asLong(),
        pods -> clock.get().isBefore(until));
  }

  private static HorizontalPodAutoscaler changed(HorizontalPodAutoscaler hpa, JsonNode change) {
    ObjectNode manifest = HpaVersion.V2.encode(hpa).deepCopy();
    if (change.path("spec").isObject()) {
      manifest.set("spec", change.path("spec"));
    }
    if (change.path("options").isObject()) {
      ObjectNode annotations = manifest.withObject("/metadata/annotations");
      List<String> names = new ArrayList<>();
      annotations.fieldNames().forEachRemaining(names::add);
      names.removeIf(each -> !each.startsWith(OptionKey.PREFIX));
      annotations.remove(names);
      change
          .path("options")
          .properties()
          .forEach(each -> annotations.put(each.getKey(), each.getValue().asText()));
    }
    try {
      return HpaVersion.V2.decode(Json.tree(Json.text(manifest)));
    } catch (RuntimeException malformed) {
      Throwable cause =
          malformed.getCause() instanceof JacksonException ? malformed.getCause() : malformed;
      throw new IllegalArgumentException(
          "spec: " + String.valueOf(cause.getMessage()).lines().findFirst().orElse("malformed"),
          malformed);
    }
  }

  /** What is wrong with a change; options that are ignored already are ignored in both replays. */
  private List<String> problems(HorizontalPodAutoscaler hpa, HorizontalPodAutoscaler changed) {
    List<String> problems = new ArrayList<>();
    HpaValidation.validateCreate(changed, settings.gates(), settings.version()).stream()
        .map(FieldError::text)
        .forEach(problems::add);
    problems.addAll(options.apply(changed).problems());
    problems.removeAll(options.apply(hpa).problems());
    return problems;
  }

  /** By default a pod serves its request, if the first target is a utilization. */
  private static double capacity(HorizontalPodAutoscaler hpa, JsonNode given) {
    if (given.isNumber()) {
      return given.asDouble() > 0 ? given.asDouble() : Double.NaN;
    }
    MetricTarget target =
        hpa.spec().metricsOrEmpty().isEmpty()
            ? null
            : RecordedLoad.target(hpa.spec().metricsOrEmpty().getFirst());
    return target != null && target.averageUtilization() != null ? 100 : Double.NaN;
  }

  private static ObjectNode result(ReplayResult result) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode at = node.putArray("at");
    ArrayNode replicas = node.putArray("replicas");
    for (int i = 0; i < result.syncs(); i++) {
      at.add(result.at(i).toEpochMilli());
      replicas.add(result.desired(i));
    }
    ReplayFigures figures = result.figures();
    node.put("podHours", RowJson.rounded(figures.podHours()));
    RowJson.number(node, "unserved", figures.unserved());
    node.put("scaleEvents", figures.scaleEvents()).put("flaps", figures.flaps());
    node.put("peak", figures.peak());
    return node.put("atMax", RowJson.rounded(figures.atMax()));
  }
}
