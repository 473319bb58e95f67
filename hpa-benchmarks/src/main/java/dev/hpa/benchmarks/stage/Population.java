package dev.hpa.benchmarks.stage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;

/**
 * How much there is in the sandbox: each autoscaler has a Deployment with an equal share of the
 * pods, and each namespace a share of the autoscalers.
 *
 * @param hungEvery every so many autoscalers there is one whose only metric comes from an external
 *     source that answers after {@link #HANGS_SECONDS}; 0 for none
 * @param pace how fast pods come up and go
 */
public record Population(
    int pods, int autoscalers, int namespaces, Usage usage, int hungEvery, Pace pace) {

  /** How long the hung source takes to answer. */
  public static final int HANGS_SECONDS = 30;

  /** The external metric of the hung source. */
  static final String HUNG_METRIC = "hung";

  /** How fast pods come up and go. */
  public enum Pace {
    /** At once. */
    AT_ONCE,
    /** As in a small cluster: some seconds each. */
    LIFELIKE
  }

  /** What the CPU of a pod is asked for in thousandths, and what the autoscaler wants of it. */
  private static final int REQUEST_MILLI = 2000;

  private static final int TARGET_PERCENT = 60;
  private static final int TARGET_MILLI = REQUEST_MILLI * TARGET_PERCENT / 100;

  /** Among so many workloads one leaves the tolerance. */
  private static final int MOVING_EVERY = 20;

  /** A container as people write them: ports, probes, a few variables, requests and limits. */
  private static final String DEPLOYMENT =
      """
      {"kind": "Deployment", "apiVersion": "apps/v1",
       "metadata": {"name": "%1$s", "labels": {"app": "%1$s"}, "annotations": {%3$s}},
       "spec": {"replicas": %2$d, "selector": {"matchLabels": {"app": "%1$s"}},
        "template": {
         "metadata": {"labels": {"app": "%1$s", "tier": "web"}, "annotations": {"prometheus.io/scrape": "true"}},
         "spec": {"serviceAccountName": "default", "containers": [{
          "name": "web", "image": "registry.example/shop/web:1.42.0",
          "ports": [{"name": "http", "containerPort": 8080}],
          "env": [{"name": "LOG_LEVEL", "value": "info"},
           {"name": "POD_NAME", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.name"}}}],
          "resources": {"requests": {"cpu": "%4$dm", "memory": "256Mi"}, "limits": {"cpu": "4", "memory": "512Mi"}},
          "livenessProbe": {"httpGet": {"path": "/live", "port": "http", "scheme": "HTTP"}, "periodSeconds": 10},
          "readinessProbe": {"httpGet": {"path": "/ready", "port": "http", "scheme": "HTTP"}, "periodSeconds": 5}}]}}}}
      """;

  private static final String AUTOSCALER =
      """
      {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
       "metadata": {"name": "%1$s"},
       "spec": {"minReplicas": 1, "maxReplicas": %2$d,
        "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "%1$s"},
        "metrics": [%3$s]}}
      """;

  private static final String CPU =
      """
      {"type": "Resource", "resource": {"name": "cpu",
       "target": {"type": "Utilization", "averageUtilization": %d}}}
      """
          .formatted(TARGET_PERCENT);

  private static final String EXTERNAL =
      """
      {"type": "External", "external": {"metric": {"name": "%s"},
       "target": {"type": "AverageValue", "averageValue": "1"}}}
      """
          .formatted(HUNG_METRIC);

  /** So many pods, autoscalers and namespaces, with nothing to measure. */
  public static Population idle(int pods, int autoscalers, int namespaces) {
    return new Population(pods, autoscalers, namespaces, Usage.NONE, 0, Pace.AT_ONCE);
  }

  static String namespace(int number) {
    return "shop-" + number;
  }

  /** The name of a Deployment and of its autoscaler. */
  static String name(int number) {
    return "web-" + number;
  }

  /** The number in a {@link #name}. */
  static int number(String name) {
    return Integer.parseInt(name.substring(name.indexOf('-') + 1));
  }

  /** Whether the only metric of an autoscaler is the one of the hung source. */
  boolean isHung(int number) {
    return hungEvery > 0 && number % hungEvery == 0;
  }

  ObjectNode deployment(int number) {
    int replicas = replicas(number);
    return object(
        DEPLOYMENT.formatted(name(number), replicas, load(number, replicas), REQUEST_MILLI));
  }

  ObjectNode autoscaler(int number) {
    String metric = isHung(number) ? EXTERNAL : CPU;
    return object(AUTOSCALER.formatted(name(number), 2 * pods / autoscalers + 1, metric));
  }

  private int replicas(int number) {
    return pods / autoscalers + (number < pods % autoscalers ? 1 : 0);
  }

  /** The annotation that says what all pods of a workload together use. */
  private String load(int number, int replicas) {
    int wanted = TARGET_MILLI * replicas;
    return switch (usage) {
      case NONE -> "";
      case STEADY -> "\"sandbox.hpa.dev/cpu\": \"%dm\"".formatted(wanted);
      case CHANGING ->
          number % MOVING_EVERY == MOVING_EVERY - 1
              ? "\"sandbox.hpa.dev/load\": \"sine:min=%dm,max=%dm,period=8m\""
                  .formatted(wanted * 8 / 10, wanted * 14 / 10)
              : "\"sandbox.hpa.dev/load\": \"ramp:from=%dm,to=%dm,over=30m\""
                  .formatted(wanted * 92 / 100, wanted * 108 / 100);
    };
  }

  private static ObjectNode object(String text) {
    return (ObjectNode) Json.tree(text);
  }
}
