package dev.hpa.controller.state;

import java.util.Arrays;
import java.util.Optional;

/** Where the state of autoscalers is stored between two runs of the controller. */
public enum StateStorage {
  /** Nowhere, as in upstream: windows begin anew with each start. */
  NONE("None"),

  /** In ConfigMaps beside the Lease. */
  CONFIG_MAP("ConfigMap");

  private final String value;

  StateStorage(String value) {
    this.value = value;
  }

  /** The storage with a name as in {@code --state}; empty if there is none. */
  public static Optional<StateStorage> of(String name) {
    return Arrays.stream(values()).filter(each -> each.value.equals(name)).findFirst();
  }

  /** The name as in {@code --state}. */
  @Override
  public String toString() {
    return value;
  }
}
