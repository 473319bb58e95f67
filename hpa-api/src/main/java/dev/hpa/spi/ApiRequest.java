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
 * An HTTP request to the API server. Immutable; the body array is not copied.
 *
 * @param method HTTP method in upper case, for example {@code GET}
 * @param path absolute path with percent-encoded segments
 * @param query query parameters, not encoded
 * @param subject the resource that error messages name
 * @param responseFormat the expected response format
 * @param contentType media type of the body; null omits the header, which servers read as JSON
 * @param body request body; null for none
 */
public record ApiRequest(
    String method,
    String path,
    Map<String, String> query,
    Subject subject,
    ResponseFormat responseFormat,
    @Nullable String contentType,
    byte @Nullable [] body) {

  private static final String JSON = "application/json";

  /** Response formats. They determine the {@code Accept} header and how the response is decoded. */
  public enum ResponseFormat {
    /** An object in JSON, regardless of the content type that the client is configured for. */
    JSON,

    /**
     * An object in the content type that the client is configured for; the Content-Type of the
     * response identifies its format.
     */
    TYPED,

    /**
     * An object or list in the content type that the client is configured for, or in JSON if the
     * server does not have that; the reader decodes both by the Content-Type of the response.
     */
    NATIVE,

    /** An object that carries its own kind and apiVersion; its Content-Type is ignored. */
    SELF_DESCRIBING,

    /**
     * The metadata of an object, or of the objects of a list, in JSON. A server may return whole
     * objects instead.
     */
    METADATA,

    /**
     * A discovery document, in the newest version that the server supports. Error messages are
     * derived from the HTTP status code alone.
     */
    DISCOVERY
  }

  /**
   * The resource or object of a request, as error messages name it.
   *
   * @param resource plural, lower case
   * @param group API group; empty for core
   * @param name object name; empty for a list
   */
  public record Subject(String resource, String group, String name) {

    /** The subject of requests that concern no resource, such as discovery. */
    public static final Subject NONE = new Subject("", "", "");

    /**
     * {@code resource.group name}, for example {@code pods.metrics.k8s.io web}; empty parts are
     * omitted.
     */
    @Override
    public String toString() {
      return resource + (group.isEmpty() ? "" : "." + group) + (name.isEmpty() ? "" : " " + name);
    }
  }

  /** Returns a GET request with a JSON response. */
  public static ApiRequest get(String path, Map<String, String> query, Subject subject) {
    return get(path, query, subject, ResponseFormat.JSON);
  }

  /** Returns a GET request. */
  public static ApiRequest get(
      String path, Map<String, String> query, Subject subject, ResponseFormat responseFormat) {
    return new ApiRequest("GET", path, query, subject, responseFormat, null, null);
  }

  /** Returns a PUT request with a JSON body and a JSON response. */
  public static ApiRequest put(String path, Subject subject, byte[] body) {
    return put(path, subject, body, ResponseFormat.JSON);
  }

  /** Returns a PUT request with a JSON body. */
  public static ApiRequest put(
      String path, Subject subject, byte[] body, ResponseFormat responseFormat) {
    return new ApiRequest("PUT", path, Map.of(), subject, responseFormat, JSON, body);
  }

  /** Returns a POST request with a JSON body and a JSON response. */
  public static ApiRequest post(String path, Subject subject, byte[] body) {
    return new ApiRequest("POST", path, Map.of(), subject, ResponseFormat.JSON, JSON, body);
  }

  /** Returns a PATCH request with a JSON response; the content type selects the patch strategy. */
  public static ApiRequest patch(String path, Subject subject, String contentType, byte[] body) {
    return new ApiRequest("PATCH", path, Map.of(), subject, ResponseFormat.JSON, contentType, body);
  }

  /** The namespace in the path; empty if there is none. */
  public String namespace() {
    String prefix = "/namespaces/";
    int at = path.indexOf(prefix);
    if (at < 0) {
      return "";
    }
    int begin = at + prefix.length();
    int end = path.indexOf('/', begin);
    return end < 0 ? path.substring(begin) : path.substring(begin, end);
  }

  /** The request target: path and form-encoded query, with the parameters sorted by name. */
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
   * Returns the path of a resource, or of one object or subresource of it.
   *
   * @param base path of the group version, for example {@code /apis/apps/v1}
   * @param namespace namespace; empty for a cluster-wide path
   * @param resource plural; sent in lower case
   * @param parts optional object name and subresource; an empty subresource is omitted
   * @throws IllegalArgumentException with client-go's message if a part is not a valid path segment
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

  /** Percent-encodes one path segment as Go's {@code url.PathEscape} does. */
  public static String segment(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      if (isUnescaped((char) (each & 0xff))) {
        encoded.append((char) each);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(each));
      }
    }
    return encoded.toString();
  }

  private static boolean isUnescaped(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "-_.~$&+,:;=@".indexOf(c) >= 0;
  }
}
