package dev.hpa.core.pods;

import java.util.List;

/**
 * Which pods of a selection the scale target owns.
 *
 * @param byOwner whether the option {@code selection-strategy} is {@code OwnerReference}, so that
 *     only these count
 * @param matched the pods that the selector matches
 * @param owned those that the target owns, or may own; all of {@code matched} if {@code byOwner}
 *     and an owner is unknown
 * @param problem why all matched pods are counted although {@code byOwner}; empty if they are not
 * @param others the first pods of others, with their owners
 */
public record Ownership(
    boolean byOwner, int matched, int owned, String problem, List<String> others) {

  /** The most pods that are named. */
  public static final int MAX_NAMED = 10;

  public Ownership {
    others = List.copyOf(others);
  }

  /** Without names of the pods that are not counted. */
  public Ownership(boolean byOwner, int matched, int owned, String problem) {
    this(byOwner, matched, owned, problem, List.of());
  }

  /** A copy that names pods. */
  public Ownership naming(List<String> pods) {
    return new Ownership(byOwner, matched, owned, problem, pods);
  }

  /** All pods that the selector matches are counted, as upstream does, and none is of others. */
  public static final Ownership BY_LABELS = new Ownership(false, 0, 0, "");
}
