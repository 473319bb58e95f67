package dev.hpa.sandbox.fields;

import java.util.List;

/** An apply conflicts with other field managers. */
public final class FieldConflictException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient List<FieldConflict> conflicts;

  FieldConflictException(List<FieldConflict> conflicts) {
    super(conflicts.size() + " conflicts");
    this.conflicts = List.copyOf(conflicts);
  }

  /** The conflicts by manager. */
  public List<FieldConflict> conflicts() {
    return conflicts;
  }
}
