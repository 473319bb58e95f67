package dev.hpa.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Selects the pods that a scale target owns: those whose chain of controller references ends at it,
 * compared by UID (KEP-5325).
 *
 * <p>If an owner is unknown, the target may own the pod, so that all pods are kept: a set that is
 * too small would scale the target on guessed data.
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
   * @param targetUid UID of the scale target; null if unknown
   * @param owners looks up an owner
   */
  public static Result filter(
      List<@Nullable Owner> controllers,
      @Nullable String targetUid,
      Function<Owner, Lookup> owners) {
    int matched = controllers.size();
    if (targetUid == null || targetUid.isEmpty()) {
      return all(matched, "the UID of the scale target is unknown");
    }
    Chains chains = new Chains(targetUid, owners);
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

  private static Result all(int matched, String problem) {
    List<Boolean> owned = new ArrayList<>(matched);
    for (int i = 0; i < matched; i++) {
      owned.add(true);
    }
    return new Result(List.copyOf(owned), new Ownership(true, matched, matched, problem));
  }

  /**
   * The owners of several pods, looked up once for all targets that they are compared with, and
   * only as far as needed. Not thread-safe.
   */
  public static final class Ancestors {
    private final Iterator<@Nullable Owner> controllers;
    private final Function<Owner, Lookup> owners;
    private final Set<String> uids = new HashSet<>();
    private final Set<String> chain = new HashSet<>();
    private @Nullable Owner last;
    private boolean isUnknown;

    /**
     * @param controllers the controller of each pod; null for a pod without one
     * @param owners looks up an owner
     */
    public Ancestors(List<@Nullable Owner> controllers, Function<Owner, Lookup> owners) {
      this.controllers = controllers.iterator();
      this.owners = owners;
    }

    /**
     * Whether {@link #filter} would keep any of the pods for a target: one belongs to it, or the
     * owners of one are unknown.
     */
    public boolean mayInclude(String targetUid) {
      while (!isUnknown && !targetUid.isEmpty() && !uids.contains(targetUid)) {
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
      last = next == null || isKnown(next.uid()) ? null : next;
    }

    /** Whether an earlier pod had the owner; adds it otherwise. */
    private boolean isKnown(String uid) {
      isUnknown |= chain.contains(uid);
      if (!uids.add(uid)) {
        return true;
      }
      isUnknown |= chain.size() == MAX_OWNERS;
      chain.add(uid);
      return false;
    }
  }

  /** Remembers the owners that are known to belong to the target, or not to. */
  private static final class Chains {
    private final String targetUid;
    private final Function<Owner, Lookup> owners;
    private final Set<String> inside = new HashSet<>();
    private final Set<String> outside = new HashSet<>();
    private @Nullable String problem;

    Chains(String targetUid, Function<Owner, Lookup> owners) {
      this.targetUid = targetUid;
      this.owners = owners;
    }

    boolean endAtTarget(@Nullable Owner controller) {
      Set<String> chain = new HashSet<>();
      Owner owner = controller;
      while (owner != null) {
        if (owner.uid().equals(targetUid) || inside.contains(owner.uid())) {
          inside.addAll(chain);
          return true;
        }
        if (outside.contains(owner.uid())) {
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
