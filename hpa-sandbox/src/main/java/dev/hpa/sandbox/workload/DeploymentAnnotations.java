package dev.hpa.sandbox.workload;

/** The labels and annotations of the Deployment controller on ReplicaSets. */
final class DeploymentAnnotations {

  static final String HASH_LABEL = "pod-template-hash";
  static final String REVISION = "deployment.kubernetes.io/revision";
  static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
  static final String MAX_REPLICAS = "deployment.kubernetes.io/max-replicas";

  private DeploymentAnnotations() {}
}
