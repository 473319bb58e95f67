package dev.hpa.cli.recommend;

import dev.hpa.api.NamespacedName;
import dev.hpa.cli.manifests.Inventory;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** HPAs of files. */
final class FileFleet implements Fleet {
  private final Inventory inventory;
  private final Map<Member, Inventory.Autoscaler> autoscalers = new LinkedHashMap<>();

  FileFleet(Inventory inventory) {
    this.inventory = inventory;
    inventory.autoscalers().stream()
        .sorted(Comparator.comparing(each -> NamespacedName.of(each.value().metadata())))
        .forEach(
            each ->
                autoscalers.put(
                    new Member(NamespacedName.of(each.value().metadata()), each.value()), each));
  }

  @Override
  public List<Member> members() {
    return List.copyOf(autoscalers.keySet());
  }

  @Override
  public Subject subject(Member member) {
    return Subject.of(
        Objects.requireNonNull(autoscalers.get(member), "a member of this fleet"),
        inventory.workloads());
  }
}
