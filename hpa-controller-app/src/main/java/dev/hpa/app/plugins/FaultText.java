package dev.hpa.app.plugins;

/** One line about what a plug-in threw. */
final class FaultText {

  private static final int LONGEST = 1000;

  private FaultText() {}

  /** The first line of the message, or the name of the class where there is no message. */
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
    String line = message.lines().findFirst().orElse(name);
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }
}
