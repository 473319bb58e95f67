package dev.hpa.spi;

import dev.hpa.api.GoQuote;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
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
 * @param answer what the answer is going to be
 * @param contentType what the body is, or null to say nothing, which servers take for JSON
 * @param body what to send, or null
 */
public record ApiRequest(
    String method,
    String path,
    Map<String, String> query,
    Subject subject,
    Answer answer,
    @Nullable String contentType,
    byte @Nullable [] body) {

  private static final String JSON = "application/json";

  /** Kinds of answers. They differ in what a client asks for and how it takes what it gets. */
  public enum Answer {
    /** An object in JSON, whatever form the client was set up for. */
    JSON,

    /** An object in the form the client was set up for; the Content-Type tells which came. */
    TYPED,

    /** An object that says itself what it is; a wrong Content-Type does not matter. */
    SELF_DESCRIBING,

    /**
     * A list of what the server serves, in the newest form it knows. Texts about failures are made
     * from the HTTP code alone.
     */
    DISCOVERY
  }

  /**
   * The object of a request as messages name it.
   *
   * @param resource plural, lower case
   * @param group empty for core
   * @param name empty for a list
   */
  public record Subject(String resource, String group, String name) {

    /** Of requests that are about no resource. */
    public static final Subject NONE = new Subject("", "", "");

    /** {@code pods.metrics.k8s.io web}, with the parts that are there. */
    @Override
    public String toString() {
      return resource + (group.isEmpty() ? "" : "." + group) + (name.isEmpty() ? "" : " " + name);
    }
  }

  /** A GET of an object in JSON. */
  public static ApiRequest get(String path, Map<String, String> query, Subject subject) {
    return get(path, query, subject, Answer.JSON);
  }

  public static ApiRequest get(
      String path, Map<String, String> query, Subject subject, Answer answer) {
    return new ApiRequest("GET", path, query, subject, answer, null, null);
  }

  public static ApiRequest put(String path, Subject subject, byte[] body) {
    return new ApiRequest("PUT", path, Map.of(), subject, Answer.JSON, JSON, body);
  }

  public static ApiRequest post(String path, Subject subject, byte[] body) {
    return new ApiRequest("POST", path, Map.of(), subject, Answer.JSON, JSON, body);
  }

  /** A patch of the kind its content type tells. */
  public static ApiRequest patch(String path, Subject subject, String contentType, byte[] body) {
    return new ApiRequest("PATCH", path, Map.of(), subject, Answer.JSON, contentType, body);
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
          .append(form(parameter.getKey()))
          .append('=')
          .append(form(parameter.getValue()));
      separator = '&';
    }
    return target.toString();
  }

  private static String form(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("*", "%2A").replace("%7E", "~");
  }

  /**
   * The path of a resource in a namespace, or of one object in it.
   *
   * @param base the group version, e.g. {@code /apis/apps/v1}
   * @param namespace empty to leave it out
   * @param resource plural; sent in lower case
   * @param parts name and subresource, as far as the path has them; an empty subresource is left
   *     out
   * @throws IllegalArgumentException with upstream's text when a part cannot stand in a path
   */
  public static String pathOf(String base, String namespace, String resource, String... parts) {
    StringBuilder path = new StringBuilder(base);
    if (!namespace.isEmpty()) {
      path.append("/namespaces");
      append(path, "namespace", namespace);
    }
    append(path, "resource", resource, resource.toLowerCase(Locale.ROOT));
    if (parts.length > 0) {
      if (parts[0].isEmpty()) {
        throw new IllegalArgumentException("resource name may not be empty");
      }
      append(path, "resource name", parts[0]);
    }
    if (parts.length > 1) {
      append(path, "subresource", parts[1]);
    }
    return path.toString();
  }

  private static void append(StringBuilder path, String what, String part) {
    append(path, what, part, part);
  }

  private static void append(StringBuilder path, String what, String part, String sent) {
    List<String> problems = problems(part);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "invalid " + what + " " + GoQuote.quote(part) + ": [" + String.join(" ", problems) + "]");
    }
    if (!part.isEmpty()) {
      path.append('/').append(segment(sent));
    }
  }

  private static List<String> problems(String part) {
    if (part.equals(".") || part.equals("..")) {
      return List.of("may not be '" + part + "'");
    }
    List<String> problems = new ArrayList<>();
    for (String illegal : List.of("/", "%")) {
      if (part.contains(illegal)) {
        problems.add("may not contain '" + illegal + "'");
      }
    }
    return problems;
  }

  /** One path segment, encoded the way Go encodes paths. */
  public static String segment(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      if (staysInPath((char) (each & 0xff))) {
        encoded.append((char) each);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(each));
      }
    }
    return encoded.toString();
  }

  private static boolean staysInPath(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "-_.~$&+,:;=@".indexOf(c) >= 0;
  }
}
