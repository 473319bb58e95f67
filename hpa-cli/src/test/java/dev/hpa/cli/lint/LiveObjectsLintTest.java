package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lint on what {@code kubectl get -o yaml} prints. */
class LiveObjectsLintTest {

  private static final String LIVE =
      """
      apiVersion: v1
      kind: List
      items:
      - apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
          namespace: shop
          uid: 1d2c
          resourceVersion: "7"
          annotations: {note: x}
          managedFields: []
        spec:
          replicas: 3
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers:
              - name: app
                resources: {requests: {cpu: 100m}}
      - apiVersion: apps/v1
        kind: ReplicaSet
        metadata:
          name: web-5d
          namespace: shop
          uid: 1d2d
          ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, controller: true}]
        spec:
          replicas: 3
          selector: {matchLabels: {app: web, pod-template-hash: 5d}}
          template:
            metadata: {labels: {app: web, pod-template-hash: 5d}}
            spec:
              containers: [{name: app}]
      - apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: web, namespace: shop, uid: 1d2e}
        spec:
          minReplicas: 2
          maxReplicas: 4
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
          metrics:
          - type: Resource
            resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}
      """;

  @Test
  void replicasThatTheServerFilledInAreNoFinding() {
    assertEquals(List.of(), messages(LIVE));
    assertEquals(List.of(), messages(LIVE.replace("    managedFields: []\n", "")));
    assertEquals(List.of(), messages(managed("kubectl-create", "Update", "")));
    assertEquals(List.of(), messages(managed("controller", "Update", "scale")));
    assertEquals(List.of(), messages(managed("scaler", "Apply", "scale")));
  }

  @Test
  void replicasThatAnAppliedManifestSetsAreAFinding() {
    List<String> found = messages(managed("argocd", "Apply", ""));
    assertEquals(1, found.size());
    assertTrue(
        found.getFirst().startsWith("replicas-in-workload: the HorizontalPodAutoscaler web ("));
    assertTrue(
        found.getFirst().endsWith(", and so does the manifest that \"argocd\" applies"),
        found.getFirst());
  }

  @Test
  void theAnnotationOfClientSideApplyDecides() {
    String key = "annotations: {kubectl.kubernetes.io/last-applied-configuration: '%s'}";
    String with = key.formatted("{\"spec\":{\"replicas\":3}}");
    String without = key.formatted("{\"spec\":{}}");
    assertEquals(1, messages(LIVE.replace("annotations: {note: x}", with)).size());
    assertEquals(List.of(), messages(LIVE.replace("annotations: {note: x}", without)));
    assertEquals(
        List.of(), messages(LIVE.replace("annotations: {note: x}", key.formatted("broken"))));
  }

  @Test
  void whoWroteTheReplicasSinceTheyWereScaledIsNamed() {
    String by = managed("operator", "Update", "");
    assertEquals(List.of(), messages(scaled(by, "2026-01-01T00:00:00Z")), "a new object");
    assertEquals(List.of(), messages(scaled(by, "")));
    assertEquals(
        List.of(), messages(scaled(managed("scaler", "Update", "scale"), "2026-01-03T00:00:00Z")));
    List<String> found = messages(scaled(by, "2026-01-03T00:00:00Z"));
    assertEquals(1, found.size());
    assertTrue(
        found
            .getFirst()
            .startsWith(
                "replicas-changed-elsewhere: \"operator\" has changed the replicas of Deployment"
                    + " web since the HorizontalPodAutoscaler web ("),
        found.getFirst());
    assertEquals(
        1,
        messages(scaled(managed("argocd", "Apply", ""), "2026-01-03T00:00:00Z")).size(),
        "replicas-in-workload alone");
  }

  /** A Deployment of 2026-01-02 and the time at which its autoscaler scaled it; empty for never. */
  private static String scaled(String live, String at) {
    return live.replace("uid: 1d2c", "uid: 1d2c\n    creationTimestamp: '2026-01-02T00:00:00Z'")
        + (at.isEmpty() ? "" : "  status: {lastScaleTime: '" + at + "'}\n");
  }

  private static String managed(String manager, String operation, String subresource) {
    return LIVE.replace(
        "managedFields: []",
        "managedFields: [{manager: %s, operation: %s, subresource: '%s', fieldsV1: {f:spec: {f:replicas: {}}}}]"
            .formatted(manager, operation, subresource));
  }

  private static List<String> messages(String input) {
    Program program = Program.run(input, "lint", "-o", "json", "-f", "-");
    assertEquals(0, program.status(), program.out() + program.err());
    return Json.tree(program.out())
        .valueStream()
        .flatMap(document -> document.path("warnings").valueStream())
        .map(each -> each.path("reason").asText() + ": " + each.path("message").asText())
        .toList();
  }
}
