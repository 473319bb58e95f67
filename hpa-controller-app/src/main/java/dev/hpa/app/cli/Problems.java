package dev.hpa.app.cli;

import java.util.LinkedHashSet;
import java.util.Set;

/** Collects the problems of a command line, to report each one once and all together. */
final class Problems {

  private final Set<String> found = new LinkedHashSet<>();

  void add(String problem) {
    found.add(problem);
  }

  /** Throws if there are problems; several are in brackets, as in Kubernetes. */
  void throwIfAny() {
    if (found.size() == 1) {
      throw new UsageException(found.iterator().next());
    }
    if (!found.isEmpty()) {
      throw new UsageException("[" + String.join(", ", found) + "]");
    }
  }
}
