package dev.hpa.app.cli;

/** Exit statuses of the programs. */
public final class ExitStatus {

  /** Success. */
  public static final int DONE = 0;

  /** A check failed, such as a difference or a failed case, or the command failed. */
  public static final int FAILED = 1;

  /** Usage error: unknown command or flag, invalid value, unusable file. */
  public static final int WRONG_USE = 2;

  private ExitStatus() {}
}
