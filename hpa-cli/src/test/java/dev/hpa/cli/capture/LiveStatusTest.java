package dev.hpa.cli.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the status of a live autoscaler and the version of its server say about decisions. */
class LiveStatusTest {

  private static final String ALL = "/apis/autoscaling/v2/horizontalpodautoscalers";
  private static final String OF_SHOP =
      "/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers";

  @TempDir private Path folder;

  private Program run(LiveServer server, String... command) throws IOException {
    return Program.run(
        "",
        Stream.concat(
                Stream.of(command), List.of("--kubeconfig", server.kubeconfig(folder)).stream())
            .toArray(String[]::new));
  }

  /** An autoscaler with 4 replicas whose external metric has no server. */
  private static void add(LiveServer server, String manager, String conditions) {
    server.add("web", 4, 4, "maxReplicas: 10", "{}");
    String hpa =
        """
        {apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler,
         metadata: {name: web, namespace: shop, uid: u,
           annotations: {hpa.dev/fallback-strategy: CurrentReplicas},
           managedFields: [
             {manager: %s, operation: Update, subresource: status, time: '2026-02-01T00:00:00Z'},
             {manager: kubectl, operation: Update, time: '2026-03-01T00:00:00Z'}]},
         spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, maxReplicas: 10,
           metrics: [{type: External, external: {metric: {name: q},
             target: {type: AverageValue, averageValue: 5}}}]},
         status: {currentReplicas: 4, desiredReplicas: 4, conditions: [%s]}}\
        """
            .formatted(manager, conditions);
    server.serve(OF_SHOP + "/web", hpa);
    String list =
        "{kind: HorizontalPodAutoscalerList, apiVersion: autoscaling/v2, items: [%s]}"
            .formatted(hpa);
    server.serve(OF_SHOP, list);
    server.serve(ALL, list);
  }

  @Test
  void aMetricThatFallsBackByTheStatusDoesSo() throws Exception {
    try (LiveServer server = new LiveServer("v1.37.2")) {
      add(
          server,
          "hpa-controller",
          """
          {type: FallbackActive, status: 'True', reason: MetricsFailed,
           message: 'failed metrics fall back: external metric q (CurrentReplicas)',
           lastTransitionTime: '2026-02-01T00:00:00Z'}\
          """);
      Program explained = run(server, "explain", "web");
      assertEquals(0, explained.status(), explained.err());
      assertTrue(explained.out().contains("The metric falls back."), explained.out());
      assertFalse(explained.out().contains("ignores options"), explained.out());
      assertEquals(
          "2026-01-31T23:57:00Z",
          Json.tree(run(server, "capture", "-o", "json", "web").out())
              .at("/steps/0/history/0/failingSince/external metric q")
              .asText());
    }
  }

  @Test
  void aFailureThatTheStatusDoesNotKnowBeginsNow() throws Exception {
    try (LiveServer server = new LiveServer("v1.37.2")) {
      add(server, "hpa-controller", "");
      Program explained = run(server, "explain", "web");
      assertFalse(explained.out().contains("The metric falls back."), explained.out());
    }
  }

  @Test
  void optionsThatTheDecidingControllerIgnoresAreNamed() throws Exception {
    try (LiveServer server = new LiveServer("v1.37.2")) {
      add(server, "kube-controller-manager", "");
      String ignored = "kube-controller-manager decides this HPA and ignores options";
      assertTrue(run(server, "explain", "web").out().contains(ignored));
      Program preflight = run(server, "preflight");
      assertTrue(
          preflight.out().matches("(?s).*! warning +writers +shop/web +" + ignored + ".*"),
          preflight.out());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "v1.33.5-eks-1, false, '! warning'",
    "v1.34.2, false, '! warning'",
    "v1.35.1, true, '! warning'",
    "v1.36.2, true, ✓ ok",
    "v1.38.0, true, ✓ ok",
    "v1.39.0, true, '! warning'"
  })
  void aReleaseThatIsNotEmulatedIsAWarningAndItsGatesApply(
      String version, boolean hasTolerance, String outcome) throws Exception {
    try (LiveServer server = new LiveServer(version)) {
      add(server, "hpa-controller", "");
      String preflight = run(server, "preflight").out();
      assertTrue(
          preflight.matches("(?s).*" + outcome + " +server +version +" + version + " .*"),
          preflight);
      assertEquals(
          hasTolerance,
          Json.tree(run(server, "capture", "-o", "json", "web").out())
              .at("/settings/featureGates/HPAConfigurableTolerance")
              .asBoolean());
    }
  }
}
