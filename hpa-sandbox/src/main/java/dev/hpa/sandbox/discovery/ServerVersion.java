package dev.hpa.sandbox.discovery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.BuildInfo;
import dev.hpa.sandbox.request.ApiResponse;

/** The Kubernetes version that the sandbox emulates. */
public final class ServerVersion {

  static final String GIT_VERSION = BuildInfo.KUBERNETES_VERSION;

  private ServerVersion() {}

  /** {@code /version}. */
  public static ApiResponse answer() {
    return ApiResponse.json(
        200,
        JsonNodeFactory.instance
            .objectNode()
            .put("major", String.valueOf(BuildInfo.KUBERNETES_MAJOR))
            .put("minor", String.valueOf(BuildInfo.KUBERNETES_MINOR))
            .put("gitVersion", GIT_VERSION)
            .put("gitCommit", "")
            .put("gitTreeState", "clean")
            .put("buildDate", "2026-01-01T00:00:00Z")
            .put("goVersion", "")
            .put("compiler", "hpa-sandbox")
            .put("platform", "jvm"));
  }
}
