package dev.hpa.app.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** Feature gates as given on a command line, taken out one by one. */
final class FeatureGates {

  private final Map<String, String> left;
  private final Map<String, Boolean> known = new LinkedHashMap<>();

  FeatureGates(Map<String, String> given) {
    this.left = new LinkedHashMap<>(given);
  }

  /** The state of a gate, or its default if it was not given. */
  boolean take(String name, boolean otherwise) {
    known.put(name, otherwise);
    String value = left.remove(name);
    if (value == null) {
      return otherwise;
    }
    return switch (value) {
      case "1", "t", "T", "true", "TRUE", "True" -> true;
      case "0", "f", "F", "false", "FALSE", "False" -> false;
      default ->
          throw new UsageException(
              "invalid value of " + name + "=" + value + "; give true or false");
    };
  }

  /** Refuses gates nobody took. */
  void requireNoneLeft() {
    if (!left.isEmpty()) {
      throw new UsageException(
          "unrecognized feature gate: "
              + left.keySet().iterator().next()
              + "; known are "
              + String.join(", ", known.keySet()));
    }
  }
}
