package dev.hpa.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The first difference between two JSON trees. Absent, null and empty values are equal.
 *
 * @param path the JSON pointer of the difference
 */
record Difference(String path, JsonNode expected, JsonNode observed) {

  static Optional<Difference> between(JsonNode expected, JsonNode observed) {
    return between("", expected, observed);
  }

  private static Optional<Difference> between(String path, JsonNode expected, JsonNode observed) {
    if (isNothing(expected) && isNothing(observed)) {
      return Optional.empty();
    }
    if (expected.isObject() && observed.isObject()) {
      Set<String> names = new LinkedHashSet<>();
      expected.fieldNames().forEachRemaining(names::add);
      observed.fieldNames().forEachRemaining(names::add);
      return names.stream()
          .flatMap(
              name -> between(path + "/" + name, expected.path(name), observed.path(name)).stream())
          .findFirst();
    }
    if (expected.isArray() && observed.isArray()) {
      for (int i = 0; i < Math.max(expected.size(), observed.size()); i++) {
        Optional<Difference> found = between(path + "/" + i, expected.path(i), observed.path(i));
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    }
    return expected.equals(observed)
        ? Optional.empty()
        : Optional.of(new Difference(path, expected, observed));
  }

  private static boolean isNothing(JsonNode node) {
    return node.isMissingNode()
        || node.isNull()
        || (node.isContainerNode() && node.isEmpty())
        || (node.isTextual() && node.asText().isEmpty());
  }

  static String shown(JsonNode node) {
    return node.isMissingNode() ? "nothing" : node.toString();
  }
}
