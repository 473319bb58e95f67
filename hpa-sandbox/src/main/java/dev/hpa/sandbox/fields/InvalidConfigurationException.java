package dev.hpa.sandbox.fields;

/** An applied configuration does not match its schema. The message names the fields. */
public final class InvalidConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1;

  InvalidConfigurationException(String message) {
    super(message);
  }
}
