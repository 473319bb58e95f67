package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/** The columns of a resource: those of kubectl for autoscalers, Deployments and pods. */
enum Printer {
  AUTOSCALERS(
      Column.IDENTITY,
      Column.text("Reference"),
      Column.text("Targets"),
      Column.text("MinPods"),
      Column.text("MaxPods"),
      Column.text("Replicas"),
      Column.AGE) {
    @Override
    List<Object> cells(JsonNode autoscaler, Instant now) {
      JsonNode spec = autoscaler.path("spec");
      JsonNode status = autoscaler.path("status");
      JsonNode target = spec.path("scaleTargetRef");
      return List.of(
          FieldReader.name(autoscaler),
          target.path("kind").asText() + "/" + target.path("name").asText(),
          MetricTargets.text(spec.path("metrics"), status.path("currentMetrics")),
          FieldReader.textOr(spec.path("minReplicas"), "<unset>"),
          FieldReader.number(spec.path("maxReplicas")),
          FieldReader.number(status.path("currentReplicas")),
          AgeFormat.of(autoscaler, now));
    }
  },

  DEPLOYMENTS(
      Column.IDENTITY,
      Column.text("Ready"),
      Column.text("Up-to-date"),
      Column.text("Available"),
      Column.AGE) {
    @Override
    List<Object> cells(JsonNode deployment, Instant now) {
      JsonNode status = deployment.path("status");
      return List.of(
          FieldReader.name(deployment),
          FieldReader.number(status.path("readyReplicas"))
              + "/"
              + deployment.path("spec").path("replicas").asInt(1),
          FieldReader.number(status.path("updatedReplicas")),
          FieldReader.number(status.path("availableReplicas")),
          AgeFormat.of(deployment, now));
    }
  },

  PODS(
      Column.IDENTITY,
      Column.text("Ready"),
      Column.text("Status"),
      Column.text("Restarts"),
      Column.AGE,
      Column.text("IP").wide(),
      Column.text("Node").wide()) {
    @Override
    List<Object> cells(JsonNode pod, Instant now) {
      JsonNode status = pod.path("status");
      List<JsonNode> containers = status.path("containerStatuses").valueStream().toList();
      return List.of(
          FieldReader.name(pod),
          containers.stream().filter(each -> each.path("ready").asBoolean()).count()
              + "/"
              + pod.path("spec").path("containers").size(),
          pod.path("metadata").has("deletionTimestamp") ? "Terminating" : state(status),
          containers.stream().mapToInt(each -> each.path("restartCount").asInt()).sum(),
          AgeFormat.of(pod, now),
          FieldReader.textOr(status.path("podIP"), FieldReader.NONE),
          FieldReader.textOr(pod.path("spec").path("nodeName"), FieldReader.NONE));
    }
  },

  /** Other resources. */
  OTHERS(Column.IDENTITY, Column.AGE) {
    @Override
    List<Object> cells(JsonNode object, Instant now) {
      return List.of(FieldReader.name(object), AgeFormat.of(object, now));
    }
  };

  @SuppressWarnings("ImmutableEnumChecker") // It cannot be modified.
  private final List<Column> columns;

  Printer(Column... columns) {
    this.columns = List.of(columns);
  }

  /**
   * A column definition.
   *
   * @param format {@code name} for the column that identifies the object
   * @param priority 0 for always shown, 1 for wide output only
   */
  record Column(String name, String format, int priority) {

    static final Column IDENTITY = new Column("Name", "name", 0);
    static final Column AGE = text("Age");

    static Column text(String name) {
      return new Column(name, "", 0);
    }

    Column wide() {
      return new Column(name, format, 1);
    }
  }

  static Printer of(String group, String resource) {
    return switch (group + "/" + resource) {
      case "autoscaling/horizontalpodautoscalers" -> AUTOSCALERS;
      case "apps/deployments" -> DEPLOYMENTS;
      case "/pods" -> PODS;
      default -> OTHERS;
    };
  }

  private static String state(JsonNode status) {
    return status
        .path("containerStatuses")
        .valueStream()
        .map(each -> each.at("/state/waiting/reason").asText(""))
        .filter(reason -> !reason.isEmpty())
        .findFirst()
        .orElse(FieldReader.textOr(status.path("reason"), status.path("phase").asText("")));
  }

  List<Column> columns() {
    return columns;
  }

  /** The cells of an object, one per column: strings and integers. */
  abstract List<Object> cells(JsonNode object, Instant now);
}
