package dev.hpa.cli.manifests;

import dev.hpa.api.JsonFormatException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An invalid document, with the problem and the path of the field. */
public final class ManifestException extends Exception {

  private static final long serialVersionUID = 1;

  /** Matches a path such as {@code spec.metrics[0].type} at the start of a message. */
  private static final Pattern FIELD_FIRST =
      Pattern.compile(
          "([A-Za-z][\\w\\-]*(?:\\[\\d+])*(?:\\.[\\w\\-/]+(?:\\[\\d+])*)*): (.*)", Pattern.DOTALL);

  private final String field;

  public ManifestException(String field, String message) {
    super(message);
    this.field = field;
  }

  /** The decoder prefixes messages with the field. */
  public static ManifestException of(JsonFormatException failure) {
    String message = String.valueOf(failure.getMessage());
    Matcher matcher = FIELD_FIRST.matcher(message);
    return matcher.matches()
        ? new ManifestException(matcher.group(1), matcher.group(2))
        : new ManifestException("", message);
  }

  /** This problem with a path relative to the document that contains the item. */
  public ManifestException within(String item) {
    return new ManifestException(field.isEmpty() ? item : item + "." + field, why());
  }

  /** The path of the invalid field; empty for the whole document. */
  String field() {
    return field;
  }

  /** The problem of the field. */
  String why() {
    return String.valueOf(getMessage());
  }

  /** The field and the problem. */
  public String text() {
    return field.isEmpty() ? why() : field + ": " + why();
  }
}
