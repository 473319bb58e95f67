package dev.hpa.sandbox.server;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as far as Kubernetes is concerned.
 *
 * @param path decoded segment by segment
 * @param query the first value of each parameter
 * @param accept the Accept header, empty when absent
 * @param contentType the Content-Type header, empty when absent
 * @param warnings what the client is to be told beside the answer
 */
record Call(
    String method,
    String rawPath,
    List<String> path,
    Map<String, String> query,
    String accept,
    String contentType,
    byte[] body,
    Warnings warnings) {

  @Nullable String parameter(String name) {
    String value = query.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  boolean flag(String name) {
    String value = query.get(name);
    return value != null && (value.equals("true") || value.equals("1") || value.isEmpty());
  }

  boolean isDryRun() {
    return "All".equals(query.get("dryRun"));
  }

  /** Whether the client asked for tables; also tells which version of them. */
  @Nullable String tableVersion() {
    for (String media : accept.split(",")) {
      if (media.contains("as=Table") && media.trim().startsWith(Answer.JSON)) {
        return media.contains("v=v1beta1") ? "meta.k8s.io/v1beta1" : "meta.k8s.io/v1";
      }
    }
    return null;
  }
}
