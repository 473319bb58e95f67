package dev.hpa.benchmarks.setup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Objects of the sandbox. Every autoscaler has a Deployment with an equal share of the pods; every
 * namespace has an equal share of the autoscalers.
 *
 * @param hungEvery N if every Nth autoscaler has a single External metric whose source responds
 *     after {@link #HANGS_SECONDS}; 0 for none
 * @param pace how fast pods start and stop
 * @param externalMetrics number of External metrics of each autoscaler, each with a separate
 *     series; 0 if autoscalers scale on the CPU of their pods
 * @param mixed whether they scale on the CPU of their pods as well, and both sources respond after
 *     {@link #SLOW_SECONDS}
 */
public record Population(
    int pods,
    int autoscalers,
    int namespaces,
    Usage usage,
    int hungEvery,
    Pace pace,
    int externalMetrics,
    boolean mixed) {

  /** Response time of both sources of a mixed population, in seconds. */
  static final int SLOW_SECONDS = 2;

  /** Response time of the hung source, in seconds. */
  public static final int HANGS_SECONDS = 30;

  /**
   * Response time of an External metric while the metrics API is overloaded, in seconds: too long
   * to read all metrics within a sync period, and well below the deadlines of the contenders.
   */
  public static final int OVERLOAD_SECONDS = 5;

  /** The External metric of the hung source. */
  static final String HUNG_METRIC = "hung";

  /** How fast pods start and stop. */
  public enum Pace {
    /** Immediately. */
    AT_ONCE,
    /** As in a small cluster: a few seconds each. */
    LIFELIKE
  }

  /** CPU request of a pod in milli-units, and the target utilization. */
  private static final int REQUEST_MILLI = 2000;

  private static final int TARGET_PERCENT = 60;
  private static final int TARGET_MILLI = REQUEST_MILLI * TARGET_PERCENT / 100;

  /** Every Nth workload leaves the tolerance. */
  private static final int MOVING_EVERY = 20;

  /** A typical container: ports, probes, environment variables, requests and limits. */
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

  /** Target of an External metric for each replica. */
  private static final int TARGET_EXTERNAL = 100;

  static String namespace(int number) {
    return "shop-" + number;
  }

  /** Returns the name of a Deployment and of its autoscaler. */
  static String name(int number) {
    return "web-" + number;
  }

  /** Returns the number in a {@link #name}. */
  static int number(String name) {
    return Integer.parseInt(name.substring(name.indexOf('-') + 1));
  }

  /** Returns whether the only metric of an autoscaler is that of the hung source. */
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
    Stream<String> external =
        externalNames().stream()
            .map(name -> EXTERNAL.formatted(name, TARGET_EXTERNAL, selector(number)));
    Stream<String> cpu = mixed || externalMetrics == 0 ? Stream.of(CPU) : Stream.empty();
    return Stream.concat(cpu, external).collect(Collectors.joining(", "));
  }

  private static String selector(int number) {
    return ", \"selector\": {\"matchLabels\": {\"%s\": \"%s\"}}".formatted(LABEL, name(number));
  }

  /** Returns the names of the External metrics of every autoscaler. */
  List<String> externalNames() {
    return IntStream.range(0, externalMetrics).mapToObj(i -> "queue-" + i).toList();
  }

  /** Returns the labels that identify the series of one autoscaler. */
  static Map<String, String> externalLabels(int number) {
    return Map.of(LABEL, name(number));
  }

  /** Returns the value of each External metric of an autoscaler: a quantity or a profile. */
  String externalValue(int number) {
    long total = 1000L * TARGET_EXTERNAL * replicas(number);
    return usage == Usage.CHANGING ? changing(number, total) : total + "m";
  }

  private int replicas(int number) {
    return pods / autoscalers + (number < pods % autoscalers ? 1 : 0);
  }

  /** Returns the annotation with the total usage of a workload. */
  private String load(int number, int replicas) {
    int total = TARGET_MILLI * replicas;
    return switch (usage) {
      case STEADY -> "\"sandbox.hpa.dev/cpu\": \"%dm\"".formatted(total);
      case CHANGING -> "\"sandbox.hpa.dev/load\": \"%s\"".formatted(changing(number, total));
    };
  }

  private static String changing(int number, long totalMilli) {
    return number % MOVING_EVERY == MOVING_EVERY - 1
        ? "sine:min=%dm,max=%dm,period=8m".formatted(totalMilli * 8 / 10, totalMilli * 14 / 10)
        : "ramp:from=%dm,to=%dm,over=30m".formatted(totalMilli * 92 / 100, totalMilli * 108 / 100);
  }

  private static ObjectNode object(String text) {
    return (ObjectNode) Json.tree(text);
  }
}
