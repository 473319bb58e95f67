package dev.hpa.conformance.environment;

/** The stage cannot be set: what is wrong, and what to do about it, in one line. */
public final class TestClusterException extends Exception {

  private static final long serialVersionUID = 1;

  public TestClusterException(String message) {
    super(message);
  }

  public TestClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
