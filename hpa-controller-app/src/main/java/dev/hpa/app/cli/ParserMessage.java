package dev.hpa.app.cli;

import com.fasterxml.jackson.core.JacksonException;
import java.util.regex.Pattern;

/** The readable part of a parser's error message. */
public final class ParserMessage {

  /** Parsers prefix messages with the class names of exceptions. */
  private static final Pattern CLASS =
      Pattern.compile("( due to )?\\(?\\b(?:[a-z]\\w*\\.)+[A-Z]\\w*(?:Exception|Error)\\)?: ");

  private ParserMessage() {}

  /** One line, without class names and without the location, which the exception also has. */
  public static String of(JacksonException failure) {
    String line = String.valueOf(failure.getOriginalMessage()).lines().findFirst().orElse("");
    return CLASS.matcher(line).replaceAll(match -> match.group(1) == null ? "" : ": ");
  }
}
