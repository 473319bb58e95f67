package dev.hpa.app.serving;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * An authorized request.
 *
 * @param query all values of each parameter
 * @param accept the Accept header; empty if it is absent
 * @param peer the address of the client; empty if unknown
 * @param isCrossSite whether a browser sends it for a page of another site
 */
public record PageRequest(
    String method,
    String path,
    Map<String, List<String>> query,
    String accept,
    String peer,
    boolean isCrossSite,
    byte[] body) {

  /** A request of an unknown client that is not sent for a page of another site. */
  PageRequest(
      String method, String path, Map<String, List<String>> query, String accept, byte[] body) {
    this(method, path, query, accept, "", false, body);
  }

  /** Whether a parameter is given, with or without a value. */
  boolean has(String parameter) {
    return query.containsKey(parameter);
  }

  List<String> all(String parameter) {
    return query.getOrDefault(parameter, List.of());
  }

  /** The body as a string. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }
}
