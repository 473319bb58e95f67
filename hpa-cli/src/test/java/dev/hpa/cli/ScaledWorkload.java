package dev.hpa.cli;

/** Manifests of a Deployment with an HPA, and a daily load that 15 of its pods serve on average. */
public final class ScaledWorkload {

  private ScaledWorkload() {}

  /** The load in cores at a Unix time: 3 on average, and a peak that scales. */
  public static double cores(long at) {
    return 3 + 2 * Math.sin(at / 43_200.0 * Math.PI);
  }

  /** The replicas at that time. */
  public static double replicas(long at) {
    return Math.ceil(cores(at) / 0.2);
  }

  /** The Deployment. */
  public static String deployment(String namespace, String name) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: NAME, namespace: NAMESPACE}
    spec:
      replicas: 4
      selector: {matchLabels: {app: NAME}}
      template:
        metadata: {labels: {app: NAME}}
        spec:
          containers:
          - {name: app, image: web, resources: {requests: {cpu: 500m}, limits: {cpu: 600m}}}
    """
        .replace("NAMESPACE", namespace)
        .replace("NAME", name);
  }

  /** The HPA. */
  public static String autoscaler(String namespace, String name) {
    return """
    apiVersion: autoscaling/v2
    kind: HorizontalPodAutoscaler
    metadata: {name: NAME, namespace: NAMESPACE}
    spec:
      scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: NAME}
      minReplicas: 4
      maxReplicas: 60
      metrics:
      - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 40}}}
    """
        .replace("NAMESPACE", namespace)
        .replace("NAME", name);
  }

  /** Both, as documents of a stream. */
  public static String manifests(String namespace, String name) {
    return "---\n" + deployment(namespace, name) + "---\n" + autoscaler(namespace, name);
  }
}
