package dev.hpa.core.pods;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Selects the pods that a scale target owns: those whose chain of controller references ends at it,
 * compared by UID (KEP-5325).
 *
 * <p>If an owner is unknown, the target may own the pod, so that all pods are kept: a set that is
 * too small would scale the target on guessed data. An owner of a kind that the target never
 * controls, such as a Workflow for a Deployment, is not looked up.
 */
public final class OwnerFilter {

  /** The longest chain of owners that is followed. */
  static final int MAX_OWNERS = 10;

  private OwnerFilter() {}

  /**
   * A controller reference.
   *
   * @param group API group; empty for core
   */
  public record Owner(String group, String kind, String name, String uid) {

    /**
     * The owner of a reference.
     *
     * @param apiVersion {@code version} or {@code group/version}; not validated
     */
    public static Owner of(String apiVersion, String kind, String name, String uid) {
      int slash = apiVersion.indexOf('/');
      return new Owner(slash < 0 ? "" : apiVersion.substring(0, slash), kind, name, uid);
    }

    /** A scale target names its kind as in a manifest, or in lower case. */
    private Controls controls() {
      return switch (group + "/" + kind) {
        case "apps/Deployment", "apps/deployment" -> Controls.REPLICA_SETS;
        case "apps/StatefulSet",
            "apps/statefulset",
            "apps/ReplicaSet",
            "apps/replicaset",
            "/ReplicationController",
            "/replicationcontroller" ->
            Controls.PODS;
        default -> Controls.ANYTHING;
      };
    }
  }

  /** What the objects of a kind control that has pods, or is one. */
  private enum Controls {
    PODS,
    REPLICA_SETS,
    ANYTHING;

    boolean include(Owner owner) {
      return switch (this) {
        case PODS -> false;
        case REPLICA_SETS -> owner.group().equals("apps") && owner.kind().equals("ReplicaSet");
        case ANYTHING -> true;
      };
    }
  }

  /** What is known of an owner. */
  public sealed interface Lookup {

    /**
     * The owner exists.
     *
     * @param controller its controller; null if it has none
     */
    record Known(@Nullable Owner controller) implements Lookup {}

    /**
     * The owner cannot be looked up.
     *
     * @param reason one line
     */
    record Unknown(String reason) implements Lookup {}
  }

  /**
   * The result.
   *
   * @param owned for each pod, in order, whether it is kept
   */
  public record Result(List<Boolean> owned, Ownership ownership) {}

  /**
   * Filters pods.
   *
   * @param controllers the controller of each pod; null for a pod without one
   * @param target the scale target, as the owner of its pods; its UID is empty if unknown
   * @param owners looks up an owner
   */
  public static Result filter(
      List<@Nullable Owner> controllers, Owner target, Function<Owner, Lookup> owners) {
    int matched = controllers.size();
    if (target.uid().isEmpty()) {
      return all(matched, "the UID of the scale target is unknown");
    }
    Chains chains = new Chains(target, owners);
    List<Boolean> owned = new ArrayList<>(matched);
    int count = 0;
    for (Owner controller : controllers) {
      boolean kept = chains.endAtTarget(controller);
      if (chains.problem != null) {
        return all(matched, chains.problem);
      }
      owned.add(kept);
      count += kept ? 1 : 0;
    }
    return new Result(List.copyOf(owned), new Ownership(true, matched, count, ""));
  }

  /**
   * Whether a pod certainly belongs to another owner than a target, as far as its controller shows
   * without a lookup: it has a kind that the target never controls, or is not the target, or is a
   * ReplicaSet whose name is not that of the Deployment and a hash.
   *
   * @param controller of the pod; null if it has none, so that nothing is certain
   */
  public static boolean isOfAnother(Owner target, @Nullable Owner controller) {
    if (controller == null || target.controls() == Controls.ANYTHING) {
      return false;
    }
    if (!target.controls().include(controller)) {
      return !isSame(target, controller);
    }
    int hyphen = controller.name().lastIndexOf('-');
    return hyphen < 0 || !controller.name().substring(0, hyphen).equals(target.name());
  }

  private static boolean isSame(Owner target, Owner controller) {
    return target.uid().isEmpty()
        ? target.group().equals(controller.group())
            && target.kind().equalsIgnoreCase(controller.kind())
            && target.name().equals(controller.name())
        : target.uid().equals(controller.uid());
  }

