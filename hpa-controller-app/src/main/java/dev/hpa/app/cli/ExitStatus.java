package dev.hpa.app.cli;

/** Exit statuses of the programs. */
public final class ExitStatus {

  public static final int SUCCESS = 0;

  /** A check failed, such as a difference or a failed case, or the command failed. */
  public static final int FAILED = 1;

  /** Usage error: unknown command or flag, invalid value, unusable file. */
  public static final int USAGE_ERROR = 2;

  private ExitStatus() {}
}
