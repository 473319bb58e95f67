package dev.hpa.sandbox.workload;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** A controller of the sandbox, by its name in kube-controller-manager. */
public enum SimulatedController {
  DEPLOYMENT("deployment-controller"),
  REPLICA_SET("replicaset-controller"),
  REPLICATION_CONTROLLER("replicationcontroller-controller"),
  STATEFUL_SET("statefulset-controller"),
  GARBAGE_COLLECTOR("garbage-collector-controller"),
  NAMESPACE("namespace-controller");

  /** All controllers. */
  public static final Set<SimulatedController> ALL = Set.of(values());

  private final String id;

  SimulatedController(String id) {
    this.id = id;
  }

  /**
   * Parses a list in the format of the flag {@code --controllers} of kube-controller-manager:
   * {@code *} enables all, a name enables one, and a name with a leading dash disables one.
   *
   * @throws IllegalArgumentException for an unknown name; the message lists the known ones
   */
  public static Set<SimulatedController> parseAll(String list) {
    Set<SimulatedController> chosen = EnumSet.noneOf(SimulatedController.class);
    Set<SimulatedController> disabled = EnumSet.noneOf(SimulatedController.class);
    for (String word : list.split(",")) {
      String name = word.strip();
      if (name.equals("*")) {
        chosen.addAll(ALL);
      } else if (name.startsWith("-")) {
        disabled.add(parse(name.substring(1)));
      } else if (!name.isEmpty()) {
        chosen.add(parse(name));
      }
    }
    chosen.removeAll(disabled);
    return Set.copyOf(chosen);
  }

  private static SimulatedController parse(String name) {
    return Arrays.stream(values())
        .filter(each -> each.id.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"%s\": unknown controller; use %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(SimulatedController::toString)
                                .collect(Collectors.joining(", ")))));
  }

  @Override
  public String toString() {
    return id;
  }
}
