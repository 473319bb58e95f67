package dev.hpa.cli.manifests;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** References to kinds in API versions that no supported Kubernetes release serves. */
public final class RemovedVersions {

  /** Versions of workloads and of Ingress, which metrics describe, and those that replace them. */
  private static final Map<String, String> REPLACED =
      Map.of(
          "apps/v1beta1", "apps/v1",
          "apps/v1beta2", "apps/v1",
          "extensions/v1beta1", "apps/v1",
          "networking.k8s.io/v1beta1", "networking.k8s.io/v1");

  private RemovedVersions() {}

  /**
   * A reference.
   *
   * @param field the path of its apiVersion, with the fields of autoscaling/v2
   * @param text what is wrong
   */
  public record Reference(String field, String text) {}

  /** The references of an autoscaler, in the order of its fields. */
  public static List<Reference> in(HpaSpec spec) {
    List<Reference> found = new ArrayList<>();
    add("spec.scaleTargetRef", spec.scaleTargetRef(), found);
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    for (int i = 0; i < metrics.size(); i++) {
      MetricSpec.ObjectMetric object = metrics.get(i).object();
      if (object != null) {
        add(
            "spec.metrics[%d].object.describedObject".formatted(i),
            object.describedObject(),
            found);
      }
    }
    return found;
  }

  /** Whether a reference is one of them. */
  public static boolean includes(CrossVersionObjectReference reference) {
    return REPLACED.containsKey(reference.apiVersionOrEmpty());
  }

  private static void add(
      String field, CrossVersionObjectReference reference, List<Reference> found) {
    if (includes(reference)) {
      String version = reference.apiVersionOrEmpty();
      String now =
          reference.kind().equals("Ingress") ? "networking.k8s.io/v1" : REPLACED.get(version);
      found.add(
          new Reference(
              field + ".apiVersion", version + " is no longer served; write apiVersion: " + now));
    }
  }
}
