package dev.hpa.sandbox.proto;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the message definitions do not tell about a field, because it is a matter of Kubernetes' own
 * types: its JSON name where that differs, whether its members stand directly in the parent's JSON,
 * and what a zero on the wire means.
 *
 * <p>Zeroes: fields that are pointers in Kubernetes are on the wire when they are set, all others
 * always. So a zero means "set to zero" for pointers and for fields the JSON form always shows, and
 * "not set" for the rest. For each type the rarer half is listed here.
 */
final class FieldRules {

  private static final String CORE = "k8s.io.api.core.v1";
  private static final String APPS = "k8s.io.api.apps.v1";
  private static final String META = "k8s.io.apimachinery.pkg.apis.meta.v1";

  /** Messages whose members belong to the object around them. */
  private static final Set<String> INLINE =
      fields(
          CORE,
          "Volume: volumeSource",
          "Probe: handler",
          "EphemeralContainer: ephemeralContainerCommon",
          "ConfigMapEnvSource: localObjectReference",
          "ConfigMapKeySelector: localObjectReference",
          "ConfigMapProjection: localObjectReference",
          "ConfigMapVolumeSource: localObjectReference",
          "SecretEnvSource: localObjectReference",
          "SecretKeySelector: localObjectReference",
          "SecretProjection: localObjectReference");

  /** Numbers that are not set when they are zero. */
  private static final Set<String> ZERO_IS_UNSET =
      union(
          Stream.of(
              fields(
                  CORE,
                  "AWSElasticBlockStoreVolumeSource: partition",
                  "ContainerImage: sizeBytes",
                  "ContainerPort: hostPort",
                  "ContainerStateTerminated: signal",
                  "Event: count",
                  "EventSeries: count",
                  "GCEPersistentDiskVolumeSource: partition",
                  "PodCondition: observedGeneration",
                  "PodStatus: observedGeneration",
                  "Probe: initialDelaySeconds timeoutSeconds periodSeconds successThreshold failureThreshold",
                  "ReplicationControllerSpec: minReadySeconds",
                  "ReplicationControllerStatus: fullyLabeledReplicas readyReplicas availableReplicas"
                      + " observedGeneration",
                  "ServicePort: nodePort",
                  "ServiceSpec: healthCheckNodePort"),
              fields(
                  APPS,
                  "DaemonSetSpec: minReadySeconds",
                  "DaemonSetStatus: observedGeneration updatedNumberScheduled numberAvailable"
                      + " numberUnavailable",
                  "DeploymentSpec: minReadySeconds",
                  "DeploymentStatus: observedGeneration replicas updatedReplicas readyReplicas"
                      + " availableReplicas unavailableReplicas",
                  "ReplicaSetSpec: minReadySeconds",
                  "ReplicaSetStatus: observedGeneration fullyLabeledReplicas readyReplicas"
                      + " availableReplicas",
                  "StatefulSetSpec: minReadySeconds",
                  "StatefulSetStatus: observedGeneration readyReplicas currentReplicas updatedReplicas"),
              fields(
                  META,
                  "Condition: observedGeneration",
                  "ObjectMeta: generation",
                  "Status: code",
                  "StatusDetails: retryAfterSeconds"),
              fields("k8s.io.api.events.v1", "Event: deprecatedCount"),
              fields("k8s.io.api.policy.v1", "PodDisruptionBudgetStatus: observedGeneration"),
              fields("k8s.io.api.autoscaling.v1", "ScaleSpec: replicas"),
              fields(
                  "k8s.io.api.autoscaling.v2", "HorizontalPodAutoscalerStatus: currentReplicas")));

  /** Truth values that are set even when they are false. */
  private static final Set<String> FALSE_IS_SET =
      union(
          Stream.of(
              fields(
                  CORE,
                  "AzureDiskVolumeSource: readOnly",
                  "CSIVolumeSource: readOnly",
                  "ClusterTrustBundleProjection: optional",
                  "ConfigMap: immutable",
                  "ConfigMapEnvSource: optional",
                  "ConfigMapKeySelector: optional",
                  "ConfigMapProjection: optional",
                  "ConfigMapVolumeSource: optional",
                  "ContainerStatus: ready started",
                  "FileKeySelector: optional",
                  "NodeFeatures: supplementalGroupsPolicy",
                  "NodeRuntimeHandlerFeatures: recursiveReadOnlyMounts userNamespaces",
                  "PodSecurityContext: runAsNonRoot",
                  "PodSpec: automountServiceAccountToken shareProcessNamespace enableServiceLinks"
                      + " setHostnameAsFQDN hostUsers",
                  "Secret: immutable",
                  "SecretEnvSource: optional",
                  "SecretKeySelector: optional",
                  "SecretProjection: optional",
                  "SecretVolumeSource: optional",
                  "SecurityContext: privileged runAsNonRoot readOnlyRootFilesystem"
                      + " allowPrivilegeEscalation",
                  "ServiceAccount: automountServiceAccountToken",
                  "ServiceSpec: allocateLoadBalancerNodePorts",
                  "WindowsSecurityContextOptions: hostProcess"),
              fields(
                  META,
                  "APIResource: namespaced",
                  "DeleteOptions: orphanDependents ignoreStoreReadErrorWithClusterBreakingPotential",
                  "OwnerReference: controller blockOwnerDeletion"),
              fields(
                  "k8s.io.api.authorization.v1",
                  "SubjectAccessReviewStatus: allowed",
                  "SubjectRulesReviewStatus: incomplete")));

  /** Texts for which the empty text is a choice of its own. */
  private static final Set<String> EMPTY_IS_SET =
      union(
          Stream.of(
              fields(
                  CORE,
                  "PersistentVolumeClaimSpec: storageClassName volumeAttributesClassName",
                  "PodDNSConfigOption: value",
                  "TypedLocalObjectReference: apiGroup",
                  "TypedObjectReference: apiGroup",
                  "HostPathVolumeSource: type",
                  "GRPCAction: service"),
              fields("k8s.io.api.coordination.v1", "LeaseSpec: holderIdentity")));

  private static final Set<String> UPPER_UID =
      fields("k8s.io.api.authentication.v1", "BoundObjectReference: uID");

  private FieldRules() {}

  /** The field's name in JSON, which is its name in the message but for one. */
  static String jsonName(FieldDescriptor field) {
    return UPPER_UID.contains(field.getFullName()) ? "uid" : field.getName();
  }

  /** Whether the members of this message stand in the JSON of the object around it. */
  static boolean isInline(FieldDescriptor field) {
    return INLINE.contains(field.getFullName());
  }

  /** Whether this value, found on the wire, only stands for an absent one. */
  static boolean isUnset(FieldDescriptor field, Object value) {
    String name = field.getFullName();
    return switch (value) {
      case Integer number -> number == 0 && ZERO_IS_UNSET.contains(name);
      case Long number -> number == 0 && ZERO_IS_UNSET.contains(name);
      case Boolean truth -> !truth && !FALSE_IS_SET.contains(name);
      case String text -> text.isEmpty() && !EMPTY_IS_SET.contains(name);
      default -> false;
    };
  }

  /** Full field names from lines of the form "Message: field field". */
  private static Set<String> fields(String messages, String... lines) {
    return Arrays.stream(lines)
        .map(line -> line.split(": ", 2))
        .flatMap(line -> fullNames(messages + "." + line[0] + ".", line[1]))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Stream<String> fullNames(String prefix, String fields) {
    return Arrays.stream(fields.split(" ", -1)).map(prefix::concat);
  }

  private static Set<String> union(Stream<Set<String>> sets) {
    return sets.flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
  }
}
