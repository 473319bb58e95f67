package dev.hpa.sandbox.request;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.Selector;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.StatusException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A request to the API server, independent of HTTP.
 *
 * @param release the Kubernetes version of the server
 * @param user the authenticated user
 * @param path decoded segment by segment
 * @param query the first value of each parameter
 * @param accept the Accept header, empty when absent
 * @param contentType the Content-Type header, empty when absent
 * @param client the User-Agent header, empty when absent
 * @param warnings collects the Warning headers of the response
 * @param accepted the negotiated content type
 * @param asOf the resource version that lists are served at; absent for the latest
 */
public record ApiRequest(
    KubernetesVersion release,
    User user,
    String method,
    String rawPath,
    List<String> path,
    Map<String, String> query,
    String accept,
    String contentType,
    String client,
    byte[] body,
    WarningHeaders warnings,
    ContentNegotiation accepted,
    OptionalLong asOf) {

  /** A copy with another negotiated content type. */
  public ApiRequest answeredAs(ContentNegotiation other) {
    return new ApiRequest(
        release,
        user,
        method,
        rawPath,
        path,
        query,
        accept,
        contentType,
        client,
        body,
        warnings,
        other,
        asOf);
  }

  /** A copy that lists at an earlier resource version. */
  public ApiRequest asOf(long revision) {
    return new ApiRequest(
        release,
        user,
        method,
        rawPath,
        path,
        query,
        accept,
        contentType,
        client,
        body,
        warnings,
        accepted,
        OptionalLong.of(revision));
  }

  /** Whether it requests a watch, if its path is that of a collection. */
  public boolean isWatch() {
    return flag("watch");
  }

  public @Nullable String parameter(String name) {
    String value = query.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** Whether a parameter is set to anything but {@code 0} or {@code false}. */
  public boolean flag(String name) {
    String value = query.get(name);
    return value != null && !value.equals("0") && !value.equalsIgnoreCase("false");
  }

  /** A label selector parameter; matches everything when absent. */
  public Selector selector(String name) {
    String text = parameter(name);
    try {
      return text == null ? Selector.everything() : Selector.parse(text);
    } catch (IllegalArgumentException failure) {
      throw StatusException.badRequest(String.valueOf(failure.getMessage()));
    }
  }

  public boolean isDryRun() {
    return "All".equals(query.get("dryRun"));
  }
}
