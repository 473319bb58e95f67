package dev.hpa.benchmarks.setup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How much there is in the sandbox: each autoscaler has a Deployment with an equal share of the
 * pods, and each namespace a share of the autoscalers.
 *
 * @param hungEvery every so many autoscalers there is one whose only metric comes from an external
 *     source that answers after {@link #HANGS_SECONDS}; 0 for none
 * @param pace how fast pods come up and go
 * @param externalMetrics how many External metrics each autoscaler has in place of the CPU of its
 *     pods, each a series of its own; 0 for the CPU
 */
public record Population(
    int pods,
    int autoscalers,
    int namespaces,
    Usage usage,
    int hungEvery,
    Pace pace,
    int externalMetrics) {

  /** How long the hung source takes to answer. */
  public static final int HANGS_SECONDS = 30;

  /**
   * How long each read of an External metric takes while the metrics API is overloaded: too long
   * for a round of reads in a sync period, and well below the deadlines of the contenders.
   */
  public static final int OVERLOAD_SECONDS = 5;

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
      {"type": "External", "external": {"metric": {"name": "%1$s"%3$s},
       "target": {"type": "AverageValue", "averageValue": "%2$d"}}}
      """;

  /** The label by which autoscalers select their series of an External metric. */
  private static final String LABEL = "app";

  private static final String HUNG = EXTERNAL.formatted(HUNG_METRIC, 1, "");

  /** The amount of an External metric that an autoscaler wants for each replica. */
  private static final int TARGET_EXTERNAL = 100;

  /** So many pods, autoscalers and namespaces, with nothing to measure. */
  public static Population idle(int pods, int autoscalers, int namespaces) {
    return new Population(pods, autoscalers, namespaces, Usage.NONE, 0, Pace.AT_ONCE, 0);
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
    return object(AUTOSCALER.formatted(name(number), 2 * pods / autoscalers + 1, metrics(number)));
  }

  private String metrics(int number) {
    if (isHung(number)) {
      return HUNG;
    }
    return externalMetrics == 0
        ? CPU
        : externalNames().stream()
            .map(name -> EXTERNAL.formatted(name, TARGET_EXTERNAL, selector(number)))
            .collect(Collectors.joining(", "));
  }

  private static String selector(int number) {
    return ", \"selector\": {\"matchLabels\": {\"%s\": \"%s\"}}".formatted(LABEL, name(number));
  }

  /** The External metrics that every autoscaler has. */
  List<String> externalNames() {
    return IntStream.range(0, externalMetrics).mapToObj(i -> "queue-" + i).toList();
  }

  /** What tells the series of an External metric for one autoscaler from those for the others. */
  static Map<String, String> externalLabels(int number) {
    return Map.of(LABEL, name(number));
  }

  /** The value of each External metric of an autoscaler, a quantity or a profile. */
  String externalValue(int number) {
    long wanted = 1000L * TARGET_EXTERNAL * replicas(number);
    return usage == Usage.CHANGING ? changing(number, wanted) : wanted + "m";
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
      case CHANGING -> "\"sandbox.hpa.dev/load\": \"%s\"".formatted(changing(number, wanted));
    };
  }

  private static String changing(int number, long wantedMilli) {
    return number % MOVING_EVERY == MOVING_EVERY - 1
        ? "sine:min=%dm,max=%dm,period=8m".formatted(wantedMilli * 8 / 10, wantedMilli * 14 / 10)
        : "ramp:from=%dm,to=%dm,over=30m"
            .formatted(wantedMilli * 92 / 100, wantedMilli * 108 / 100);
  }

  private static ObjectNode object(String text) {
    return (ObjectNode) Json.tree(text);
  }
}
