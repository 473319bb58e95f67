package dev.hpa.sandbox.discovery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.sandbox.request.ApiResponse;

/** The Kubernetes version that the sandbox emulates. */
public final class ServerVersion {

  private ServerVersion() {}

  /** {@code /version}. */
  public static ApiResponse answer(KubernetesVersion version) {
    return ApiResponse.json(
        200,
        JsonNodeFactory.instance
            .objectNode()
            .put("major", String.valueOf(version.major()))
            .put("minor", String.valueOf(version.minor()))
            .put("gitVersion", version.release())
            .put("gitCommit", "")
            .put("gitTreeState", "clean")
            .put("buildDate", "2026-01-01T00:00:00Z")
            .put("goVersion", "")
            .put("compiler", "hpa-sandbox")
            .put("platform", "jvm"));
  }
}
