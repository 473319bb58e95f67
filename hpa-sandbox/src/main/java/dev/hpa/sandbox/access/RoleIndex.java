package dev.hpa.sandbox.access;

import dev.hpa.sandbox.access.Grant.Holder;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * An index of roles by name and of grants by holder, so that a request reads only the bindings of
 * its user. Changes apply to the next request.
 */
final class RoleIndex {

  private final Map<ObjectKey, List<PolicyRule>> roles = new ConcurrentHashMap<>();
  private final Map<Holder, NavigableSet<Grant>> grants = new ConcurrentHashMap<>();

  private RoleIndex() {}

  /** An index that follows every change from now on. */
  static RoleIndex follow(Cluster cluster) {
    RoleIndex index = new RoleIndex();
    for (ResourceType type : List.of(ResourceTypes.ROLES, ResourceTypes.CLUSTER_ROLES)) {
      cluster.objects(type).onChange(index::applyRole);
    }
    for (ResourceType type :
        List.of(ResourceTypes.ROLE_BINDINGS, ResourceTypes.CLUSTER_ROLE_BINDINGS)) {
      cluster.objects(type).onChange(index::applyBinding);
    }
    return index;
  }

  private void applyRole(Change change) {
    if (change.after() == null) {
      roles.remove(change.last().key());
    } else {
      roles.put(change.last().key(), PolicyRule.ofRole(change.after().tree()));
    }
  }

  /** Adds new grants before it removes old ones, so that grants that stay are never missing. */
  private void applyBinding(Change change) {
    Map<Holder, Grant> now = grants(change.after());
    now.forEach((holder, grant) -> grants.compute(holder, (any, all) -> with(all, grant)));
    grants(change.before())
        .forEach(
            (holder, grant) -> {
              if (!grant.equals(now.get(holder))) {
                grants.computeIfPresent(holder, (any, all) -> without(all, grant));
              }
            });
  }

  private static Map<Holder, Grant> grants(@Nullable StoredObject binding) {
    return binding == null ? Map.of() : Grant.ofBinding(binding.key(), binding.tree());
  }

  private static NavigableSet<Grant> with(@Nullable NavigableSet<Grant> all, Grant grant) {
    NavigableSet<Grant> more = all == null ? new ConcurrentSkipListSet<>() : all;
    more.add(grant);
    return more;
  }

  private static @Nullable NavigableSet<Grant> without(NavigableSet<Grant> all, Grant grant) {
    all.remove(grant);
    return all.isEmpty() ? null : all;
  }

  Collection<Grant> of(Holder holder) {
    NavigableSet<Grant> found = grants.get(holder);
    return found == null ? List.of() : found;
  }

  /** The rules of a role, or null when it does not exist. */
  @Nullable List<PolicyRule> rules(ObjectKey role) {
    return roles.get(role);
  }
}
