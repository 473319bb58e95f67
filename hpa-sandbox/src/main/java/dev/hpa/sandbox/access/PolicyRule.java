package dev.hpa.sandbox.access;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A rule of a role. A rule is about resources or about paths, and the lists of the other kind are
 * empty. {@code *} matches everything.
 *
 * @param resources {@code pods}, {@code deployments/scale}, {@code *}, or a subresource of all:
 *     {@code *}{@code /scale}
 * @param resourceNames empty for all
 * @param paths may end with {@code *}
 */
public record PolicyRule(
    List<String> verbs,
    List<String> apiGroups,
    List<String> resources,
    List<String> resourceNames,
    List<String> paths) {

  private static final String ALL = "*";

  public PolicyRule {
    verbs = List.copyOf(verbs);
    apiGroups = List.copyOf(apiGroups);
    resources = List.copyOf(resources);
    resourceNames = List.copyOf(resourceNames);
    paths = List.copyOf(paths);
  }

  /** The rules of a Role or ClusterRole. */
  static List<PolicyRule> ofRole(JsonNode role) {
    List<PolicyRule> rules = new ArrayList<>();
    for (JsonNode rule : role.path("rules")) {
      rules.add(
          new PolicyRule(
              strings(rule.path("verbs")),
              strings(rule.path("apiGroups")),
              strings(rule.path("resources")),
              strings(rule.path("resourceNames")),
              strings(rule.path("nonResourceURLs"))));
    }
    return List.copyOf(rules);
  }

  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    list.forEach(each -> strings.add(each.asText()));
    return strings;
  }

  boolean grants(RequestAttributes.OnResource attempt) {
    return hasOrAll(verbs, attempt.verb())
        && hasOrAll(apiGroups, attempt.group())
        && isAbout(attempt)
        && (resourceNames.isEmpty() || resourceNames.contains(attempt.name()));
  }

  private boolean isAbout(RequestAttributes.OnResource attempt) {
    return hasOrAll(resources, attempt.qualified())
        || (!attempt.subresource().isEmpty()
            && resources.contains(ALL + "/" + attempt.subresource()));
  }

  boolean grants(RequestAttributes.OnPath attempt) {
    return hasOrAll(verbs, attempt.verb())
        && paths.stream().anyMatch(path -> covers(path, attempt.path()));
  }

  private static boolean covers(String pattern, String path) {
    return pattern.equals(path)
        || (pattern.endsWith(ALL) && path.startsWith(pattern.substring(0, pattern.length() - 1)));
  }

  private static boolean hasOrAll(List<String> list, String text) {
    return list.contains(ALL) || list.contains(text);
  }
}
