package dev.hpa.app.cli;

/** What the program's exit status means. */
public final class ExitStatus {

  /** Done. */
  public static final int DONE = 0;

  /** What was asked about is not so: differences, failed cases; or the work could not be done. */
  public static final int FAILED = 1;

  /** Wrong use: unknown command or flag, bad value, unusable file. */
  public static final int WRONG_USE = 2;

  private ExitStatus() {}
}
