package dev.hpa.conformance.environment;

/** The environment is unusable. The message contains cause and remedy. */
public final class TestClusterException extends Exception {

  private static final long serialVersionUID = 1;

  public TestClusterException(String message) {
    super(message);
  }

  public TestClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
