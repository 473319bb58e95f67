package dev.hpa.sandbox.fields;

/** What somebody applies is nothing of its kind. The message names the fields. */
public final class ConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1;

  ConfigurationException(String message) {
    super(message);
  }
}
