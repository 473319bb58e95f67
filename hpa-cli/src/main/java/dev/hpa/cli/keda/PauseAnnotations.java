package dev.hpa.cli.keda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The annotations of KEDA on a ScaledObject, most of which pause it. */
final class PauseAnnotations {

  private static final String PAUSED = "autoscaling.keda.sh/paused";
  private static final String PAUSED_REPLICAS = "autoscaling.keda.sh/paused-replicas";
  private static final String PAUSED_DOWN = "autoscaling.keda.sh/paused-scale-in";
  private static final String PAUSED_UP = "autoscaling.keda.sh/paused-scale-out";
  private static final String FORCED = "autoscaling.keda.sh/force-activation";
  private static final String EXCLUDED_LABELS = "scaledobject.keda.sh/hpa-excluded-labels";

  /** Those without an effect on the autoscaler. */
  private static final Set<String> OF_OWNERSHIP =
      Set.of("scaledobject.keda.sh/transfer-hpa-ownership", "validations.keda.sh/hpa-ownership");

  private static final Set<String> KNOWN =
      Set.of(PAUSED, PAUSED_REPLICAS, PAUSED_DOWN, PAUSED_UP, FORCED, EXCLUDED_LABELS);

  private static final String DISABLED = "Disabled";

  private final JsonNode annotations;
  private final ConversionFindings findings;

  PauseAnnotations(JsonNode annotations, ConversionFindings findings) {
    this.annotations = annotations;
    this.findings = findings;
    annotations.properties().forEach(each -> reportUnknown(each.getKey()));
  }

  /** Whether an annotation is for KEDA. */
  static boolean isOfKeda(String annotation) {
    int slash = annotation.indexOf('/');
    return slash > 0 && ("." + annotation.substring(0, slash)).endsWith(".keda.sh");
  }

  private void reportUnknown(String annotation) {
    if (isOfKeda(annotation) && !KNOWN.contains(annotation) && !OF_OWNERSHIP.contains(annotation)) {
      findings.problem(
          path(annotation), "has no counterpart; remove the annotation if it has no effect");
    }
  }

  private static String path(String annotation) {
    return "metadata.annotations." + annotation;
  }

  /** As KEDA reads it: what is not a boolean is true. */
  private boolean isSet(String annotation) {
    return annotations.has(annotation)
        && !Set.of("0", "f", "F", "FALSE", "false", "False")
            .contains(annotations.path(annotation).asText());
  }

  /** Whether the target stays active without load. */
  boolean isForced() {
    return isSet(FORCED);
  }

  /** The labels that the autoscaler does not have. */
  Set<String> excludedLabels() {
    return new HashSet<>(Arrays.asList(annotations.path(EXCLUDED_LABELS).asText().split(",", -1)));
  }

  /** Disables the directions that are paused, as KEDA does on its autoscaler. */
  void disable(ObjectNode spec) {
    for (String direction : List.of("scaleDown", "scaleUp")) {
      if (isSet(direction.equals("scaleDown") ? PAUSED_DOWN : PAUSED_UP)) {
        spec.withObjectProperty("behavior")
            .withObjectProperty(direction)
            .put("selectPolicy", DISABLED);
      }
    }
  }

  /**
   * Sets the options of a pause.
   *
   * @param isFixedBySchedules whether schedules set maximums
   */
  void pause(OptionAnnotations options, boolean isFixedBySchedules) {
    if (annotations.has(PAUSED_REPLICAS)) {
      pauseAt(annotations.path(PAUSED_REPLICAS).asText(), options, isFixedBySchedules);
    } else if (isSet(PAUSED)) {
      options.set(OptionKey.MODE, Mode.PAUSED.toString(), path(PAUSED));
    }
  }

  /** A schedule for the whole day keeps the bounds of the spec for the time after the pause. */
  private void pauseAt(String replicas, OptionAnnotations options, boolean isFixedBySchedules) {
    if (!replicas.matches("[1-9]\\d{0,8}")) {
      findings.problem(
          path(PAUSED_REPLICAS),
          "\"%s\" replicas are not possible for a schedule; scale the target by hand and set %s"
              .formatted(replicas, PAUSED));
    } else if (isFixedBySchedules) {
      findings.problem(
          path(PAUSED_REPLICAS),
          "is not possible beside triggers of type cron only; scale the target by hand and set "
              + PAUSED);
    } else {
      options.set(
          new OptionName(OptionKey.SCHEDULE, "paused"),
          "00:00-24:00 min=%s max=%s".formatted(replicas, replicas),
          path(PAUSED_REPLICAS));
    }
  }
}
