package dev.hpa.app.manifests;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The traps that can be seen only in several documents together. */
final class TogetherTraps {

  private final List<Manifest> manifests;
  private final Map<ObjectKey, Manifest> workloads = new HashMap<>();
  private final Map<ObjectKey, List<Manifest>> scalers = new HashMap<>();
  private final Map<Place, List<Warning>> warnings = new HashMap<>();

  private TogetherTraps(List<Manifest> manifests) {
    this.manifests = manifests;
    for (Manifest manifest : manifests) {
      if (manifest.workload() != null) {
        workloads.put(manifest.key(), manifest);
      }
      ObjectKey target = manifest.target();
      if (target != null) {
        scalers.computeIfAbsent(target, key -> new ArrayList<>()).add(manifest);
      }
    }
  }

  /** The traps by place; a document without any is not in the map. */
  static Map<Place, List<Warning>> of(List<Manifest> manifests) {
    TogetherTraps traps = new TogetherTraps(manifests);
    for (Manifest manifest : manifests) {
      traps.autoscaler(manifest);
      traps.workload(manifest);
    }
    return traps.warnings;
  }

  private void autoscaler(Manifest manifest) {
    HorizontalPodAutoscaler autoscaler = manifest.autoscaler();
    ObjectKey target = manifest.target();
    if (autoscaler == null || target == null) {
      return;
    }
    shared(manifest, target);
    Manifest scaled = workloads.get(target);
    if (scaled != null && scaled.workload() != null) {
      overlap(manifest, scaled, scaled.workload());
      List<MetricSpec> metrics = autoscaler.spec().metricsOrEmpty();
      for (int i = 0; i < metrics.size(); i++) {
        metric(manifest, metrics.get(i), "spec.metrics[" + i + "]", target, scaled.workload());
      }
      if (metrics.isEmpty()) {
        // The API server fills in the CPU utilization.
        utilization(manifest, "spec", "cpu", null, 0, target, scaled.workload());
      }
    }
  }

  private void shared(Manifest manifest, ObjectKey target) {
    for (Manifest other : scalers.getOrDefault(target, List.of())) {
      if (!other.place().equals(manifest.place())) {
        warn(
            manifest,
            Trap.SHARED_TARGET,
            "spec.scaleTargetRef",
            "the HorizontalPodAutoscaler "
                + other.key().name()
                + " ("
                + other.place()
                + ") scales "
                + target.kindAndName()
                + " too");
      }
    }
  }

  private void overlap(Manifest manifest, Manifest scaled, Workload workload) {
    for (Manifest other : manifests) {
      boolean overlaps =
          other.workload() != null
              && !other.key().equals(scaled.key())
              && other.key().namespace().equals(scaled.key().namespace())
              && workload.selector().matches(other.workload().labels());
      if (overlaps) {
        warn(
            manifest,
            Trap.OVERLAPPING_SELECTORS,
            "spec.scaleTargetRef",
            "the selector of %s also matches the pods of %s (%s)"
                .formatted(scaled.key().kindAndName(), other.key().kindAndName(), other.place()));
      }
    }
  }

  private void metric(
      Manifest manifest, MetricSpec metric, String path, ObjectKey target, Workload workload) {
    MetricSpec.ResourceMetric resource = metric.resource();
    if (resource != null && percent(resource.target()) > 0) {
      String at = path + ".resource";
      utilization(
          manifest, at, resource.name(), null, percent(resource.target()), target, workload);
    }
    MetricSpec.ContainerResourceMetric container = metric.containerResource();
    if (container != null) {
      String at = path + ".containerResource";
      boolean known =
          workload.containers().stream().anyMatch(c -> c.name().equals(container.container()));
      if (!known) {
        warn(
            manifest,
            Trap.UNKNOWN_CONTAINER,
            at + ".container",
            target.kindAndName() + " has no container \"" + container.container() + "\"");
      } else if (percent(container.target()) > 0) {
        utilization(
            manifest,
            at,
            container.name(),
            container.container(),
            percent(container.target()),
            target,
            workload);
      }
    }
  }

  private static int percent(MetricTarget target) {
    Integer percent = target.averageUtilization();
    return percent == null ? 0 : percent;
  }

  /**
   * A utilization needs requests, and room above them.
   *
   * @param container the one that counts, or null for all
   * @param percent the target, or 0 for the default
   */
  private void utilization(
      Manifest manifest,
      String path,
      String resource,
      @Nullable String container,
      int percent,
      ObjectKey target,
      Workload workload) {
    if (container == null && !workload.requests().isEmpty()) {
      return; // requests of the pod as a whole count in place of its containers'
    }
    List<Workload.Container> counted =
        workload.containers().stream()
            .filter(each -> container == null || each.name().equals(container))
            .toList();
    List<String> missing =
        counted.stream()
            .filter(each -> !each.requests().containsKey(resource))
            .map(Workload.Container::name)
            .toList();
    if (!missing.isEmpty()) {
      warn(
          manifest,
          Trap.MISSING_REQUESTS,
          path,
          "%s requests no %s in %s"
              .formatted(target.kindAndName(), resource, String.join(", ", missing)));
    } else if (percent > 0) {
      room(manifest, path, resource, percent, counted);
    }
  }

  private void room(
      Manifest manifest,
      String path,
      String resource,
      int percent,
      List<Workload.Container> containers) {
    double requested = 0;
    double limited = 0;
    for (Workload.Container each : containers) {
      Quantity limit = each.limits().get(resource);
      Quantity request = each.requests().get(resource);
      if (limit == null || request == null) {
        return;
      }
      requested += request.approximateDouble();
      limited += limit.approximateDouble();
    }
    if (requested > 0 && limited * 100 <= requested * percent) {
      warn(
          manifest,
          Trap.TARGET_ABOVE_LIMIT,
          path + ".target.averageUtilization",
          "%d %% of the requested %s is not below its limit, which is %d %%"
              .formatted(percent, resource, Math.round(limited * 100 / requested)));
    }
  }

  private void workload(Manifest manifest) {
    Workload workload = manifest.workload();
    List<Manifest> by = scalers.getOrDefault(manifest.key(), List.of());
    if (workload != null && workload.fixesReplicas() && !by.isEmpty()) {
      warn(
          manifest,
          Trap.REPLICAS_IN_WORKLOAD,
          "spec.replicas",
          "the HorizontalPodAutoscaler "
              + by.getFirst().key().name()
              + " ("
              + by.getFirst().place()
              + ") sets the replicas of "
              + manifest.key().kindAndName());
    }
  }

  private void warn(Manifest manifest, Trap trap, String field, String message) {
    warnings
        .computeIfAbsent(manifest.place(), key -> new ArrayList<>())
        .add(trap.at(field, message));
  }
}
