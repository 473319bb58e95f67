package dev.hpa.sandbox.request;

import dev.hpa.api.Selector;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.StatusException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A request as far as Kubernetes is concerned.
 *
 * @param user who asks
 * @param path decoded segment by segment
 * @param query the first value of each parameter
 * @param accept the Accept header, empty when absent
 * @param contentType the Content-Type header, empty when absent
 * @param client the User-Agent header, empty when absent
 * @param warnings what the client is to be told beside the answer
 * @param accepted what the client gets of what it accepts
 * @param asOf the revision that lists show; absent for the present
 */
public record ApiCall(
    User user,
    String method,
    String rawPath,
    List<String> path,
    Map<String, String> query,
    String accept,
    String contentType,
    String client,
    byte[] body,
    Warnings warnings,
    ContentNegotiation accepted,
    OptionalLong asOf) {

  /** This call, to be answered in a certain form and shape. */
  public ApiCall answeredAs(ContentNegotiation other) {
    return new ApiCall(
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

  /** This call, made when the cluster was at an earlier revision. */
  public ApiCall asOf(long revision) {
    return new ApiCall(
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

  /** Whether it asks for a watch, if its path is one of a collection. */
  public boolean isWatch() {
    return flag("watch") && query.containsKey("watch");
  }

  public @Nullable String parameter(String name) {
    String value = query.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  public boolean flag(String name) {
    String value = query.get(name);
    return value != null && (value.equals("true") || value.equals("1") || value.isEmpty());
  }

  /** A parameter that is a label selector; everything when it is absent. */
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
