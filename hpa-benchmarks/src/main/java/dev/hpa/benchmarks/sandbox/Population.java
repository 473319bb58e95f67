package dev.hpa.benchmarks.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.util.List;

/**
 * How much there is in the sandbox: each autoscaler has a Deployment with an equal share of the
 * pods, and each namespace a share of the autoscalers.
 */
record Population(int pods, int autoscalers, int namespaces) {

  /** A container as people write them: ports, probes, a few variables, requests and limits. */
  private static final String DEPLOYMENT =
      """
      {"kind": "Deployment", "apiVersion": "apps/v1",
       "metadata": {"name": "%1$s", "labels": {"app": "%1$s"}},
       "spec": {"replicas": %2$d, "selector": {"matchLabels": {"app": "%1$s"}},
        "template": {
         "metadata": {"labels": {"app": "%1$s", "tier": "web"}, "annotations": {"prometheus.io/scrape": "true"}},
         "spec": {"serviceAccountName": "default", "containers": [{
          "name": "web", "image": "registry.example/shop/web:1.42.0",
          "ports": [{"name": "http", "containerPort": 8080}],
          "env": [{"name": "LOG_LEVEL", "value": "info"},
           {"name": "POD_NAME", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.name"}}}],
          "resources": {"requests": {"cpu": "200m", "memory": "256Mi"}, "limits": {"cpu": "1", "memory": "512Mi"}},
          "livenessProbe": {"httpGet": {"path": "/live", "port": "http", "scheme": "HTTP"}, "periodSeconds": 10},
          "readinessProbe": {"httpGet": {"path": "/ready", "port": "http", "scheme": "HTTP"}, "periodSeconds": 5}}]}}}}
      """;

  private static final String AUTOSCALER =
      """
      {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
       "metadata": {"name": "%1$s"},
       "spec": {"minReplicas": 1, "maxReplicas": %2$d,
        "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "%1$s"},
        "metrics": [{"type": "Resource", "resource": {"name": "cpu",
         "target": {"type": "Utilization", "averageUtilization": 60}}}]}}
      """;

  /** As {@link #words} says it. */
  static Population parse(String... words) {
    return new Population(
        Integer.parseInt(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
  }

  /** It as the arguments of a program. */
  List<String> words() {
    return List.of(
        Integer.toString(pods), Integer.toString(autoscalers), Integer.toString(namespaces));
  }

  static String namespace(int number) {
    return "shop-" + number;
  }

  ObjectNode deployment(int number) {
    int replicas = pods / autoscalers + (number < pods % autoscalers ? 1 : 0);
    return object(DEPLOYMENT, number, replicas);
  }

  ObjectNode autoscaler(int number) {
    return object(AUTOSCALER, number, 2 * pods / autoscalers + 1);
  }

  private static ObjectNode object(String text, int number, int amount) {
    return (ObjectNode) Json.tree(text.formatted("web-" + number, amount));
  }
}
