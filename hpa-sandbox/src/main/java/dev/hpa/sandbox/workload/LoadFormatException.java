package dev.hpa.sandbox.workload;

/**
 * A load or a trace that cannot be understood. The message says where, what is wrong and what to
 * write instead.
 */
public final class LoadFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  LoadFormatException(String message) {
    super(message);
  }

  /**
   * A mistake in a file.
   *
   * @param line counted from 1
   */
  static LoadFormatException in(String file, int line, String problem) {
    return new LoadFormatException(file + ", line " + line + ": " + problem);
  }
}
