package dev.hpa.app.serving;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A request of somebody who may make it.
 *
 * @param query all values of each parameter
 * @param accept the header; empty when there is none
 */
public record PageRequest(
    String method, String path, Map<String, List<String>> query, String accept, byte[] body) {

  /** Whether a parameter is given, with a value or without. */
  boolean has(String parameter) {
    return query.containsKey(parameter);
  }

  List<String> all(String parameter) {
    return query.getOrDefault(parameter, List.of());
  }

  /** The body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }
}
