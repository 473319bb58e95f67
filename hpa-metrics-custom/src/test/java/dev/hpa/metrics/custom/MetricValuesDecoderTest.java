package dev.hpa.metrics.custom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses with status 200 are decoded as by client-go. */
@Tag("security")
class MetricValuesDecoderTest {

  private static final String OTHER =
      "the custom metrics API server didn't return MetricValueList, the type is *";

  private static String failure(String body) {
    return String.valueOf(
        assertThrows(
                IOException.class,
                () ->
                    MetricValuesDecoder.read(
                        new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
                        (namespace, object, metric) -> {}))
            .getMessage());
  }

  private static String response(String kind, String apiVersion) {
    return "{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\"}";
  }

  @ParameterizedTest
  @CsvSource({
    "Status, v1, v1.Status",
    "Status, meta.k8s.io/v1, v1.Status",
    "Status, custom.metrics.k8s.io/v1beta2, v1.Status",
    "APIGroup, any/version, v1.APIGroup",
    "WatchEvent, custom.metrics.k8s.io/v1beta2, v1.WatchEvent",
    "MetricValue, custom.metrics.k8s.io/v1beta1, v1beta1.MetricValue",
  })
  void otherKnownKindsAreRejected(String kind, String version, String type) {
    assertEquals(OTHER + type, failure(response(kind, version)));
  }

  @ParameterizedTest
  @CsvSource({
    "MetricValueList, /v1, version \"v1\"",
    "MetricValueList, __internal, the internal version of group \"\"",
    "MetricValueList, metrics.k8s.io/__internal, the internal version of group \"metrics.k8s.io\"",
    "ListOptions, foo/bar, version \"foo/bar\"",
  })
  void unknownKindsAreRejected(String kind, String version, String where) {
    assertEquals(
        "no kind \"" + kind + "\" is registered for " + where, failure(response(kind, version)));
  }

  @Test
  void aMalformedVersionTakesPrecedenceOverTheKind() {
    assertEquals("unexpected GroupVersion string: a/b/c", failure(response("", "a/b/c")));
    String body = response("MetricValueList", "a/");
    assertEquals("Object 'apiVersion' is missing in '" + body + "'", failure(body));
  }

  @Test
  void fieldsOfAStatusAreTypeChecked() {
    assertTrue(
        failure("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"code\":\"x\"}").startsWith("json:"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"describedObject\":{\"apiVersion\":0}",
        "\"metric\":{\"selector\":{\"matchLabels\":{\"a\":1}}}",
        "\"metric\":{\"selector\":{\"matchExpressions\":[{\"values\":[1]}]}}",
      })
  void unusedFieldsAreTypeChecked(String member) {
    assertTrue(
        failure(
                "{\"kind\":\"MetricValueList\",\"apiVersion\":\"custom.metrics.k8s.io/v1beta2\","
                    + "\"items\":[{"
                    + member
                    + "}]}")
            .startsWith("json:"));
  }
}
