package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What to write in place of a field that does not exist or has a value of another type. */
class FieldHintsTest {

  private static JsonNode firstError(String version, String spec) {
    String manifest =
        """
        apiVersion: autoscaling/%s
        kind: HorizontalPodAutoscaler
        metadata: {name: front, namespace: store}
        spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: front}, maxReplicas: 9, %s}
        """
            .formatted(version, spec);
    return Json.tree(Program.run(manifest, "lint", "-o", "json", "-f", "-").out())
        .at("/0/errors/0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "metrics: [{type: Resource, resource: {name: cpu}, target: {type: Utilization}}]|target"
            + " belongs into spec.metrics[0].resource, which lacks it",
        "metrics: [{type: Resource, resource: {name: cpu, averageUtilization: 5}}]"
            + "|averageUtilization belongs into spec.metrics[0].resource.target",
        "metrics: [{type: Resource, resource: {name: cpu, type: Utilization}}]|type belongs into"
            + " spec.metrics[0].resource.target",
        "metrics: [{type: Pods, pods: {metric: {name: q}}, selector: {}}]|selector belongs into"
            + " spec.metrics[0].pods.metric, which lacks it",
        "scaleDown: {stabilizationWindowSeconds: 5}|scaleDown belongs into spec.behavior",
        "behavior: {scaleUp: {}, periodSeconds: 5}|periodSeconds belongs into"
            + " spec.behavior.scaleUp.policies[0]",
        "behavior: {stabilizationWindowSeconds: 5}|stabilizationWindowSeconds belongs into"
            + " spec.behavior.scaleUp or spec.behavior.scaleDown",
        "behavior: {scaleDown: {}, stabilizationWindowSeconds: 5}|stabilizationWindowSeconds belongs"
            + " into spec.behavior.scaleDown, which lacks it",
        "metric: []|did you mean metrics?",
        "labels: {a: b}|labels belongs into metadata, which lacks it",
        "currentReplicas: 3|",
      })
  void aFieldBelongsElsewhere(String spec, String fix) {
    assertEquals(fix == null ? "" : fix, firstError("v2", spec).path("do").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "paused: true|hpa-controller has the option hpa.dev/mode: \"Paused\"",
        "dryRun: true|hpa-controller has the option hpa.dev/mode: \"DryRun\"",
        "schedules: []|hpa-controller has the option hpa.dev/schedule.NAME: \"Mon-Fri 08:00-20:00"
            + " Europe/Vienna min=10 max=50\"",
        "fallback: {replicas: 3}|hpa-controller has the option hpa.dev/fallback-replicas: \"12\"",
        "syncPeriodSeconds: 5|hpa-controller has the option hpa.dev/sync-period: \"5s\"",
        "minReady: 3|hpa-controller has the option hpa.dev/min-ready: \"50%\"",
        "cooldownPeriod: 3|write behavior.scaleDown.stabilizationWindowSeconds",
      })
  void anInventedFieldMayBeAnOption(String spec, String fix) {
    assertEquals(fix, firstError("v2", spec).path("do").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "metrics: []|in v1 there is only targetCPUUtilizationPercentage, and without it 80 %"
            + " applies; write targetCPUUtilizationPercentage, or apiVersion: autoscaling/v2, which"
            + " has metrics",
        "targetMemoryUtilizationPercentage: 60|in v1 there is only targetCPUUtilizationPercentage,"
            + " and without it 80 % applies; write targetCPUUtilizationPercentage, or apiVersion:"
            + " autoscaling/v2, which has metrics",
        "targetCPUUtilizationPercentage: 60, metrics: []|write targetCPUUtilizationPercentage, or"
            + " apiVersion: autoscaling/v2, which has metrics",
      })
  void versionOneHasOneTarget(String spec, String fix) {
    assertEquals(fix, firstError("v1", spec).path("do").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "metrics: 50|spec.metrics: number 50 is not a list|write metrics: [{type: Resource,"
            + " resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]",
        "metrics: {type: Resource}|spec.metrics: object is not a list|write a list: put \"- \" before"
            + " its first field",
        "metrics: [{type: Resource, resource: cpu}]|spec.metrics[0].resource: string is not an"
            + " object|write resource: {name: NAME, target: TARGET}",
        "metrics: [{type: Resource, resource: {name: cpu, target: 50%}}]"
            + "|spec.metrics[0].resource.target: string is not an object|write target: {type:"
            + " Utilization, averageUtilization: 50}",
        "minReplicas: '2'|spec.minReplicas: string is not an integer|write 2",
        "minReplicas: two|spec.minReplicas: string is not an integer|",
      })
  void aValueHasAnotherType(String spec, String message, String fix) {
    JsonNode error = firstError("v2", spec);
    assertEquals(message, error.path("field").asText() + ": " + error.path("message").asText());
    assertEquals(fix == null ? "" : fix, error.path("do").asText());
  }
}
