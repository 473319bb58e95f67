package dev.hpa.sandbox.clients;

import dev.hpa.sandbox.Sandbox;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/** The objects that the client tests create, and the client they share. */
final class Manifests {

  private Manifests() {}

  /** The fabric8 client without WebSockets, which the sandbox does not support. */
  static KubernetesClient client(Sandbox sandbox) {
    Config config = Config.fromKubeconfig(sandbox.kubeconfig());
    config.setOnlyHttpWatches(true);
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  static String deployment(String name, int replicas) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: %1$s
        spec:
          replicas: %2$d
          selector:
            matchLabels:
              app: %1$s
          template:
            metadata:
              labels:
                app: %1$s
            spec:
              containers:
              - name: web
                image: web:1
                resources:
                  requests:
                    cpu: 200m
                  limits:
                    cpu: 500m
        """
        .formatted(name, replicas);
  }

  static String autoscaler(String name) {
    return """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata:
          name: %1$s
        spec:
          minReplicas: 2
          maxReplicas: 6
          scaleTargetRef:
            apiVersion: apps/v1
            kind: Deployment
            name: %1$s
          metrics:
          - type: Resource
            resource:
              name: cpu
              target:
                type: Utilization
                averageUtilization: 50
        """
        .formatted(name);
  }

  static String map(String name) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: %1$s
        data:
          round: %1$s
        """
        .formatted(name);
  }
}
