package dev.hpa.cli.fleet;

import dev.hpa.api.NamespacedName;
import dev.hpa.cli.manifests.Inventory;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.core.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** HPAs of files. */
public final class FileFleet implements Fleet {
  /** Of HPAs in files that name none. */
  public static final String DEFAULT_NAMESPACE = "default";

  private final Inventory inventory;
  private final Map<NamespacedName, Inventory.Autoscaler> autoscalers = new TreeMap<>();

  /**
   * Reads files with at least one HPA.
   *
   * @throws UnusableInputException if there is none, or a document cannot be used
   */
  public static Inventory inventory(List<String> files, Settings settings)
      throws IOException, UnusableInputException {
    Inventory inventory =
        Inventory.read(files, settings.version(), settings.gates(), DEFAULT_NAMESPACE);
    if (!inventory.problems().isEmpty()) {
      int more = inventory.problems().size() - 1;
      throw new UnusableInputException(
          inventory.problems().getFirst()
              + (more == 0 ? "" : " (and " + more + " more; run hpa lint to list all)"));
    }
    if (inventory.autoscalers().isEmpty()) {
      throw new UnusableInputException(
          String.join(", ", files) + ": contains no HorizontalPodAutoscaler; add one");
    }
    return inventory;
  }

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
