package dev.hpa.sandbox.proto;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Properties of protobuf fields that the message definitions lack: a different JSON name, whether a
 * message is inlined into its parent's JSON, and whether a zero value means unset.
 *
 * <p>On the wire, pointer fields of the Go types are present only when they are set, all others
 * always. A zero therefore means "set to zero" for pointers and for fields without {@code
 * omitempty}, and "unset" for the others. For each type, the smaller of the two groups is listed
 * here.
 */
final class FieldMappings {

  private static final String CORE = "k8s.io.api.core.v1";
  private static final String APPS = "k8s.io.api.apps.v1";
  private static final String META = "k8s.io.apimachinery.pkg.apis.meta.v1";

  /** Messages that are inlined into their parent's JSON. */
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

  /** Numbers that are unset when they are zero. */
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
              fields("k8s.io.api.policy.v1", "PodDisruptionBudgetStatus: observedGeneration"),
              fields("k8s.io.api.autoscaling.v1", "ScaleSpec: replicas"),
              fields(
                  "k8s.io.api.autoscaling.v2", "HorizontalPodAutoscalerStatus: currentReplicas")));

  /** Booleans that are set when they are false. */
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

  /** Strings that are set when they are empty. */
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

  private FieldMappings() {}

  /** The JSON name of a field. */
  static String jsonName(FieldDescriptor field) {
    return UPPER_UID.contains(field.getFullName()) ? "uid" : field.getName();
  }

  /** Whether the message is inlined into its parent's JSON. */
  static boolean isInline(FieldDescriptor field) {
    return INLINE.contains(field.getFullName());
  }

  /** Whether this value on the wire means that the field is unset. */
  static boolean isUnset(FieldDescriptor field, Object value) {
    String name = field.getFullName();
    return switch (value) {
      case Integer number -> number == 0 && ZERO_IS_UNSET.contains(name);
      case Long number -> number == 0 && ZERO_IS_UNSET.contains(name);
      case Boolean bool -> !bool && !FALSE_IS_SET.contains(name);
      case String text -> text.isEmpty() && !EMPTY_IS_SET.contains(name);
      default -> false;
    };
  }

  /** Full field names of lines in the format "Message: field field". */
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
