package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Defaults and checks of what makes pods from a template. */
final class WorkloadStrategy implements ResourceType.Strategy {

  private static final List<String> MUTABLE_FIELDS =
      List.of(
          "replicas",
          "ordinals",
          "template",
          "updateStrategy",
          "revisionHistoryLimit",
          "persistentVolumeClaimRetentionPolicy",
          "minReadySeconds");

  private final String kind;
  private final ResourceType.ScalePaths paths;

  WorkloadStrategy(String kind, ResourceType.ScalePaths paths) {
    this.kind = kind;
    this.paths = paths;
  }

  @Override
  public boolean tracksGeneration() {
    return true;
  }

  @Override
  public void prepareForCreate(ObjectNode workload) {
    setDefaults(workload);
    check(workload);
    ObjectNode status = workload.putObject("status");
    if (!kind.equals("Deployment")) {
      status.put("replicas", 0);
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode workload, ObjectNode before) {
    setDefaults(workload);
    check(workload);
    if (kind.equals("StatefulSet") && !immutableSpec(workload).equals(immutableSpec(before))) {
      throw invalid(
          workload,
          List.of(
              Cause.forbidden(
                  "spec",
                  "updates to statefulset spec for fields other than 'replicas', 'ordinals',"
                      + " 'template', 'updateStrategy', 'revisionHistoryLimit',"
                      + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are"
                      + " forbidden")));
    }
    JsonNode selector = workload.path("spec").path("selector");
    if (!kind.equals("ReplicationController")
        && !selector.equals(before.path("spec").path("selector"))) {
      throw invalid(
          workload,
          List.of(Cause.invalid("spec.selector", selector.toString(), "field is immutable")));
    }
  }

  /** What of a StatefulSet stays as it was created. */
  private static JsonNode immutableSpec(ObjectNode workload) {
    return workload.withObject("/spec").deepCopy().without(MUTABLE_FIELDS);
  }

  private void setDefaults(ObjectNode workload) {
    ObjectNode spec = workload.withObject("/spec");
    if (!spec.hasNonNull("replicas")) {
      spec.put("replicas", 1);
    }
    if (kind.equals("Deployment")) {
      setDeploymentDefaults(spec);
    }
    if (kind.equals("StatefulSet")) {
      PodTemplates.putIfAbsent(spec, "podManagementPolicy", "OrderedReady");
      spec.withObject("/updateStrategy");
      PodTemplates.putIfAbsent(spec.withObject("/updateStrategy"), "type", "RollingUpdate");
    }
    if (kind.equals("ReplicationController") && spec.path("selector").isEmpty()) {
      JsonNode labels = spec.path("template").path("metadata").path("labels");
      if (!labels.isEmpty()) {
        spec.set("selector", labels.deepCopy());
      }
    }
    if (spec.path("template").path("spec") instanceof ObjectNode podSpec) {
      PodTemplates.setDefaults(podSpec);
    }
  }

  private static void setDeploymentDefaults(ObjectNode spec) {
    ObjectNode strategy = spec.withObject("/strategy");
    PodTemplates.putIfAbsent(strategy, "type", "RollingUpdate");
    if (strategy.path("type").asText().equals("RollingUpdate")) {
      ObjectNode rolling = strategy.withObject("/rollingUpdate");
      PodTemplates.putIfAbsent(rolling, "maxUnavailable", "25%");
      PodTemplates.putIfAbsent(rolling, "maxSurge", "25%");
    }
    if (!spec.has("revisionHistoryLimit")) {
      spec.put("revisionHistoryLimit", 10);
    }
    if (!spec.has("progressDeadlineSeconds")) {
      spec.put("progressDeadlineSeconds", 600);
    }
  }

  private void check(ObjectNode workload) {
    JsonNode spec = workload.path("spec");
    List<Cause> causes = new ArrayList<>();
    JsonNode replicas = spec.path("replicas");
    if (!replicas.isInt()) {
      throw StatusException.badRequest(
          kind + ".spec.replicas: " + replicas + " is not a 32-bit integer");
    }
    if (replicas.asInt() < 0) {
      causes.add(
          Cause.invalid("spec.replicas", replicas.asText(), "must be greater than or equal to 0"));
    }
    checkSelector(spec, causes);
    JsonNode podSpec = spec.path("template").path("spec");
    PodTemplates.check(podSpec, "spec.template.spec", causes);
    String restart = podSpec.path("restartPolicy").asText("Always");
    if (!restart.equals("Always")) {
      causes.add(
          Cause.notSupported("spec.template.spec.restartPolicy", "\"" + restart + "\"", "Always"));
    }
    if (!causes.isEmpty()) {
      throw invalid(workload, causes);
    }
  }

  private void checkSelector(JsonNode spec, List<Cause> causes) {
    JsonNode node = spec.path("selector");
    if (node.isEmpty()) {
      causes.add(Cause.required("spec.selector", ""));
      return;
    }
    Selector selector;
    try {
      selector = paths.pods(node);
    } catch (IllegalArgumentException failure) {
      causes.add(
          Cause.invalid("spec.selector", node.toString(), String.valueOf(failure.getMessage())));
      return;
    }
    Map<String, String> labels = new HashMap<>();
    JsonNode template = spec.path("template").path("metadata").path("labels");
    template.properties().forEach(e -> labels.put(e.getKey(), e.getValue().asText()));
    if (!selector.matches(labels)) {
      causes.add(
          Cause.invalid(
              "spec.template.metadata.labels",
              template.isMissingNode() ? "null" : template.toString(),
              "`selector` does not match template `labels`"));
    }
  }

  private StatusException invalid(ObjectNode workload, List<Cause> causes) {
    String group = kind.equals("ReplicationController") ? "" : "apps";
    return StatusException.invalid(
        group, kind, workload.path("metadata").path("name").asText(), causes);
  }
}
