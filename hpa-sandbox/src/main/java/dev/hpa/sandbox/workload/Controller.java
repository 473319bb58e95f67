package dev.hpa.sandbox.workload;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** A controller of the sandbox, by its name in kube-controller-manager. */
public enum Controller {
  DEPLOYMENT("deployment-controller"),
  REPLICA_SET("replicaset-controller"),
  REPLICATION_CONTROLLER("replicationcontroller-controller"),
  STATEFUL_SET("statefulset-controller"),
  GARBAGE_COLLECTOR("garbage-collector-controller"),
  NAMESPACE("namespace-controller");

  /** All controllers. */
  public static final Set<Controller> ALL = Set.of(values());

  private final String id;

  Controller(String id) {
    this.id = id;
  }

  /**
   * Parses a list in the format of the flag {@code --controllers} of kube-controller-manager:
   * {@code *} enables all, a name enables one, and a name with a leading dash disables one.
   *
   * @throws IllegalArgumentException for an unknown name; the message lists the known ones
   */
  public static Set<Controller> parseAll(String list) {
    Set<Controller> chosen = EnumSet.noneOf(Controller.class);
    Set<Controller> refused = EnumSet.noneOf(Controller.class);
    for (String word : list.split(",")) {
      String name = word.strip();
      if (name.equals("*")) {
        chosen.addAll(ALL);
      } else if (name.startsWith("-")) {
        refused.add(parse(name.substring(1)));
      } else if (!name.isEmpty()) {
        chosen.add(parse(name));
      }
    }
    chosen.removeAll(refused);
    return Set.copyOf(chosen);
  }

  private static Controller parse(String name) {
    return Arrays.stream(values())
        .filter(each -> each.id.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"%s\" is none of %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(Controller::toString)
                                .collect(Collectors.joining(", ")))));
  }

  @Override
  public String toString() {
    return id;
  }
}
