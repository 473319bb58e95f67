package dev.hpa.kube.http;

import dev.hpa.kube.content.ContentType;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A parsed Content-Type.
 *
 * @param name type and subtype, lower case
 * @param parameters by name, lower case
 */
public record MediaType(String name, Map<String, String> parameters) {

  /**
   * Parses the value of a header.
   *
   * @throws IllegalArgumentException if a parameter has no name or no value
   */
  public static MediaType parse(String header) {
    String[] parts = header.split(";", -1);
    Map<String, String> parameters = new TreeMap<>();
    for (int i = 1; i < parts.length; i++) {
      String part = parts[i].trim();
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      if (equals <= 0 || equals == part.length() - 1) {
        throw new IllegalArgumentException("mime: invalid media parameter");
      }
      parameters.put(
          part.substring(0, equals).toLowerCase(Locale.ROOT), part.substring(equals + 1));
    }
    return new MediaType(parts[0].trim().toLowerCase(Locale.ROOT), parameters);
  }

  boolean isText() {
    return name.startsWith("text/");
  }

  /** The form of object it names; empty when it names none. */
  Optional<ContentType> form() {
    return ContentType.named(name);
  }

  @Override
  public String toString() {
    return name;
  }
}
