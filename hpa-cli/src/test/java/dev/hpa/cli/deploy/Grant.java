package dev.hpa.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * One combination of group, resource, verb and name that a rule of a role allows.
 *
 * @param namespace of the binding; empty for a ClusterRoleBinding
 * @param name of the only object; empty for all
 */
public record Grant(String namespace, String group, String resource, String verb, String name) {

  /** Returns the grants of a rule in the namespace of its binding. */
  static List<Grant> of(JsonNode rule, String namespace) {
    List<Grant> all = new ArrayList<>();
    for (String group : texts(rule, "apiGroups")) {
      for (String resource : texts(rule, "resources")) {
        for (String verb : texts(rule, "verbs")) {
          List<String> names = texts(rule, "resourceNames");
          (names.isEmpty() ? List.of("") : names)
              .forEach(name -> all.add(new Grant(namespace, group, resource, verb, name)));
        }
      }
    }
    return all;
  }

  private static List<String> texts(JsonNode rule, String member) {
    return rule.path(member).valueStream().map(JsonNode::asText).toList();
  }

  public boolean allows(ApiCall call) {
    return (namespace.isEmpty() || namespace.equals(call.namespace()))
        && (group.equals("*") || group.equals(call.group()))
        && (resource.equals("*") || resource.equals(call.resource()) || allowsSubresource(call))
        && verb.equals(call.verb())
        && (name.isEmpty() || name.equals(call.name()));
  }

  private boolean allowsSubresource(ApiCall call) {
    return resource.startsWith("*/") && call.resource().endsWith(resource.substring(1));
  }
}
