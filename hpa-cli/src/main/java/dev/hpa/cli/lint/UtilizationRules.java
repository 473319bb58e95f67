package dev.hpa.cli.lint;

import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ObjectKey;
import dev.hpa.cli.manifests.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Rules for resource metrics and the requests of the target's containers. */
final class UtilizationRules {

  private static final String CPU = "cpu";
  private static final int WHOLE = 100;

  private final Manifest manifest;
  private final HpaSpec spec;
  private final ObjectKey target;
  private final Workload workload;
  private final InjectedContainers injected;
  private final LintOptions options;
  private final Findings findings;

  private UtilizationRules(
      Manifest manifest,
      HpaSpec spec,
      ObjectKey target,
      Workload workload,
      InjectedContainers injected,
      LintOptions options,
      Findings findings) {
    this.manifest = manifest;
    this.spec = spec;
    this.target = target;
    this.workload = workload;
    this.injected = injected;
    this.options = options;
    this.findings = findings;
  }

  /**
   * A resource metric.
   *
   * @param path of the metric's source
   * @param container name of the measured container; empty for all
   */
  private record Measured(
      String path, String resource, Optional<String> container, MetricTarget target) {

    /** The target in percent; 0 if it is not a utilization. */
    int percent() {
      Integer percent = target.averageUtilization();
      return percent == null ? 0 : percent;
    }

    static Optional<Measured> of(MetricSpec metric, String path) {
      MetricSpec.ResourceMetric pods = metric.resource();
      MetricSpec.ContainerResourceMetric one = metric.containerResource();
      if (pods != null) {
        return Optional.of(
            new Measured(path + ".resource", pods.name(), Optional.empty(), pods.target()));
      }
      return one == null
          ? Optional.empty()
          : Optional.of(
              new Measured(
                  path + ".containerResource",
                  one.name(),
                  Optional.of(one.container()),
                  one.target()));
    }
  }

  /**
   * Checks an autoscaler with its target.
   *
   * @param injected containers that its pods get in addition
   */
  static void check(
      Manifest manifest,
      HpaSpec spec,
      ObjectKey target,
      Workload workload,
      InjectedContainers injected,
      LintOptions options,
      Findings findings) {
    UtilizationRules rules =
        new UtilizationRules(manifest, spec, target, workload, injected, options, findings);
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    for (int i = 0; i < metrics.size(); i++) {
      Measured.of(metrics.get(i), "spec.metrics[" + i + "]").ifPresent(rules::metric);
    }
    if (metrics.isEmpty()) {
      // The API server defaults to a CPU utilization.
      rules.metric(new Measured("spec", CPU, Optional.empty(), MetricTarget.utilization(80)));
    }
  }

  /** Checks that utilization of limits has limits. */
  static void checkLimits(
      Manifest manifest, HpaSpec spec, ObjectKey target, Workload workload, Findings findings) {
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    for (int i = 0; i < metrics.size(); i++) {
      Measured.of(metrics.get(i), "spec.metrics[" + i + "]")
          .filter(measured -> measured.percent() > 0)
          .ifPresent(
              measured -> {
                String missing =
                    counted(workload, measured).stream()
                        .filter(each -> !each.limits().containsKey(measured.resource()))
                        .map(Workload.Container::name)
                        .collect(Collectors.joining(", "));
                if (!missing.isEmpty()) {
                  findings.add(
                      manifest,
                      LintRule.MISSING_REQUESTS,
                      measured.path(),
                      "%s does not limit %s in %s, and request-base is Limits"
                          .formatted(target.kindAndName(), measured.resource(), missing));
                }
              });
    }
  }

  /** Checks an autoscaler whose target is unknown. */
  static void checkWithoutTarget(Manifest manifest, HpaSpec spec, Findings findings) {
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    for (int i = 0; i < metrics.size(); i++) {
      Measured.of(metrics.get(i), "spec.metrics[" + i + "]")
          .filter(measured -> measured.percent() >= WHOLE)
          .ifPresent(measured -> noHeadroom(manifest, measured, findings));
    }
  }

  private void metric(Measured measured) {
    boolean known =
        measured.container().isEmpty()
            || workload.containers().stream()
                .anyMatch(each -> each.name().equals(measured.container().get()));
    if (!known && injected.any()) {
      injected(measured);
    } else if (!known) {
      warn(
          LintRule.UNKNOWN_CONTAINER,
          measured.path() + ".container",
          target.kindAndName()
              + " has no container \""
              + measured.container().orElseThrow()
              + "\"");
    } else if (measured.percent() > 0) {
      utilization(measured);
    }
    if (known && measured.resource().equals(CPU)) {
      quantity(measured, measured.target());
    }
    if (known && measured.container().isEmpty() && measured.resource().equals(CPU)) {
      options.idle().ifPresent(idle -> idle(measured, idle));
    }
  }

  /** Tens of millicores far below the request are probably meant as percent. */
  private void quantity(Measured measured, MetricTarget metricTarget) {
    Quantity average = metricTarget.averageValue();
    if (average == null || metricTarget.averageUtilization() != null) {
      return;
    }
    double milli = average.approximateDouble() * 1000;
    double requested = requestedCores(measured).orElse(0) * 1000;
    long tens = Math.round(milli / 10);
    if (tens >= 1 && tens <= 10 && Math.abs(milli - tens * 10) < 1e-6 && milli * 2 < requested) {
      warn(
          LintRule.PERCENT_AS_QUANTITY,
          measured.path() + ".target.averageValue",
          "%s is %d %% of the requested %sm; for %d %% write averageUtilization: %d"
              .formatted(
                  average,
                  Math.round(milli * WHOLE / requested),
                  Math.round(requested),
                  tens * 10,
                  tens * 10));
    }
  }

