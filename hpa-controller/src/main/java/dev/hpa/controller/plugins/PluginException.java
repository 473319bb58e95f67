package dev.hpa.controller.plugins;

/** An invalid provider or its configuration; the message names it, the problem and the fix. */
public final class PluginException extends RuntimeException {

  private static final long serialVersionUID = 1;

  PluginException(String message) {
    super(message);
  }

  PluginException(String message, Throwable cause) {
    super(message, cause);
  }
}
