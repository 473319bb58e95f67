package dev.hpa.cli.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Archive;
import dev.hpa.sandbox.server.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The permissions in the manifests are sufficient and minimal for 1 hour of sync periods. A period
 * takes {@code lab.period} seconds instead of upstream's 15 s.
 */
class RightsLab {

  private static final int ROUNDS = 240;
  private static final int ROUNDS_PER_WAVE = 80;
  private static final Duration PERIOD = Duration.ofSeconds(Integer.getInteger("lab.period", 1));
  private static final Duration FOR_A_START = Duration.ofMinutes(2);

  private static final String APPS = "/apis/apps/v1/namespaces/shop/";

  private static final List<Target> TARGETS =
      List.of(
          new Target(APPS + "deployments", "web", 2, "web"),
          new Target(APPS + "statefulsets", "db", 2, "db"),
          new Target(APPS + "replicasets", "cache", 2, "cache"),
          new Target("/api/v1/namespaces/shop/replicationcontrollers", "legacy", 2, "legacy"),
          new Target("/apis/example.com/v1/namespaces/shop/widgets", "w1", 2, "w1"));

  private static final String CPU =
      """
      {"type": "Resource", "resource": {"name": "cpu",
        "target": {"type": "Utilization", "averageUtilization": 50}}}
      """;
  private static final String HITS_OF_PODS =
      """
      {"type": "Pods", "pods": {"metric": {"name": "hits"},
        "target": {"type": "AverageValue", "averageValue": "50"}}}
      """;
  private static final String HITS_OF_A_SERVICE =
      """
      {"type": "Object", "object": {"metric": {"name": "hits"},
        "describedObject": {"apiVersion": "v1", "kind": "Service", "name": "cache"},
        "target": {"type": "Value", "value": "50"}}}
      """;
  private static final String QUEUE =
      """
      {"type": "External", "external": {"metric": {"name": "queue"},
        "target": {"type": "Value", "value": "50"}}}
      """;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  /** Half of each wave is above the target for any number of pods, the other half below. */
  private static String value(Duration since) {
    long round = since.dividedBy(PERIOD) % ROUNDS_PER_WAVE;
    return round < ROUNDS_PER_WAVE / 2 ? "90" : "10";
  }

  private static List<JsonNode> autoscalers() {
    List<String> metrics = List.of(CPU, HITS_OF_PODS, HITS_OF_A_SERVICE, CPU, QUEUE);
    return IntStream.rangeClosed(0, TARGETS.size())
        .mapToObj(
            each ->
                each < TARGETS.size()
                    ? autoscaler(TARGETS.get(each), metrics.get(each))
                    : autoscaler(new Target(APPS + "deployments", "missing", 0, "missing"), CPU))
        .toList();
  }

  private static JsonNode autoscaler(Target target, String metric) {
    return Json.tree(
        """
        {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
          "metadata": {"name": "%1$s", "namespace": "shop"},
          "spec": {"minReplicas": 1, "maxReplicas": 6, "metrics": [%2$s],
            "scaleTargetRef": {"apiVersion": "%3$s", "kind": "%4$s", "name": "%1$s"}}}
        """
            .formatted(target.name(), metric, target.apiVersion(), target.kind()));
  }

  @Test
  void noRequestIsDeniedForOneHour() throws Exception {
    int port = FreePorts.next();
    Path certificates = Files.createDirectory(folder.resolve("controller-certs"));
    Load load = (metric, of, since) -> metric.equals("cpu") ? value(since) + "m" : value(since);
    try (Laboratory laboratory = Laboratory.open(folder, TARGETS, autoscalers(), load)) {
      try (LabApi account = laboratory.account()) {
        assertFalse(account.answers("/api/v1/secrets"));
      }
      List<AuditedRequest> forbidden = denied(laboratory.audited());
      assertEquals(1, forbidden.size(), "the log notices");

      try (Daemon controller =
          laboratory.startController(
              port,
              List.of(
                  "--cert-dir=" + certificates,
                  "--horizontal-pod-autoscaler-sync-period=" + PERIOD.toSeconds() + "s",
                  "--horizontal-pod-autoscaler-downscale-stabilization="
                      + PERIOD.multipliedBy(20).toSeconds()
                      + "s"))) {
        controller.await(
            "first round", FOR_A_START, () -> !laboratory.sinceFirstQuestion().isZero());
        try (LabApi ownPort =
            new LabApi(
                "https://127.0.0.1:" + port,
                certificates.resolve("kube-controller-manager.crt"),
                RealCluster.MONITOR_TOKEN)) {
          assertTrue(ownPort.answers("/metrics"));
        }
        Duration hour = PERIOD.multipliedBy(ROUNDS);
        controller.await(
            "end of the hour",
            hour.multipliedBy(2),
            () ->
                laboratory.sinceFirstQuestion().compareTo(hour) > 0
                    && rounds(laboratory.audited()) >= ROUNDS);
      }

      assertFalse(
          Files.readString(folder.resolve("controller.log")).contains("WARNING:"),
          "Java logs no warnings");
      List<AuditedRequest> asked = laboratory.audited();
      Files.writeString(Archive.folder().resolve("lab-requests.md"), table(asked));
      assertEquals(forbidden, denied(asked));
      TARGETS.forEach(each -> assertScaledBothWays(each, asked));
      assertEquals(
          List.of(),
          laboratory.grants().stream()
              .filter(right -> asked.stream().noneMatch(each -> right.allows(each.call())))
              .toList(),
          "rights that were not needed");
    }
  }

  private static List<AuditedRequest> denied(List<AuditedRequest> asked) {
    return asked.stream().filter(AuditedRequest::isDenied).toList();
  }

  private static long rounds(List<AuditedRequest> asked) {
    return asked.stream()
        .filter(each -> each.verb().equals("get") && each.resource().equals("deployments/scale"))
        .filter(each -> each.name().equals("web"))
        .count();
  }

  private static void assertScaledBothWays(Target target, List<AuditedRequest> asked) {
    int before = target.replicas();
    boolean up = false;
    boolean down = false;
    for (AuditedRequest each : asked) {
      if (each.isUpdateOf("scale") && each.name().equals(target.name())) {
        int replicas = each.body().at("/spec/replicas").asInt();
        up |= replicas > before;
        down |= replicas < before;
        before = replicas;
      }
    }
    assertTrue(up && down, target.path());
  }

  /** Returns the number of requests by kind, for the documentation. */
  private static String table(List<AuditedRequest> asked) {
    Map<String, Long> counts =
        asked.stream()
            .filter(each -> !each.isDenied())
            .collect(Collectors.groupingBy(RightsLab::row, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(each -> each.getKey() + each.getValue() + " |\n")
        .collect(
            Collectors.joining(
                "", "| group | resource | verb | requests |\n|---|---|---|---|\n", ""));
  }

  /** Returns the first cells of a row; names of metrics are replaced by an asterisk. */
  private static String row(AuditedRequest request) {
    boolean named = request.group().matches("(custom|external)\\.metrics\\.k8s\\.io");
    return "| %s | %s | %s | "
        .formatted(request.group(), named ? "`*`" : "`" + request.resource() + "`", request.verb());
  }
}
