package dev.hpa.sandbox.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The {@code fieldSelector} parameter: equality and inequality on the supported fields of a
 * resource.
 */
record FieldSelector(List<Term> terms) {

  private static final Set<String> ALWAYS = Set.of("metadata.name", "metadata.namespace");

  /** The supported fields besides name and namespace. */
  private static final Map<ResourceType, Set<String>> OFFERED =
      Map.of(
          ResourceTypes.PODS,
          Set.of(
              "spec.nodeName",
              "spec.restartPolicy",
              "spec.schedulerName",
              "spec.serviceAccountName",
              "spec.hostNetwork",
              "status.phase",
              "status.podIP",
              "status.nominatedNodeName"),
          ResourceTypes.EVENTS,
          Set.of(
              "involvedObject.kind",
              "involvedObject.namespace",
              "involvedObject.name",
              "involvedObject.uid",
              "involvedObject.apiVersion",
              "involvedObject.resourceVersion",
              "involvedObject.fieldPath",
              "reason",
              "reportingComponent",
              "source",
              "type"),
          ResourceTypes.NAMESPACES,
          Set.of("status.phase"),
          ResourceTypes.NODES,
          Set.of("spec.unschedulable"),
          ResourceTypes.REPLICA_SETS,
          Set.of("status.replicas"),
          ResourceTypes.REPLICATION_CONTROLLERS,
          Set.of("status.replicas"));

  record Term(String field, String value, boolean equal) {}

  public static FieldSelector parse(String text, ResourceType type) {
    List<Term> terms = new ArrayList<>();
    for (String part : text.split(",")) {
      if (!part.isEmpty()) {
        terms.add(term(part, text));
      }
    }
    for (Term term : terms) {
      if (!ALWAYS.contains(term.field())
          && !OFFERED.getOrDefault(type, Set.of()).contains(term.field())) {
        throw StatusException.badRequest(refusal(term.field(), type));
      }
    }
    return new FieldSelector(terms);
  }

  private static Term term(String part, String text) {
    int not = part.indexOf("!=");
    if (not >= 0) {
      return new Term(part.substring(0, not), part.substring(not + 2), false);
    }
    int equal = part.indexOf('=');
    if (equal < 0) {
      throw StatusException.badRequest(
          "invalid selector: '" + text + "'; can't understand '" + part + "'");
    }
    int value = part.startsWith("==", equal) ? equal + 2 : equal + 1;
    return new Term(part.substring(0, equal), part.substring(value), true);
  }

  /** The error message depends on whether the kind supports additional fields. */
  private static String refusal(String field, ResourceType type) {
    return OFFERED.containsKey(type)
        ? "field label not supported: " + field
        : "\""
            + field
            + "\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"";
  }

  boolean matches(StoredObject object) {
    JsonNode tree = null;
    for (Term term : terms) {
      String actual;
      switch (term.field()) {
        case "metadata.name" -> actual = object.name();
        case "metadata.namespace" -> actual = object.namespace();
        default -> {
          tree = tree == null ? object.tree() : tree;
          actual = value(tree, term.field());
        }
      }
      if (actual.equals(term.value()) != term.equal()) {
        return false;
      }
    }
    return true;
  }

  private static String value(JsonNode tree, String field) {
    if (field.equals("source")) {
      return tree.path("source").path("component").asText(tree.path("reportingComponent").asText());
    }
    JsonNode node = tree;
    for (String step : field.split("\\.")) {
      node = node.path(step);
    }
    return node.asText("");
  }
}
