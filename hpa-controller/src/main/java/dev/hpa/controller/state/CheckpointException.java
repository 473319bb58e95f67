package dev.hpa.controller.state;

/** A checkpoint cannot be used; it is ignored and replaced. */
final class CheckpointException extends Exception {

  private static final long serialVersionUID = 1;

  private final transient Reason reason;

  /** Why a checkpoint is ignored. */
  enum Reason {
    /** It is damaged. */
    CORRUPT,

    /** It was written by a later version of the controller. */
    FORMAT,

    /** It is not a checkpoint, or one of another Lease or shard. */
    FOREIGN
  }

  CheckpointException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  Reason reason() {
    return reason;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
