package dev.hpa.kube.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The release of an API server. Immutable.
 *
 * @param reported the version that the server reports, such as {@code v1.37.0}; empty if it reports
 *     none
 * @param release that release, such as {@code 1.37}; empty if it is unknown
 * @param emulated the release to emulate beside it
 */
public record ServerRelease(String reported, String release, KubernetesVersion emulated) {

  /** Distributions report minor versions such as {@code 37+}. */
  private static final Pattern RELEASE = Pattern.compile("v?(\\d{1,9})\\.(\\d{1,9})(?:\\D.*)?");

  /**
   * Reads the release from a server. A server that refuses the request is treated as one that
   * reports no version.
   *
   * @throws KubernetesApiException if the server does not answer
   */
  public static ServerRelease read(KubernetesApi api) throws KubernetesApiException {
    try {
      return of(
          api.call(
              ApiRequest.get(
                  "/version",
                  Map.of(),
                  ApiRequest.Subject.NONE,
                  ApiRequest.ResponseFormat.SELF_DESCRIBING),
              body -> Json.tree(body)));
    } catch (KubernetesApiException failure) {
      if (failure.code() == 0) {
        throw failure;
      }
      return unknown("");
    }
  }

  /** Reads the release from the response of {@code /version}. */
  static ServerRelease of(JsonNode version) {
    String reported = version.path("gitVersion").asText("");
    String numbers = version.path("major").asText("") + "." + version.path("minor").asText("");
    for (String text : new String[] {numbers, reported}) {
      Matcher parts = RELEASE.matcher(text);
      if (parts.matches()) {
        int major = Integer.parseInt(parts.group(1));
        int minor = Integer.parseInt(parts.group(2));
        return new ServerRelease(
            reported, major + "." + minor, KubernetesVersion.nearest(major, minor));
      }
    }
    return unknown(reported);
  }

  private static ServerRelease unknown(String reported) {
    return new ServerRelease(reported, "", KubernetesVersion.DEFAULT);
  }

  /** Whether the emulated release is that of the server. */
  public boolean isKnown() {
    return release.equals(emulated.toString());
  }

  /** What is emulated and why, in one line. */
  public String text() {
    String server = reported.isEmpty() ? "reports no version" : "is " + reported;
    return isKnown()
        ? "emulating Kubernetes %s: the API server %s".formatted(emulated.title(), server)
        : "emulating Kubernetes %s: the API server %s, known are %s; set --emulated-version to choose"
            .formatted(emulated.title(), server, KubernetesVersion.all("and"));
  }
}
