package dev.hpa.sandbox.fields;

import java.util.List;

/** Fields are owned by others, who want them otherwise. */
public final class ConflictException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient List<Conflict> conflicts;

  ConflictException(List<Conflict> conflicts) {
    super(conflicts.size() + " conflicts");
    this.conflicts = List.copyOf(conflicts);
  }

  /** All of them, by managers. */
  public List<Conflict> conflicts() {
    return conflicts;
  }
}
