package dev.hpa.cli.lint;

import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.Workload;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds quantities of CPU and memory whose unit was probably forgotten or confused. */
final class UnitRules {

  private static final String CPU = "cpu";
  private static final String MEMORY = "memory";

  /** In cores; more than a container of a scaled workload needs. */
  private static final double LARGE_CPU = 100;

  /** In bytes; less than any process needs. */
  private static final double SMALL_MEMORY = 1 << 20;

  private UnitRules() {}

  /** Checks the targets of an autoscaler. */
  static void check(Manifest manifest, HpaSpec spec, Findings findings) {
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    for (int i = 0; i < metrics.size(); i++) {
      String path = "spec.metrics[" + i + "]";
      MetricSpec.ResourceMetric pods = metrics.get(i).resource();
      MetricSpec.ContainerResourceMetric one = metrics.get(i).containerResource();
      if (pods != null) {
        target(manifest, path + ".resource", pods.name(), pods.target(), findings);
      }
      if (one != null) {
        target(manifest, path + ".containerResource", one.name(), one.target(), findings);
      }
    }
  }

  private static void target(
      Manifest manifest, String path, String resource, MetricTarget target, Findings findings) {
    quantity(manifest, path + ".target.averageValue", resource, target.averageValue(), findings);
  }

  /** Checks the requests and limits of a workload. */
  static void check(Manifest manifest, Workload workload, Findings findings) {
    for (Workload.Container container : workload.containers()) {
      String path = container.path() + ".resources";
      quantities(manifest, path + ".limits", container.limits(), findings);
      Map<String, Quantity> requests = container.requests();
      for (String resource : List.of(CPU, MEMORY)) {
        Quantity request = requests.get(resource);
        if (request != null && !request.equals(container.limits().get(resource))) {
          quantity(manifest, path + ".requests." + resource, resource, request, findings);
        }
      }
    }
  }

  private static void quantities(
      Manifest manifest, String path, Map<String, Quantity> quantities, Findings findings) {
    for (String resource : List.of(CPU, MEMORY)) {
      quantity(manifest, path + "." + resource, resource, quantities.get(resource), findings);
    }
  }

  private static void quantity(
      Manifest manifest,
      String path,
      String resource,
      @Nullable Quantity quantity,
      Findings findings) {
    if (quantity == null) {
      return;
    }
    double value = quantity.approximateDouble();
    if (resource.equals(CPU) && value >= LARGE_CPU) {
      findings.add(
          manifest,
          LintRule.UNLIKELY_UNIT,
          path,
          "cpu %s is %s cores; for millicores write %sm"
              .formatted(quantity, number(value), number(value)));
    } else if (resource.equals(MEMORY) && value > 0 && value < SMALL_MEMORY) {
      findings.add(
          manifest,
          LintRule.UNLIKELY_UNIT,
          path,
          "memory %s is %s bytes; for mebibytes write %s"
              .formatted(
                  quantity, number(value), quantity.toString().replaceAll("[^0-9.]", "") + "Mi"));
    }
  }

  private static String number(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }
}
