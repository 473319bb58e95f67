package dev.hpa.sandbox.proto;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Apps;
import io.kubernetes.client.proto.V1Authentication;
import io.kubernetes.client.proto.V1Authorization;
import io.kubernetes.client.proto.V1Autoscaling;
import io.kubernetes.client.proto.V1Coordination;
import io.kubernetes.client.proto.V1Policy;
import io.kubernetes.client.proto.V1Rbac;
import io.kubernetes.client.proto.V2Apidiscovery;
import io.kubernetes.client.proto.V2Autoscaling;
import io.kubernetes.client.proto.V2beta1Autoscaling;
import io.kubernetes.client.proto.V2beta2Autoscaling;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The protobuf message of each kind. */
final class KindMessages {

  /** Has no group: clients send it with the version of the object to delete. */
  private static final String DELETE_OPTIONS = "DeleteOptions";

  private static final Map<Kind, Descriptor> MESSAGES =
      Stream.of(
              messages(
                  "autoscaling/v2",
                  V2Autoscaling.getDescriptor(),
                  listed("HorizontalPodAutoscaler")),
              messages(
                  "autoscaling/v1",
                  V1Autoscaling.getDescriptor(),
                  listed("HorizontalPodAutoscaler")),
              messages(
                  "autoscaling/v2beta2",
                  V2beta2Autoscaling.getDescriptor(),
                  listed("HorizontalPodAutoscaler")),
              messages(
                  "autoscaling/v2beta1",
                  V2beta1Autoscaling.getDescriptor(),
                  listed("HorizontalPodAutoscaler")),
              messages("autoscaling/v1", V1Autoscaling.getDescriptor(), Stream.of("Scale")),
              messages(
                  "apps/v1",
                  V1Apps.getDescriptor(),
                  listed("Deployment", "ReplicaSet", "StatefulSet", "DaemonSet")),
              messages(
                  "v1",
                  V1.getDescriptor(),
                  listed(
                      "ConfigMap",
                      "Event",
                      "Namespace",
                      "Node",
                      "Pod",
                      "ReplicationController",
                      "Secret",
                      "Service",
                      "ServiceAccount")),
              messages(
                  "v1",
                  Meta.getDescriptor(),
                  Stream.of(
                      "APIGroup", "APIGroupList", "APIResourceList", "APIVersions", "Status")),
              // The discovery documents of the core group have no version.
              messages("", Meta.getDescriptor(), Stream.of("APIResourceList", "APIVersions")),
              messages("meta.k8s.io/v1", Meta.getDescriptor(), listed("PartialObjectMetadata")),
              messages(
                  "apidiscovery.k8s.io/v2",
                  V2Apidiscovery.getDescriptor(),
                  Stream.of("APIGroupDiscoveryList")),
              messages(
                  "meta.k8s.io/v1beta1", Meta.getDescriptor(), listed("PartialObjectMetadata")),
              messages("policy/v1", V1Policy.getDescriptor(), listed("PodDisruptionBudget")),
              messages(
                  "rbac.authorization.k8s.io/v1",
                  V1Rbac.getDescriptor(),
                  listed("ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding")),
              messages("coordination.k8s.io/v1", V1Coordination.getDescriptor(), listed("Lease")),
              messages(
                  "authentication.k8s.io/v1",
                  V1Authentication.getDescriptor(),
                  Stream.of("SelfSubjectReview", "TokenRequest", "TokenReview")),
              messages(
                  "authorization.k8s.io/v1",
                  V1Authorization.getDescriptor(),
                  Stream.of(
                      "LocalSubjectAccessReview",
                      "SelfSubjectAccessReview",
                      "SelfSubjectRulesReview",
                      "SubjectAccessReview")))
          .flatMap(group -> group)
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private KindMessages() {}

  /** The message of a kind, or null if there is none. */
  static @Nullable Descriptor message(String apiVersion, String kind) {
    return kind.equals(DELETE_OPTIONS)
        ? Meta.DeleteOptions.getDescriptor()
        : MESSAGES.get(new Kind(apiVersion, kind));
  }

  private static Stream<Map.Entry<Kind, Descriptor>> messages(
      String apiVersion, FileDescriptor file, Stream<String> kinds) {
    return kinds.map(
        kind -> Map.entry(new Kind(apiVersion, kind), file.findMessageTypeByName(kind)));
  }

  private static Stream<String> listed(String... kinds) {
    return Stream.of(kinds).flatMap(kind -> Stream.of(kind, kind + "List"));
  }

  private record Kind(String apiVersion, String kind) {}
}
