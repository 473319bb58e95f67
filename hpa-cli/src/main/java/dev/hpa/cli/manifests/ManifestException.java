package dev.hpa.cli.manifests;

import dev.hpa.api.JsonFormatException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A document that cannot be used; the message says why, the field where in it. */
public final class ManifestException extends Exception {

  private static final long serialVersionUID = 1;

  /** A path such as {@code spec.metrics[0].type} in front of a message. */
  private static final Pattern FIELD_FIRST =
      Pattern.compile(
          "([A-Za-z][\\w\\-]*(?:\\[\\d+])*(?:\\.[\\w\\-]+(?:\\[\\d+])*)*): (.*)", Pattern.DOTALL);

  private final String field;

  public ManifestException(String field, String message) {
    super(message);
    this.field = field;
  }

  /** The decoder puts the field in front of its message. */
  public static ManifestException of(JsonFormatException failure) {
    String message = String.valueOf(failure.getMessage());
    Matcher matcher = FIELD_FIRST.matcher(message);
    return matcher.matches()
        ? new ManifestException(matcher.group(1), matcher.group(2))
        : new ManifestException("", message);
  }

  /** The same, seen from the document that holds the item. */
  public ManifestException within(String item) {
    return new ManifestException(field.isEmpty() ? item : item + "." + field, why());
  }

  /** The path of the member at fault; empty when it is the document as a whole. */
  String field() {
    return field;
  }

  /** What is wrong with the field. */
  String why() {
    return String.valueOf(getMessage());
  }

  /** Field and reason. */
  public String text() {
    return field.isEmpty() ? why() : field + ": " + why();
  }
}
