package dev.hpa.cli.manifests;

import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.app.cli.FlagHints;
import dev.hpa.validation.StrictFieldValidation;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The unknown and repeated fields of an autoscaler, with which the API server rejects it under
 * strict field validation, and which it drops otherwise.
 */
public final class StrictErrors {

  private static final String PREFIX = "strict decoding error: ";

  private static final Pattern PROBLEM = Pattern.compile("(\\w+) field \"(.*)\"", Pattern.DOTALL);

  /** Fields of other versions, and what autoscaling/v2 and v2beta2 have in their place. */
  private static final Map<String, String> IN_V2 =
      Map.ofEntries(
          Map.entry(
              "targetAverageUtilization",
              "write target: {type: Utilization, averageUtilization: NUMBER}"),
          Map.entry(
              "targetAverageValue", "write target: {type: AverageValue, averageValue: QUANTITY}"),
          Map.entry("targetValue", "write target: {type: Value, value: QUANTITY}"),
          Map.entry("metricName", "write metric: {name: NAME}"),
          Map.entry("metricSelector", "write metric: {name: NAME, selector: SELECTOR}"),
          Map.entry(
              "targetCPUUtilizationPercentage",
              "write metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization,"
                  + " averageUtilization: NUMBER}}}]"),
          Map.entry(
              "targetMemoryUtilizationPercentage",
              "write metrics: [{type: Resource, resource: {name: memory, target: {type:"
                  + " Utilization, averageUtilization: NUMBER}}}]"));

  /** The fields of autoscaling/v2. */
  private static final List<String> NAMES =
      List.of(
          "apiVersion",
          "averageUtilization",
          "averageValue",
          "behavior",
          "container",
          "containerResource",
          "describedObject",
          "external",
          "kind",
          "maxReplicas",
          "metadata",
          "metric",
          "metrics",
          "minReplicas",
          "name",
          "namespace",
          "object",
          "periodSeconds",
          "pods",
          "policies",
          "resource",
          "scaleDown",
          "scaleTargetRef",
          "scaleUp",
          "selectPolicy",
          "selector",
          "spec",
          "stabilizationWindowSeconds",
          "target",
          "tolerance",
          "type",
          "value");

  /** Fields of autoscaling/v2, and what older versions have in their place. */
  private static final Map<String, String> IN_OLDER =
      Map.of(
          "target", "targetAverageUtilization, targetAverageValue or targetValue",
          "metric", "metricName and selector or metricSelector",
          "describedObject", "target",
          "metrics", "targetCPUUtilizationPercentage");

  /** Each takes a validation for each name that could be meant. */
  private static final int MAX_HINTS = 10;

  private final HpaVersion version;
  private final KubernetesVersion release;
  private int hints;

  private StrictErrors(HpaVersion version, KubernetesVersion release) {
    this.version = version;
    this.release = release;
  }

  /**
   * The errors of a document, in the order of the API server.
   *
   * @throws dev.hpa.api.JsonFormatException if it is not JSON
   */
  public static List<ValidationError> of(
      HpaVersion version, String json, KubernetesVersion release) {
    StrictErrors errors = new StrictErrors(version, release);
    return StrictFieldValidation.problems(json, version, release).stream()
        .map(errors::error)
        .toList();
  }

  private ValidationError error(String problem) {
    Matcher matcher = PROBLEM.matcher(problem);
    boolean matches = matcher.matches();
    String path = matches ? matcher.group(2) : "";
    return new ValidationError(
        ValidationError.BAD_REQUEST,
        path,
        PREFIX + problem,
        matches && matcher.group(1).equals("unknown") && hints++ < MAX_HINTS ? fix(path) : "");
  }

  private String fix(String path) {
    int dot = path.lastIndexOf('.');
    String parent = path.substring(0, Math.max(0, dot));
    String name = path.substring(dot + 1);
    if (has(HpaVersion.V2, parent, name)) {
      return "write %sapiVersion: %s, which has %s"
          .formatted(
              IN_OLDER.containsKey(name) ? IN_OLDER.get(name) + ", or " : "",
              HpaVersion.V2.apiVersion(),
              name);
    }
    String instead = IN_V2.get(name);
    if (instead != null && (version == HpaVersion.V2 || version == HpaVersion.V2BETA2)) {
      return instead;
    }
    List<String> siblings = NAMES.stream().filter(each -> has(version, parent, each)).toList();
    return FlagHints.nearest(name, siblings).map(near -> "did you mean " + near + "?").orElse("");
  }

  /** Whether a version has a field. */
  private boolean has(HpaVersion of, String parent, String name) {
    String json = Json.text(name) + ":null";
    for (String above : List.of(parent.split("\\.", -1)).reversed()) {
      if (above.endsWith("]")) {
        json = Json.text(above.substring(0, above.indexOf('['))) + ":[{" + json + "}]";
      } else if (!above.isEmpty()) {
        json = Json.text(above) + ":{" + json + "}";
      }
    }
    return StrictFieldValidation.problems("{" + json + "}", of, release).isEmpty();
  }
}
