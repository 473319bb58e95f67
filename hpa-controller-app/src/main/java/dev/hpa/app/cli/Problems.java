package dev.hpa.app.cli;

import java.util.LinkedHashSet;
import java.util.Set;

/** What is wrong with a command line as a whole, told together and each thing once. */
final class Problems {

  private final Set<String> found = new LinkedHashSet<>();

  void add(String problem) {
    found.add(problem);
  }

  /** One is told as it is, several in brackets, as Kubernetes does. */
  void refuse() {
    if (found.size() == 1) {
      throw new UsageException(found.iterator().next());
    }
    if (!found.isEmpty()) {
      throw new UsageException("[" + String.join(", ", found) + "]");
    }
  }
}
