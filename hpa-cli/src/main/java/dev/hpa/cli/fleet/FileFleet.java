package dev.hpa.cli.fleet;

import dev.hpa.api.NamespacedName;
import dev.hpa.cli.manifests.Inventory;
import dev.hpa.cli.simulate.UnusableInputException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** HPAs of files. */
public final class FileFleet implements Fleet {
  private final Inventory inventory;
  private final Map<NamespacedName, Inventory.Autoscaler> autoscalers = new TreeMap<>();

  /**
   * All HPAs of an inventory.
   *
   * @throws UnusableInputException if two HPAs have the same name
   */
  public FileFleet(Inventory inventory) throws UnusableInputException {
    this.inventory = inventory;
    for (Inventory.Autoscaler each : inventory.autoscalers()) {
      NamespacedName name = NamespacedName.of(each.value().metadata());
      Inventory.Autoscaler other = autoscalers.put(name, each);
      if (other != null) {
        throw new UnusableInputException(
            "%s: HPA %s is also in %s; remove one".formatted(each.place(), name, other.place()));
      }
    }
  }

  @Override
  public List<NamespacedName> members() {
    return List.copyOf(autoscalers.keySet());
  }

  @Override
  public Subject subject(NamespacedName member) {
    return Subject.of(
        Objects.requireNonNull(autoscalers.get(member), "a member of this fleet"),
        inventory.workloads());
  }
}
