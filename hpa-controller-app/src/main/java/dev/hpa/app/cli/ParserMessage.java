package dev.hpa.app.cli;

import com.fasterxml.jackson.core.JacksonException;
import java.util.regex.Pattern;

/** What a JSON or YAML parser says about an input, for people. */
public final class ParserMessage {

  /** Parsers put the name of an exception in front of the message that they pass on. */
  private static final Pattern CLASS =
      Pattern.compile("( due to )?\\(?\\b(?:[a-z]\\w*\\.)+[A-Z]\\w*(?:Exception|Error)\\)?: ");

  private ParserMessage() {}

  /** One line, without names of classes and without the place, which the exception has too. */
  public static String of(JacksonException failure) {
    String line = String.valueOf(failure.getOriginalMessage()).lines().findFirst().orElse("");
    return CLASS.matcher(line).replaceAll(match -> match.group(1) == null ? "" : ": ");
  }
}
