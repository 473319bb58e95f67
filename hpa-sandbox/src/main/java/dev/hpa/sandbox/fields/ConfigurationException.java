package dev.hpa.sandbox.fields;

/** An applied configuration does not match its schema. The message names the fields. */
public final class ConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1;

  ConfigurationException(String message) {
    super(message);
  }
}
