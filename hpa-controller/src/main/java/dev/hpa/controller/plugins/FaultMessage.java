package dev.hpa.controller.plugins;

import dev.hpa.api.SafeText;
import dev.hpa.kube.memory.Limit;

/** The one-line message of an exception that a provider threw. */
final class FaultMessage {

  /**
   * The longest text of a failure in UTF-16 units: more than {@link Limit#MESSAGE_CHARS}, so that a
   * text truncated there keeps its end.
   */
  static final int MAX_CHARS = 2 * Limit.MESSAGE_CHARS.asInt();

  private FaultMessage() {}

  /** The first line of the message; the class name if there is none. */
  static String of(Throwable fault) {
    String name = fault.getClass().getSimpleName();
    String message;
    try {
      message = fault.getMessage();
    } catch (RuntimeException | Error broken) {
      return name;
    }
    if (message == null || message.isBlank()) {
      return name;
    }
    if (fault instanceof NoClassDefFoundError && !message.contains(" ")) {
      return "class " + message.replace('/', '.') + " is in no jar of the plug-in; add its jar";
    }
    return SafeText.cut(message.lines().findFirst().orElse(name), MAX_CHARS);
  }
}
