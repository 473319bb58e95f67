package dev.hpa.simulation;

/**
 * A replay would cost more than its limits allow. The message is one line: {@code <what>:
 * <problem>; <what to do>}.
 */
public final class ReplayLimitException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  ReplayLimitException(String message) {
    super(message);
  }
}
