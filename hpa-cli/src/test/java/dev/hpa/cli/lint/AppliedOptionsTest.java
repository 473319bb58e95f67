package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lint prints the options that apply to autoscalers, and where they are set. */
class AppliedOptionsTest {

  private static final String MANIFESTS =
      """
      apiVersion: v1
      kind: Namespace
      metadata:
        name: shop
        annotations:
          hpa.dev/fallback-replicas: "4"
          hpa.dev/mode: DryRun
      ---
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata:
        name: web
        namespace: shop
        annotations: {hpa.dev/mode: Paused, hpa.dev/mod: x}
      spec:
        maxReplicas: 8
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
      ---
      apiVersion: autoscaling/v1
      kind: HorizontalPodAutoscaler
      metadata: {name: api}
      spec:
        maxReplicas: 8
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: api}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: api}
      """;

  @Test
  void theOptionsOfAnAutoscalerFollowItsFindings() {
    String out = Program.run(MANIFESTS, "lint", "-f", "-").out();
    assertEquals(
        List.of(
            "  option   mode=Paused",
            "  option   fallback-replicas=4, set on the Namespace (- document 1)"),
        out.lines().filter(line -> line.startsWith("  option ")).toList());
    assertTrue(out.contains("\"hpa.dev/mod\" is not an option"), out);
    assertFalse(out.contains("default/api:"), out);
  }

  @Test
  void anAutoscalerWithoutFindingsIsPrintedForItsOptions() {
    Program program =
        Program.run(
            """
            apiVersion: keda.sh/v1alpha1
            kind: ScaledObject
            metadata:
              name: web
              namespace: shop
              annotations: {hpa.dev/mode: DryRun}
            """,
            "lint",
            "-f",
            "-");
    assertEquals(
        """
        - document 1: ScaledObject shop/web
          option   mode=DryRun

        1 document: 0 errors, 0 warnings
        """,
        program.out());
    assertEquals(0, program.status());
  }

  @Test
  void theOptionsAreListedForPrograms() {
    JsonNode json = Json.tree(Program.run(MANIFESTS, "lint", "-o", "json", "-f", "-").out());
    assertEquals("web", json.at("/1/name").asText());
    assertEquals(
        "{\"key\":\"fallback-replicas\",\"value\":\"4\",\"setOn\":\"Namespace\",\"place\":\"-"
            + " document 1\"}",
        Json.text(json.at("/1/options/1")));
    assertTrue(json.at("/2/options").isMissingNode(), json.toString());
  }

  @Test
  void anInvalidSpecDoesNotHideItsOptions() {
    String out =
        Program.run(MANIFESTS.replace("maxReplicas: 8", "maxReplicas: 0"), "lint", "-f", "-").out();
    assertTrue(out.contains("  option   mode=Paused\n"), out);
  }

  @Test
  void onlyErrorsAreWithoutOptions() {
    String out = Program.run(MANIFESTS, "lint", "--only", "errors", "-f", "-").out();
    assertFalse(out.contains("option "), out);
  }
}
