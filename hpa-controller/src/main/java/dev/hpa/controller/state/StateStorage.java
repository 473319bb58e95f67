package dev.hpa.controller.state;

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

  /** The name as in {@code --state}. */
  @Override
  public String toString() {
    return value;
  }
}
