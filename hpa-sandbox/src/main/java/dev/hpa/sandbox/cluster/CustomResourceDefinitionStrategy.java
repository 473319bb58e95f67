package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The strategy of CustomResourceDefinitions. It validates only what the sandbox relies on. A
 * definition is established as soon as it is written.
 */
final class CustomResourceDefinitionStrategy implements ResourceType.Strategy {

  @Override
  public boolean tracksGeneration() {
    return true;
  }

  @Override
  public void prepareForCreate(ObjectNode definition) {
    setDefaults(definition);
    check(definition);
    establish(definition);
  }

  @Override
  public void prepareForUpdate(ObjectNode definition, ObjectNode before) {
    setDefaults(definition);
    check(definition);
    for (String fixed : List.of("group", "scope")) {
      requireSame(definition, before, fixed);
    }
    acceptNames(definition.withObject("/status"), definition.path("spec"));
  }

  private static void setDefaults(ObjectNode definition) {
    ObjectNode spec = definition.withObject("/spec");
    ObjectNode names = spec.withObject("/names");
    String kind = names.path("kind").asText("");
    PodTemplates.putIfAbsent(names, "singular", kind.toLowerCase(Locale.ROOT));
    PodTemplates.putIfAbsent(names, "listKind", kind + "List");
    PodTemplates.putIfAbsent(spec.withObject("/conversion"), "strategy", "None");
  }

  private static void check(ObjectNode definition) {
    JsonNode spec = definition.path("spec");
    List<Cause> causes = new ArrayList<>();
    String name = definition.path("metadata").path("name").asText();
    String expectedName =
        spec.path("names").path("plural").asText() + "." + spec.path("group").asText();
    if (!name.equals(expectedName)) {
      causes.add(
          Cause.invalid(
              "metadata.name", "\"" + name + "\"", "must be spec.names.plural+\".\"+spec.group"));
    }
    requireText(spec.path("group"), "spec.group", causes);
    requireText(spec.path("names").path("plural"), "spec.names.plural", causes);
    requireText(spec.path("names").path("kind"), "spec.names.kind", causes);
    checkScope(spec.path("scope").asText(""), causes);
    checkVersions(spec.path("versions"), causes);
    if (!causes.isEmpty()) {
      throw invalid(name, causes);
    }
  }

  private static void requireText(JsonNode value, String field, List<Cause> causes) {
    if (value.asText("").isEmpty()) {
      causes.add(Cause.required(field, ""));
    }
  }

  private static void checkScope(String scope, List<Cause> causes) {
    if (scope.isEmpty()) {
      causes.add(Cause.required("spec.scope", ""));
    } else if (!scope.equals("Cluster") && !scope.equals("Namespaced")) {
      causes.add(Cause.notSupported("spec.scope", "\"" + scope + "\"", "Cluster", "Namespaced"));
    }
  }

  private static void checkVersions(JsonNode versions, List<Cause> causes) {
    int stored = 0;
    for (int i = 0; i < versions.size(); i++) {
      JsonNode version = versions.path(i);
      String field = "spec.versions[" + i + "]";
      requireText(version.path("name"), field + ".name", causes);
      if (!version.path("schema").path("openAPIV3Schema").isObject()) {
        causes.add(Cause.required(field + ".schema.openAPIV3Schema", "schemas are required"));
      }
      checkScale(version.path("subresources").path("scale"), field + ".subresources.scale", causes);
      stored += version.path("storage").asBoolean() ? 1 : 0;
    }
    if (stored != 1) {
      causes.add(
          Cause.invalid(
              "spec.versions",
              versions.isMissingNode() ? "null" : versions.toString(),
              "must have exactly one version marked as storage version"));
    }
  }

  private static void checkScale(JsonNode scale, String field, List<Cause> causes) {
    if (!scale.isObject()) {
      return;
    }
    requireBelow("spec", scale, field, "specReplicasPath", causes);
    requireBelow("status", scale, field, "statusReplicasPath", causes);
    String selector = scale.path("labelSelectorPath").asText("");
    if (!selector.isEmpty() && !selector.matches("\\.(spec|status)\\..+")) {
      causes.add(
          Cause.invalid(
              field + ".labelSelectorPath",
              "\"" + selector + "\"",
              "should be a json path under either .spec or .status"));
    }
  }

  private static void requireBelow(
      String parent, JsonNode scale, String field, String name, List<Cause> causes) {
    String path = scale.path(name).asText("");
    if (path.isEmpty()) {
      causes.add(Cause.required(field + "." + name, ""));
    } else if (!path.startsWith("." + parent + ".")) {
      causes.add(
          Cause.invalid(
              field + "." + name, "\"" + path + "\"", "should be a json path under ." + parent));
    }
  }

  private static void requireSame(ObjectNode definition, ObjectNode before, String field) {
    JsonNode now = definition.path("spec").path(field);
    if (!now.equals(before.path("spec").path(field))) {
      throw invalid(
          definition.path("metadata").path("name").asText(),
          List.of(Cause.invalid("spec." + field, now.toString(), "field is immutable")));
    }
  }

  private static StatusException invalid(String name, List<Cause> causes) {
    return StatusException.invalid(
        "apiextensions.k8s.io", "CustomResourceDefinition", name, causes);
  }

  private static void establish(ObjectNode definition) {
    JsonNode spec = definition.path("spec");
    String now = definition.path("metadata").path("creationTimestamp").asText();
    ObjectNode status = definition.putObject("status");
    ArrayNode conditions = status.putArray("conditions");
    condition(conditions, "NamesAccepted", now, "NoConflicts", "no conflicts found");
    condition(
        conditions,
        "Established",
        now,
        "InitialNamesAccepted",
        "the initial names have been accepted");
    acceptNames(status, spec);
    ArrayNode stored = status.putArray("storedVersions");
    for (JsonNode version : spec.path("versions")) {
      if (version.path("storage").asBoolean()) {
        stored.add(version.path("name"));
      }
    }
  }

  private static void condition(
      ArrayNode conditions, String type, String since, String reason, String message) {
    conditions
        .addObject()
        .put("type", type)
        .put("status", "True")
        .put("lastTransitionTime", since)
        .put("reason", reason)
        .put("message", message);
  }

  private static void acceptNames(ObjectNode status, JsonNode spec) {
    status.set("acceptedNames", spec.path("names").deepCopy());
  }
}
