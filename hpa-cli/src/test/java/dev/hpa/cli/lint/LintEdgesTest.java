package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Edge cases of the lint rules. */
@Tag("security")
class LintEdgesTest {

  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: app, resources: {requests: {cpu: 500m}, limits: {cpu: "1"}}}
      ---
      """;

  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: web}
      spec:
        minReplicas: 3
        maxReplicas: 8
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        metrics:
        - type: Resource
          resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}
      """;

  private final Path folder;

  LintEdgesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Deployments|apps/v1|\"Deployments\" is not a scalable kind in the API group apps; did"
            + " you mean Deployment?",
        "deployment|apps/v1|\"deployment\" is not a scalable kind in the API group apps; did"
            + " you mean Deployment?",
        "Statefulset|apps/v1|\"Statefulset\" is not a scalable kind in the API group apps; did"
            + " you mean StatefulSet?",
        "Rollout|apps/v1|\"Rollout\" is not a scalable kind in the API group apps",
        "ReplicationController|apps/v1|ReplicationController is not in the API group apps; write"
            + " apiVersion: v1",
      })
  void aKindThatDoesNotExistIsNamed(String kind, String version, String message) {
    assertEquals(
        List.of("unknown-kind: " + message),
        findings(AUTOSCALER.replace("apps/v1, kind: Deployment", version + ", kind: " + kind)));
  }

  @Test
  void findingsOfADocumentAreInTheOrderOfItsLines() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("order.yaml"),
            """
            apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata: {name: web}
            spec:
              metrics:
              - {type: External, external: {metric: {name: p95_seconds}, target: {type: AverageValue, averageValue: "2"}}}
              - {type: External, external: {metric: {name: Orders}, target: {type: Value, value: "2"}}}
              scaleTargetRef: {apiVersion: apps/v1, kind: deployment, name: web}
              minReplicas: 3
              maxReplicas: 3
            """);
    List<Integer> lines = new ArrayList<>();
    Matcher line =
        Pattern.compile("(?m)^  \\w+ +line +(\\d+)")
            .matcher(Program.run("", "lint", "-f", file.toString()).out());
    while (line.find()) {
      lines.add(Integer.valueOf(line.group(1)));
    }
    assertEquals(lines.stream().sorted().toList(), lines);
    assertTrue(lines.stream().distinct().count() > 2, lines::toString);
  }

  /** As many findings as pairs of documents would not fit the memory. */
  @Test
  void findingsOfOneRuleAreLimited() {
    StringBuilder files = new StringBuilder(WEB.replace("name: web}", "name: web0}"));
    for (int i = 0; i < 20; i++) {
      files.append(WEB.replace("name: web}", "name: more" + i + "}"));
      files.append(AUTOSCALER.replace("{name: web}\nspec", "{name: hpa" + i + "}\nspec"));
      files.append("---\n");
    }
    List<String> findings = findings(files.toString().replace(", name: web}", ", name: web0}"));
    for (String rule : List.of("shared-target", "overlapping-selectors")) {
      List<String> own = findings.stream().filter(each -> each.startsWith(rule)).toList();
      assertEquals(20 * (Findings.MAX_ALIKE + 1), own.size(), rule);
      assertEquals(
          20,
          own.stream()
              .filter(each -> each.endsWith(": more findings of this rule are omitted"))
              .count());
    }
  }

  @Test
  void findingsOfADocumentAreLimited() {
    String metric =
        "{type: External, external: {metric: {name: a}, target: {type: Value, value: 1}}},";
    String many =
        AUTOSCALER.replaceFirst("(?s)metrics:.*", "metrics: [" + metric.repeat(3_000) + "]\n");
    List<String> findings = findings(WEB + many);
    assertTrue(findings.size() > Findings.MAX_OF_DOCUMENT, findings.size() + " findings");
    assertTrue(findings.size() < Findings.MAX_OF_DOCUMENT + 10, findings.size() + " findings");
    assertTrue(
        findings.stream()
            .anyMatch(each -> each.endsWith(": more findings of this document are omitted")));
  }

  /** Each level has three times the values of the one below, and no value is ever written. */
  @Test
  void mergesOfMergesAreLimited() {
    StringBuilder file = new StringBuilder("x0: &l0 {a: 1}\n");
    for (int i = 1; i <= 15; i++) {
      file.append("x%d: &l%d {<<: [*l%d, *l%d, *l%d]}\n".formatted(i, i, i - 1, i - 1, i - 1));
    }
    Program run = Program.run(file.toString(), "lint", "-f", "-");
    assertTrue(run.out().contains("merges more than 400000 values"), run.out());
  }

  @Test
  void aLongSelectorOfASharedTargetIsComparedOnce() {
    StringBuilder files =
        new StringBuilder(
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              selector:
                matchLabels: {app: web}
                matchExpressions:
            """);
    for (int i = 0; i < 4_000; i++) {
      files.append("    - {key: k%d, operator: DoesNotExist}\n".formatted(i));
    }
    files.append("    - {key: none, operator: Exists}\n");
    files.append("  template: {metadata: {labels: {app: web}}}\n---\n");
    for (int i = 0; i < 400; i++) {
      files.append(
          "{apiVersion: v1, kind: Pod, metadata: {name: p%d, labels: {app: web}}}\n---\n"
              .formatted(i));
      files.append(AUTOSCALER.replace("metadata: {name: web}", "metadata: {name: web" + i + "}"));
      files.append("---\n");
    }
    assertEquals(
        List.of(),
        findings(files.toString()).stream()
            .filter(each -> each.startsWith("overlapping-selectors"))
            .toList());
  }

  @Test
  void aReplicaSetThatOwnsItselfIsNoEndlessChain() {
    String set =
        """
        ---
        apiVersion: apps/v1
        kind: ReplicaSet
        metadata:
          name: web-1
          ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-1, controller: true, uid: u}]
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: app}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata:
          name: web-1-x
          labels: {app: web}
          ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-1, controller: true, uid: u}]
        spec: {containers: [{name: app}]}
        """;
    assertTrue(
        findings(WEB + AUTOSCALER + set).stream()
            .noneMatch(each -> each.startsWith("overlapping-selectors: ") && each.contains("Pod")));
  }

  @Test
  void kindsOfOtherGroupsAreIgnored() {
    assertEquals(
        List.of(),
        findings(AUTOSCALER.replace("apps/v1, kind: Deployment", "argoproj.io/v1, kind: rollout")));
  }

  @ParameterizedTest
  @CsvSource({
    "minAvailable: 2, false",
    "minAvailable: 3, true",
    "minAvailable: 66%, false",
    "minAvailable: 67%, true",
    "minAvailable: 100%, true",
    "maxUnavailable: 1, false",
    "maxUnavailable: 0, true",
    "maxUnavailable: 0%, true",
    "maxUnavailable: 1%, false",
    "minAvailable: many, false",
  })
  void aDisruptionBudgetIsComparedWithMinReplicas(String budget, boolean blocks) {
    String manifest =
        """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: web}
        spec: {%s, selector: {matchLabels: {app: web}}}
        ---
        """
            .formatted(budget);
    List<String> found = findings(manifest + WEB + AUTOSCALER);
    assertEquals(blocks ? 1 : 0, found.size(), found.toString());
    assertEquals(
        List.of(), findings(manifest.replace("app: web", "app: other") + WEB + AUTOSCALER));
    List<String> surging =
        findings(
            manifest
                + WEB
                + AUTOSCALER.replace(
                    "metadata: {name: web}",
                    "metadata: {name: web, annotations: {hpa.dev/drain: Surge}}"));
    boolean isNever =
        List.of("minAvailable: 100%", "maxUnavailable: 0", "maxUnavailable: 0%").contains(budget);
    assertEquals(isNever ? 1 : 0, surging.size(), surging.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "updatePolicy: {updateMode: 'Off'}|false",
        "updatePolicy: {updateMode: Initial}|true",
        "updatePolicy: {}|true",
        "resourcePolicy: {containerPolicies: [{containerName: app, mode: 'Off'}]}|true",
        "resourcePolicy: {containerPolicies: [{containerName: '*', mode: 'Off'}]}|false",
        "resourcePolicy: {containerPolicies: [{containerName: '*', controlledResources:"
            + " [cpu]}]}|true",
      })
  void aVerticalAutoscalerCollidesWhereItChangesTheSameRequests(String policy, boolean collides) {
    String manifest =
        """
        apiVersion: autoscaling.k8s.io/v1
        kind: VerticalPodAutoscaler
        metadata: {name: web}
        spec: {targetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, %s}
        ---
        """
            .formatted(policy);
    List<String> found = findings(manifest + WEB + AUTOSCALER);
    assertEquals(collides ? 1 : 0, found.size(), found.toString());
  }

  @Test
  void autoscalerGeneratedByKedaIsNotADuplicate() {
    String scaled =
        """
        apiVersion: keda.sh/v1alpha1
        kind: ScaledObject
        metadata: {name: so}
        spec: {scaleTargetRef: {name: web}%s}
        ---
        """;
    String made = AUTOSCALER.replace("metadata: {name: web}", "metadata: {name: keda-hpa-so}");
    assertEquals(List.of(), findings(scaled.formatted("") + WEB + made));
    String named = ", advanced: {horizontalPodAutoscalerConfig: {name: web}}";
    assertEquals(List.of(), findings(scaled.formatted(named) + WEB + AUTOSCALER));
    assertEquals(1, findings(scaled.formatted(named) + WEB + made).size());
  }

  @Test
  void aTargetAboveTheRequestsHasRoomBelowTheLimit() {
    assertEquals(List.of(), findings(WEB + AUTOSCALER.replace("70", "150")));
    assertEquals(1, findings(WEB + AUTOSCALER.replace("70", "200")).size());
    assertEquals(1, findings(AUTOSCALER.replace("70", "100")).size());
    assertEquals(List.of(), findings(AUTOSCALER.replace("70", "99")));
  }

  @Test
  void aTargetInAnotherNamespaceIsNamedInTheNote() {
    String elsewhere =
        WEB.replace("metadata: {name: web}", "metadata: {name: web, namespace: shop}");
    assertEquals(
        List.of(
            "target-not-given: Deployment web of the namespace \"default\" is not in the files;"
                + " one is"
                + " in the namespace \"shop\""),
        findings(elsewhere + AUTOSCALER));
    Program strict = Program.run(elsewhere + AUTOSCALER, "lint", "--strict", "-f", "-");
    assertEquals(0, strict.status());
    assertEquals("2 documents: 0 errors, 0 warnings, 1 note", strict.lines().getLast());
  }

  @Test
  void unscalableTargetIsReported() {
    String custom = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: web}\n---\n";
    assertEquals(
        List.of(),
        findings(
            custom
                + AUTOSCALER.replace("apps/v1, kind: Deployment", "example.com/v2, kind: Widget")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scaleDown: {stabilizationWindowSeconds: 0}|true",
        "scaleDown: {policies: [{type: Pods, value: 8, periodSeconds: 15}]}|false",
        "scaleUp: {stabilizationWindowSeconds: 60}, scaleDown: {stabilizationWindowSeconds:"
            + " 0}|false",
        "scaleUp: {policies: [{type: Pods, value: 1, periodSeconds: 60}]}, scaleDown:"
            + " {stabilizationWindowSeconds: 0}|false",
        "scaleUp: {policies: [{type: Pods, value: 1, periodSeconds: 15}]}, scaleDown:"
            + " {stabilizationWindowSeconds: 0}|true",
        "scaleDown: {stabilizationWindowSeconds: 0, selectPolicy: Min, policies: [{type: Pods,"
            + " value: 1,"
            + " periodSeconds: 60}, {type: Percent, value: 100, periodSeconds: 15}]}|false",
        "scaleDown: {stabilizationWindowSeconds: 0, selectPolicy: Disabled}|false",
      })
  void flappingRequiresTwoFastDirections(String behavior, boolean flaps) {
    List<String> found = findings(AUTOSCALER + "  behavior: {" + behavior + "}\n");
    assertEquals(flaps ? 1 : 0, found.size(), found.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: Utilization, averageValue: 1|the type is Utilization, but the target sets"
            + " averageValue",
        "type: Value, averageUtilization: 70|the type is Value, but the target sets"
            + " averageUtilization",
        "type: Utilization, averageUtilization: 70, value: 1|the type is Utilization, but the"
            + " target"
            + " sets averageUtilization and value",
      })
  void aTargetHasTheFieldOfItsType(String target, String message) {
    String wrong = AUTOSCALER.replace("type: Utilization, averageUtilization: 70", target);
    assertEquals(List.of("mismatched-target: " + message), findings(wrong));
  }

  @Test
  void theLowestLoadIsComparedWithTheTarget() throws IOException {
    // At 70 % of 500m 3 pods serve 1.05 cores, and 1.155 within the tolerance.
    assertEquals(List.of(), load("1.15", "1"));
    assertEquals(
        List.of(
            "target-below-idle: the lowest load of load.csv, 1.5 cores, is 143 % of what"
                + " minReplicas 3 can serve at the target; at least 5 replicas remain"),
        load("1.5", "1"));
    assertEquals(1, load("150", "10m").size());
    assertEquals(
        List.of(
            "target-below-idle: the lowest load of load.csv, 9.0 cores, is 857 % of what"
                + " minReplicas 3 can serve at the target; the target stays at maxReplicas 8"),
        load("9", "1"));
  }

  private List<String> load(String lowest, String perUnit) throws IOException {
    Path file = Files.writeString(folder.resolve("load.csv"), "0s,20000\n60s," + lowest + "\n");
    return findings(WEB + AUTOSCALER, "--load", file.toString(), "--cpu-per-unit", perUnit).stream()
        .map(each -> each.replace(folder + "/", ""))
        .toList();
  }

  private static List<String> findings(String input, String... options) {
    String[] all =
        java.util.Arrays.copyOf(new String[] {"lint", "-o", "json", "-f", "-"}, 5 + options.length);
    System.arraycopy(options, 0, all, 5, options.length);
    Program program = Program.run(input, all);
    assertEquals(0, program.status(), program.out() + program.err());
    return Json.tree(program.out())
        .valueStream()
        .flatMap(document -> document.path("warnings").valueStream())
        .map(each -> each.path("reason").asText() + ": " + each.path("message").asText())
        .toList();
  }
}
