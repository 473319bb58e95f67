package dev.hpa.controller.explain;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  private static final String AUTOSCALER =
      """
      {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
       "metadata": {"name": "web", "namespace": "shop"},
       "spec": {"maxReplicas": 3,
         "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "we\\u001b[2Jb"},
         "metrics": [{"type": "External", "external": {
           "metric": {"name": "q\\u202e"}, "target": {"type": "Value", "value": "1"}}}]},
       "status": {"currentReplicas": 1, "desiredReplicas": 1, "conditions": [
         {"type": "ScalingActive", "status": "False", "reason": "R",
          "message": "line\\nName:       shop/other\\u009b31m"}]}}
      """;

  @Test
  void textsOfTheClusterCannotSteerTheTerminal() {
    String shown =
        new Explanation(
                Json.tree(AUTOSCALER),
                JsonNodeFactory.instance.objectNode(),
                "shop/web at once\n  Result \u001b[31m\n",
                Map.of("requests", "sum(a)\rName: b"),
                "argo\rcd",
                List.of(Json.tree("{\"type\":\"Warning\",\"message\":\"a\\rb\"}")),
                null)
            .describe();
    assertTrue(shown.contains("Deployment/we\\x1b[2Jb\n"), shown);
    assertTrue(shown.contains("line\\nName:       shop/other\\u009b31m\n"), shown);
    assertTrue(shown.contains("a\\rb\n"), shown);
    assertTrue(shown.contains("Changed by: argo\\rcd\n"), shown);
    assertTrue(shown.contains("  requests: sum(a)\\rName: b\n"), shown);
    assertTrue(shown.contains("shop/web at once\n  Result \\x1b[31m\n"), shown);
    assertFalse(shown.chars().anyMatch(c -> c == 0x1b || c == 0x202e || c == '\r'), shown);
  }

  @Test
  void columnsOfConditionsAreAligned() {
    String shown =
        new Explanation(
                Json.tree(
                    AUTOSCALER.replace(
                        "\"conditions\": [",
                        """
                        "conditions": [{"type": "RolloutInProgress", "status": "True",
                          "reason": "Compensating", "message": "it rolls out"},
                        """)),
                JsonNodeFactory.instance.objectNode(),
                "",
                Map.of(),
                null,
                List.of(),
                null)
            .describe();
    assertTrue(shown.contains("\n  RolloutInProgress True   Compensating "), shown);
    assertTrue(shown.contains("\n  ScalingActive     False  R "), shown);
  }
}
