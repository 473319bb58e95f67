package dev.hpa.controller.metrics;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The labels of a family, with the values they may have.
 *
 * @param allowed by label; labels that are not in it may have any value
 * @param onUnexpected runs for each value that is not allowed
 */
record Labels(List<String> names, Map<String, Set<String>> allowed, Runnable onUnexpected) {

  /** Whether some labels may have certain values only, and others are counted. */
  boolean isRestricted() {
    return !allowed.isEmpty();
  }

  /** The values as they are shown. */
  String[] shown(String... values) {
    if (allowed.isEmpty()) {
      return values;
    }
    String[] shown = values.clone();
    for (int i = 0; i < shown.length; i++) {
      Set<String> permitted = allowed.get(names.get(i));
      if (permitted != null && !permitted.contains(shown[i])) {
        shown[i] = "unexpected";
        onUnexpected.run();
      }
    }
    return shown;
  }

  /** The values as they are shown. */
  List<String> shown(List<String> values) {
    return allowed.isEmpty() ? values : List.of(shown(values.toArray(String[]::new)));
  }
}
