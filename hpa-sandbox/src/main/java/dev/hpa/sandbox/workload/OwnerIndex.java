package dev.hpa.sandbox.workload;

import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An index of objects and their owners by uid. Updated by change notifications; used on the
 * timeline only, except for {@link #get}.
 */
final class OwnerIndex {

  /** An object with the uids of its owners. */
  record Ref(ResourceType type, ObjectKey key, String uid, List<String> owners) {}

  private final Map<String, Ref> living = new ConcurrentHashMap<>();
  private final Map<String, Map<String, Ref>> dependents = new HashMap<>();

  void apply(ResourceType type, Change change) {
    StoredObject before = change.before();
    StoredObject after = change.after();
    if (before != null && after != null && before.owners().equals(after.owners())) {
      return;
    }
    if (before != null) {
      remove(before.uid());
    }
    if (after != null) {
      add(new Ref(type, after.key(), after.uid(), after.owners()));
    }
  }

  private void add(Ref ref) {
    remove(ref.uid());
    living.put(ref.uid(), ref);
    for (String owner : ref.owners()) {
      dependents.computeIfAbsent(owner, any -> new LinkedHashMap<>()).put(ref.uid(), ref);
    }
  }

  private void remove(String uid) {
    Ref ref = living.remove(uid);
    if (ref == null) {
      return;
    }
    for (String owner : ref.owners()) {
      Map<String, Ref> siblings = dependents.get(owner);
      if (siblings != null) {
        siblings.remove(uid);
        if (siblings.isEmpty()) {
          dependents.remove(owner);
        }
      }
    }
  }

  /** The object with this uid, if it exists. Any thread may call this. */
  @Nullable Ref get(String uid) {
    return living.get(uid);
  }

  /** The objects with this owner uid, whether the owner exists or not, in order of creation. */
  Collection<Ref> dependentsOf(String uid) {
    Map<String, Ref> found = dependents.get(uid);
    return found == null ? List.of() : List.copyOf(found.values());
  }

  /** The uid of the top-level owner: of a Deployment for its ReplicaSets. */
  String topOf(String uid) {
    Ref ref = living.get(uid);
    Ref parent = ref == null || ref.owners().isEmpty() ? null : living.get(ref.owners().getFirst());
    return parent != null && parent.type().scale() != null ? parent.uid() : uid;
  }
}