  /** Checks that a utilization has requests, and limits above the target. */
  private void utilization(Measured measured) {
    if (measured.container().isEmpty() && !workload.requests().isEmpty()) {
      return; // pod-level requests replace those of the containers
    }
    if (measured.container().isEmpty()) {
      injected(measured);
    }
    List<Workload.Container> counted = counted(workload, measured);
    List<String> missing =
        counted.stream()
            .filter(each -> !each.requests().containsKey(measured.resource()))
            .map(Workload.Container::name)
            .toList();
    if (missing.isEmpty()
        && sum(counted, Workload.Container::requests, measured.resource()).orElse(1) == 0) {
      warn(
          LintRule.ZERO_REQUEST,
          measured.path(),
          "%s requests 0 %s".formatted(target.kindAndName(), measured.resource()));
    } else if (missing.isEmpty()) {
      headroom(measured, counted);
    } else {
      warn(
          LintRule.MISSING_REQUESTS,
          measured.path(),
          "%s requests no %s in %s"
              .formatted(target.kindAndName(), measured.resource(), String.join(", ", missing)));
    }
  }

  private void injected(Measured measured) {
    List<String> keys = injected.withoutRequest(measured.resource());
    if (!keys.isEmpty()) {
      warn(
          LintRule.INJECTED_CONTAINERS,
          measured.path(),
          "containers are injected (%s); their requests cannot be checked here"
              .formatted(String.join(", ", keys)));
    }
  }

  private static List<Workload.Container> counted(Workload workload, Measured measured) {
    return workload.containers().stream()
        .filter(
            each ->
                measured.container().isEmpty() || measured.container().get().equals(each.name()))
        .toList();
  }

  private void headroom(Measured measured, List<Workload.Container> counted) {
    double requested = sum(counted, Workload.Container::requests, measured.resource()).orElse(0);
    OptionalDouble limited = sum(counted, Workload.Container::limits, measured.resource());
    boolean reachable =
        limited.isEmpty() || limited.getAsDouble() * WHOLE > requested * measured.percent();
    if (requested > 0 && !reachable) {
      warn(
          LintRule.TARGET_ABOVE_LIMIT,
          targetPath(measured),
          "%d %% of the requested %s is not below its limit, which is %d %%"
              .formatted(
                  measured.percent(),
                  measured.resource(),
                  Math.round(limited.orElse(0) * WHOLE / requested)));
    } else if (limited.isEmpty() && measured.percent() >= WHOLE) {
      noHeadroom(manifest, measured, findings);
    }
  }

  /** Empty if one of the containers has no such quantity. */
  private static OptionalDouble sum(
      List<Workload.Container> containers,
      Function<Workload.Container, Map<String, Quantity>> of,
      String resource) {
    double sum = 0;
    for (Workload.Container each : containers) {
      Quantity quantity = of.apply(each).get(resource);
      if (quantity == null) {
        return OptionalDouble.empty();
      }
      sum += quantity.approximateDouble();
    }
    return OptionalDouble.of(sum);
  }

  private static void noHeadroom(Manifest manifest, Measured measured, Findings findings) {
    findings.add(
        manifest,
        LintRule.NO_HEADROOM,
        targetPath(measured),
        "a pod is added only when pods use more than %d %% of the %s they request"
            .formatted(measured.percent(), measured.resource()));
  }

  /**
   * Compares the lowest load with what minReplicas pods can serve at the target. The controller
   * does not scale while the ratio is within the tolerance.
   */
  private void idle(Measured measured, IdleLoad idle) {
    OptionalDouble perPod = coresPerPodAtTarget(measured);
    int min = Math.max(1, spec.minReplicasOrDefault());
    if (perPod.isEmpty() || perPod.getAsDouble() <= 0) {
      return;
    }
    double ratio = idle.cores() / (min * perPod.getAsDouble());
    if (ratio <= 1 + PolicyRules.DEFAULT_TOLERANCE) {
      return;
    }
    long needed = (long) Math.ceil(idle.cores() / perPod.getAsDouble());
    warn(
        LintRule.TARGET_BELOW_IDLE,
        measured.path().equals("spec") ? "spec" : measured.path() + ".target",
        "the lowest load of %s, %s cores, is %d %% of what minReplicas %d can serve at the target; %s"
            .formatted(
                idle.name(),
                Math.round(idle.cores() * 1000) / 1000.0,
                Math.round(ratio * WHOLE),
                min,
                needed >= spec.maxReplicas()
                    ? "the target stays at maxReplicas " + spec.maxReplicas()
                    : "at least " + needed + " replicas remain"));
  }

  private OptionalDouble coresPerPodAtTarget(Measured measured) {
    Quantity average = measured.target().averageValue();
    if (average != null) {
      return OptionalDouble.of(average.approximateDouble());
    }
    OptionalDouble requested = requestedCores(measured);
    return requested.isEmpty()
        ? requested
        : OptionalDouble.of(requested.getAsDouble() * measured.percent() / WHOLE);
  }

  private OptionalDouble requestedCores(Measured measured) {
    Quantity whole = measured.container().isEmpty() ? workload.requests().get(CPU) : null;
    return whole == null
        ? sum(counted(workload, measured), Workload.Container::requests, CPU)
        : OptionalDouble.of(whole.approximateDouble());
  }

  private static String targetPath(Measured measured) {
    return measured.path() + ".target.averageUtilization";
  }

  private void warn(LintRule rule, String field, String message) {
    findings.add(manifest, rule, field, message);
  }
}
