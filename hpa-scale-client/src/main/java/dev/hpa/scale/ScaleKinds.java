package dev.hpa.scale;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.KindRegistry;
import dev.hpa.kube.content.TypeMetaReader;
import java.io.IOException;
import java.util.Map;

/**
 * The kinds that are registered with client-go's scale client: all kinds of the groups that have a
 * Scale.
 */
final class ScaleKinds {

  private static final String SCALE = "Scale";

  private static final KindRegistry KINDS =
      new KindRegistry(
          Map.of(
              "autoscaling/v1",
              KindRegistry.ofVersion(
                  SCALE, "HorizontalPodAutoscaler", "HorizontalPodAutoscalerList"),
              "extensions/v1beta1",
              KindRegistry.ofVersion(
                  SCALE,
                  "Deployment",
                  "DeploymentList",
                  "DeploymentRollback",
                  "DaemonSet",
                  "DaemonSetList",
                  "Ingress",
                  "IngressList",
                  "ReplicaSet",
                  "ReplicaSetList",
                  "NetworkPolicy",
                  "NetworkPolicyList"),
              "apps/v1beta1",
              KindRegistry.ofVersion(
                  SCALE,
                  "Deployment",
                  "DeploymentList",
                  "DeploymentRollback",
                  "StatefulSet",
                  "StatefulSetList",
                  "ControllerRevision",
                  "ControllerRevisionList"),
              "apps/v1beta2",
              KindRegistry.ofVersion(
                  SCALE,
                  "Deployment",
                  "DeploymentList",
                  "StatefulSet",
                  "StatefulSetList",
                  "DaemonSet",
                  "DaemonSetList",
                  "ReplicaSet",
                  "ReplicaSetList",
                  "ControllerRevision",
                  "ControllerRevisionList"),
              "autoscaling/__internal",
              KindRegistry.ofInternalVersion(SCALE),
              "extensions/__internal",
              KindRegistry.ofInternalVersion(SCALE),
              "apps/__internal",
              KindRegistry.ofInternalVersion(SCALE)));

  /** The GroupVersioner of client-go's scale converter, as Go prints it with %q in the error. */
  private static final String TARGET_VERSIONER =
      "{{\"autoscaling\" \"__internal\"} [{\"extensions\" \"Scale\"} {\"autoscaling\" \"Scale\"}"
          + " {\"apps\" \"Scale\"} {\"apps\" \"Scale\"}] %!q(bool=false)}";

  private ScaleKinds() {}

  /**
   * Checks that a response is a Scale.
   *
   * @throws IOException with client-go's message if it is not
   */
  static void require(TypeMetaReader typeMeta, ApiGroupVersion version) throws IOException {
    String kind = typeMeta.kind();
    KINDS.require(kind, version);
    typeMeta.throwIfFailureStatus();
    if (KindRegistry.isUnversioned(kind)) {
      throw new IOException("the response is a " + kind + ", not a " + SCALE);
    }
    if (!kind.equals(SCALE)) {
      String type = KindRegistry.isShared(kind) ? "v1" : version.version();
      throw new IOException(
          ScaleObject.NOT_CONVERTIBLE
              + type
              + "."
              + kind
              + " is not suitable for converting to "
              + TARGET_VERSIONER);
    }
  }
}