  private static Result all(int matched, String problem) {
    List<Boolean> owned = new ArrayList<>(matched);
    for (int i = 0; i < matched; i++) {
      owned.add(true);
    }
    return new Result(List.copyOf(owned), new Ownership(true, matched, matched, problem));
  }

  /**
   * The owners of several pods, looked up once for all targets of kinds that control the same, and
   * only as far as needed. Not thread-safe.
   */
  public static final class Ancestors {
    private final List<@Nullable Owner> controllers;
    private final Function<Owner, Lookup> owners;
    private final Map<Controls, Walk> walks = new EnumMap<>(Controls.class);

    /**
     * @param controllers the controller of each pod; null for a pod without one
     * @param owners looks up an owner
     */
    public Ancestors(List<@Nullable Owner> controllers, Function<Owner, Lookup> owners) {
      this.controllers = controllers;
      this.owners = owners;
    }

    /**
     * Whether {@link #filter} would keep any of the pods for a target: one belongs to it, or the
     * owners of one are unknown.
     */
    public boolean mayInclude(Owner target) {
      return target.uid().isEmpty()
          || walks
              .computeIfAbsent(
                  target.controls(), controls -> new Walk(controls, controllers.iterator(), owners))
              .mayReach(target.uid());
    }
  }

  /** Follows the owners of one pod after the other, as far as an object of a kind controls them. */
  private static final class Walk {
    private final Controls controls;
    private final Iterator<@Nullable Owner> controllers;
    private final Function<Owner, Lookup> owners;
    private final Set<String> uids = new HashSet<>();
    private final Set<String> chain = new HashSet<>();
    private @Nullable Owner last;
    private boolean isUnknown;

    Walk(Controls controls, Iterator<@Nullable Owner> controllers, Function<Owner, Lookup> owners) {
      this.controls = controls;
      this.controllers = controllers;
      this.owners = owners;
    }

    boolean mayReach(String uid) {
      while (!isUnknown && !uids.contains(uid)) {
        if (last == null && !controllers.hasNext()) {
          return false;
        }
        advance();
      }
      return true;
    }

    /** Continues with the owner of the last one, or with the next pod. */
    private void advance() {
      Owner next;
      if (last == null) {
        chain.clear();
        next = controllers.next();
      } else {
        switch (owners.apply(last)) {
          case Lookup.Known(Owner controller) -> next = controller;
          case Lookup.Unknown unknown -> {
            isUnknown = true;
            return;
          }
        }
      }
      last = next == null || isKnown(next) || !controls.include(next) ? null : next;
    }

    /** Whether an earlier pod had the owner; adds it otherwise. */
    private boolean isKnown(Owner owner) {
      isUnknown |= chain.contains(owner.uid());
      if (!uids.add(owner.uid())) {
        return true;
      }
      isUnknown |= controls.include(owner) && chain.size() == MAX_OWNERS;
      chain.add(owner.uid());
      return false;
    }
  }

  /** Remembers the owners that are known to belong to the target, or not to. */
  private static final class Chains {
    private final Owner target;
    private final Function<Owner, Lookup> owners;
    private final Set<String> inside = new HashSet<>();
    private final Set<String> outside = new HashSet<>();
    private @Nullable String problem;

    Chains(Owner target, Function<Owner, Lookup> owners) {
      this.target = target;
      this.owners = owners;
    }

    boolean endAtTarget(@Nullable Owner controller) {
      Set<String> chain = new HashSet<>();
      Owner owner = controller;
      while (owner != null) {
        if (owner.uid().equals(target.uid()) || inside.contains(owner.uid())) {
          inside.addAll(chain);
          return true;
        }
        if (outside.contains(owner.uid()) || !target.controls().include(owner)) {
          break;
        }
        if (!chain.add(owner.uid()) || chain.size() > MAX_OWNERS) {
          problem = "the owners of a pod form a cycle or a chain of more than " + MAX_OWNERS;
          return true;
        }
        switch (owners.apply(owner)) {
          case Lookup.Known(Owner next) -> owner = next;
          case Lookup.Unknown(String reason) -> {
            problem = reason;
            return true;
          }
        }
      }
      outside.addAll(chain);
      return false;
    }
  }
}
