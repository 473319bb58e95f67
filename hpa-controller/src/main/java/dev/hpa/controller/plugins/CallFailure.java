package dev.hpa.controller.plugins;

import dev.hpa.api.GoDuration;
import dev.hpa.api.SafeText;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A call of a plug-in without a result. It has the text and the place of what the plug-in threw and
 * does not refer to it, because exceptions of a plug-in execute its code and hold its texts.
 */
final class CallFailure extends Exception {

  /**
   * The longest text of a failure in UTF-16 units: more than {@link PluginMessages#MAX_CHARS}, so
   * that a text truncated there keeps its end.
   */
  static final int MAX_CHARS = 2 * PluginMessages.MAX_CHARS;

  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final String predicate;
  private final String type;

  /** Why there is no result. */
  enum Kind {
    /** The plug-in threw an exception. */
    THROWN,
    /** The plug-in threw an error that puts the process at risk. */
    FATAL,
    /** The deadline has passed. */
    LATE,
    /** The plug-in was not called. */
    REFUSED
  }

  private CallFailure(Kind kind, String predicate, String type, @Nullable String message) {
    super(message);
    this.kind = kind;
    this.predicate = predicate;
    this.type = type;
  }

  /**
   * The plug-in threw an exception.
   *
   * @param texts sanitizes its message
   */
  static CallFailure thrown(Throwable fault, UnaryOperator<String> texts) {
    String text = texts.apply(textOf(fault));
    CallFailure failure =
        new CallFailure(
            fault instanceof OutOfMemoryError ? Kind.FATAL : Kind.THROWN,
            "failed: " + text,
            fault.getClass().getSimpleName(),
            text);
    failure.setStackTrace(fault.getStackTrace());
    return failure;
  }

  /** The plug-in did not answer in time. */
  static CallFailure late(Duration deadline) {
    return new CallFailure(
        Kind.LATE, "did not answer within " + GoDuration.format(deadline), "", null);
  }

  /**
   * The plug-in was not called.
   *
   * @param predicate why
   */
  static CallFailure refused(String predicate) {
    return new CallFailure(Kind.REFUSED, predicate, "", null);
  }

  /** The first line of the message of an exception; the class name if there is none. */
  static String textOf(Throwable fault) {
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

  Kind kind() {
    return kind;
  }

  boolean isLate() {
    return kind == Kind.LATE;
  }

  /** What happened, as the predicate of a sentence about the plug-in. */
  String predicate() {
    return predicate;
  }

  /** The same in general, without the message of an exception. */
  String reason() {
    return switch (kind) {
      case THROWN, FATAL -> "failed with " + type;
      case LATE -> "did not answer in time";
      case REFUSED -> predicate;
    };
  }

  /** The class of an exception; empty for none. */
  String type() {
    return type;
  }
}
