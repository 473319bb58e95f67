package dev.hpa.spi;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request to the API server.
 *
 * @param method HTTP method
 * @param path absolute path, its segments encoded
 * @param query parameters, not encoded
 * @param subject what the request is about, for texts about failures
 * @param body JSON to send, or null
 */
public record ApiRequest(
    String method,
    String path,
    Map<String, String> query,
    Subject subject,
    byte @Nullable [] body) {

  /**
   * The object of a request as messages name it.
   *
   * @param resource plural, lower case
   * @param group empty for core
   * @param name empty for a list
   */
  public record Subject(String resource, String group, String name) {
    /** {@code pods.metrics.k8s.io web}, with the parts that are there. */
    @Override
    public String toString() {
      return resource + (group.isEmpty() ? "" : "." + group) + (name.isEmpty() ? "" : " " + name);
    }
  }

  public static ApiRequest get(String path, Map<String, String> query, Subject subject) {
    return new ApiRequest("GET", path, query, subject, null);
  }

  public static ApiRequest put(String path, Subject subject, byte[] body) {
    return new ApiRequest("PUT", path, Map.of(), subject, body);
  }

  /** Path and query as sent: parameters sorted by name, form encoding. */
  public String target() {
    if (query.isEmpty()) {
      return path;
    }
    StringBuilder target = new StringBuilder(path);
    char separator = '?';
    for (Map.Entry<String, String> parameter : new TreeMap<>(query).entrySet()) {
      target
          .append(separator)
          .append(encode(parameter.getKey()))
          .append('=')
          .append(encode(parameter.getValue()));
      separator = '&';
    }
    return target.toString();
  }

  /** One path segment, encoded. */
  public static String segment(String text) {
    return encode(text).replace("+", "%20").replace("%3A", ":");
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("*", "%2A");
  }
}
