package dev.hpa.controller.plugins;

/** Providers that cannot be used as they were given; the message says which, why and what to do. */
public final class PluginException extends RuntimeException {

  private static final long serialVersionUID = 1;

  PluginException(String message) {
    super(message);
  }

  PluginException(String message, Throwable cause) {
    super(message, cause);
  }
}
