package dev.hpa.core;

/**
 * How the pods of a selection were narrowed down to those that the scale target owns.
 *
 * @param byOwner whether the option {@code selection-strategy} is {@code OwnerReference}
 * @param matched the pods that the selector matches
 * @param owned those that the target owns; all of {@code matched} if an owner is unknown
 * @param problem why all matched pods are counted although {@code byOwner}; empty if they are not
 */
public record Ownership(boolean byOwner, int matched, int owned, String problem) {

  /** All pods that the selector matches are counted, as upstream does. */
  public static final Ownership BY_LABELS = new Ownership(false, 0, 0, "");
}
