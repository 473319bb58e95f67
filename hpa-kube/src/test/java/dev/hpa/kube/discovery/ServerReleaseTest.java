package dev.hpa.kube.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerReleaseTest {

  private static ServerRelease release(String major, String minor, String version) {
    return ServerRelease.of(
        JsonNodeFactory.instance
            .objectNode()
            .put("major", major)
            .put("minor", minor)
            .put("gitVersion", version));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 36, v1.36.2, V1_36",
    "1, 37, v1.37.0, V1_37",
    "1, 37+, v1.37.1-eks-1234, V1_37",
    "'', '', v1.37.0, V1_37",
    "1, 38+, v1.38.0-beta.0, V1_38"
  })
  void knownReleasesAreEmulated(
      String major, String minor, String version, KubernetesVersion emulated) {
    ServerRelease release = release(major, minor, version);
    assertEquals(emulated, release.emulated());
    assertEquals(emulated.toString(), release.release());
    assertEquals(
        "emulating Kubernetes " + emulated.title() + ": the API server is " + version,
        release.text());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 39, v1.39.0, 1.38 (preview of v1.38.0-beta.0), is v1.39.0",
    "1, 35, v1.35.4, 1.36, is v1.35.4",
    "'', '', '', 1.37, reports no version",
    "one, two, unstable, 1.37, is unstable"
  })
  void otherReleasesAreReported(
      String major, String minor, String version, String emulated, String server) {
    assertEquals(
        "emulating Kubernetes %s: the API server %s, known are 1.36, 1.37 and 1.38; set"
                .formatted(emulated, server)
            + " --emulated-version to choose",
        release(major, minor, version).text());
  }

  @Test
  void aServerThatRefusesTheRequestReportsNoVersion() throws KubernetesApiException {
    assertEquals(
        "emulating Kubernetes 1.37: the API server reports no version, known are 1.36, 1.37 and 1.38; set"
            + " --emulated-version to choose",
        ServerRelease.read(failing(403)).text());
  }

  @Test
  void aServerThatDoesNotAnswerIsAFailure() {
    assertThrows(KubernetesApiException.class, () -> ServerRelease.read(failing(0)));
  }

  private static KubernetesApi failing(int code) {
    return new KubernetesApi() {
      @Override
      public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
        throw new KubernetesApiException(code, "", "refused", null);
      }
    };
  }
}
