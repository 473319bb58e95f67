package dev.hpa.metrics.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses with status 200 are decoded as by client-go's typed client. */
@Tag("security")
class PodMetricsDecoderTest {

  private static final String ITEMS =
      "\"items\":[{\"metadata\":{\"name\":\"a\"},\"containers\":[]}]";

  private static int read(String body) throws IOException {
    return read(ResourceMetricsVersion.V1BETA1, List.of(ResourceMetricsVersion.V1BETA1), body);
  }

  private static int read(
      ResourceMetricsVersion version, List<ResourceMetricsVersion> accepted, String body)
      throws IOException {
    return new PodMetricsDecoder(accepted, version, "shop", Set.of(), pod -> 1)
        .read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
  }

  private static String failure(String body) {
    return String.valueOf(assertThrows(IOException.class, () -> read(body)).getMessage());
  }

  private static String head(String kind, String apiVersion) {
    return "\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\",";
  }

  @ParameterizedTest
  @CsvSource({
    "V1, PodMetricsList, metrics.k8s.io/v1, 1",
    "V1, PodMetricsList, '', 1",
    "V1, '', '', 1",
    "V1, PodMetricsList, metrics.k8s.io/v1beta1, 0",
    "V1BETA1, PodMetricsList, metrics.k8s.io/v1, 0",
    "V1BETA1, PodMetricsList, metrics.k8s.io/v1beta1, 1",
  })
  void aListOfTheRequestedVersionIsRead(
      ResourceMetricsVersion requested, String kind, String version, int pods) throws IOException {
    List<ResourceMetricsVersion> both = List.of(ResourceMetricsVersion.values());
    assertEquals(pods, read(requested, both, "{" + head(kind, version) + ITEMS + "}"));
  }

  @Test
  void aClientOfTheOlderVersionDoesNotKnowTheNewerOne() {
    assertEquals(
        "no kind \"PodMetricsList\" is registered for version \"metrics.k8s.io/v1\"",
        failure("{" + head("PodMetricsList", "metrics.k8s.io/v1") + ITEMS + "}"));
  }

  @ParameterizedTest
  @CsvSource({
    "PodMetricsList, metrics.k8s.io/v1beta1",
    "'', metrics.k8s.io/v1beta1",
    "PodMetricsList, ''",
    "PodMetricsList, /",
    "PodMetricsList, metrics.k8s.io/",
    "'', ''",
  })
  void theListIsTheDefaultType(String kind, String version) throws IOException {
    assertEquals(1, read("{" + head(kind, version) + ITEMS + "}"));
  }

  @ParameterizedTest
  @CsvSource({
    "PodMetricsList, metrics.k8s.io/v1alpha1",
    "PodMetrics, metrics.k8s.io/v1beta1",
    "NodeMetricsList, ''",
    "WatchEvent, metrics.k8s.io/__internal",
    "ListOptions, v1",
    "DeleteOptions, metrics.k8s.io/v1beta1",
    "APIGroup, any/version",
    "APIResourceList, v1",
  })
  void otherKnownKindsHaveNoPods(String kind, String version) throws IOException {
    assertEquals(0, read("{" + ITEMS + "," + head(kind, version) + "\"x\":1}"));
  }

  @ParameterizedTest
  @CsvSource({
    "MetricValueList, custom.metrics.k8s.io/v1beta2, version \"custom.metrics.k8s.io/v1beta2\"",
    "PodMetricsList, v1, version \"v1\"",
    "PodMetricsList, /v1, version \"v1\"",
    "podmetricslist, metrics.k8s.io/v1beta1, version \"metrics.k8s.io/v1beta1\"",
    "PodMetricsList, metrics.k8s.io/__internal,"
        + " the internal version of group \"metrics.k8s.io\"",
    "Pod, __internal, the internal version of group \"\"",
  })
  void unknownKindsAreRejected(String kind, String version, String where) {
    assertEquals(
        "no kind \"" + kind + "\" is registered for " + where,
        failure("{" + head(kind, version) + ITEMS + "}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v1beta1", "", "metrics.k8s.io/v1beta1", "x/__internal"})
  void aStatusIsAFailureUnlessItReportsSuccess(String version) throws IOException {
    String status = "{" + head("Status", version) + "\"message\":\"boom\",\"status\":";

    assertEquals("boom", failure(status + "\"Failure\"}"));
    assertEquals("boom", failure(status + "null}"));
    assertEquals(0, read(status + "\"Success\"}"));
    assertTrue(failure(status + "1}").startsWith("json:"));
    assertTrue(failure(status + "\"Success\",\"code\":\"x\"}").startsWith("json:"));
  }

  @Test
  void theVersionTakesPrecedenceOverTypeMismatches() {
    assertEquals(
        "unexpected GroupVersion string: x/y/z",
        failure("{\"items\":\"none\"," + head("Status", "x/y/z") + "\"message\":5}"));
    assertEquals(
        "no kind \"Pod\" is registered for version \"v1\"",
        failure("{\"items\":[{\"metadata\":[[[]]]}]," + head("Pod", "v1") + "\"x\":1}"));
  }

  @Test
  void malformedJsonTakesPrecedence() {
    assertTrue(
        failure("{\"items\":5," + head("Pod", "x/y/z") + "\"x\":}")
            .startsWith("couldn't get version/kind; json parse error: "));
  }

  @Test
  void aMissingVersionIsReportedWithAnExcerptOfTheBody() {
    String body = "{" + head("Pod", "a/") + "\"x\":\"" + "y".repeat(5000) + "\"}";
    String text = failure(body);

    assertEquals("Object 'apiVersion' is missing in '" + body.substring(0, 1024) + "…'", text);
  }

  @Test
  void kindAndApiVersionAreCaseInsensitiveAndIgnoreNull() throws IOException {
    assertEquals(
        0, read("{\"KIND\":\"PodMetrics\",\"kind\":null,\"apiversion\":null," + ITEMS + "}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"labels\":{\"a\":1}}",
        "{\"namespace\":{}}",
        "{\"generation\":\"1\"}",
        "{\"finalizers\":{}}",
        "{\"ownerReferences\":[1]}",
      })
  void metadataIsTypeChecked(String metadata) {
    assertTrue(failure("{\"items\":[{\"metadata\":" + metadata + "}]}").startsWith("json:"));
  }

  @Test
  void escapesAreNotDecodedInsideQuantities() throws IOException {
    String pod =
        "{\"items\":[{\"metadata\":{\"name\":\"\\u0061\"},\"containers\":[{\"usage\":{\"cpu\":%s}}]}]}";

    assertEquals(1, read(pod.formatted("\"11\"")));
    assertEquals(1, read(pod.formatted("\"\u00a011\"")));
    assertTrue(failure(pod.formatted("\"1\\u0031\"")).startsWith("quantities must match"));
  }
}
