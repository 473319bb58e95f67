package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Scale;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObjectException;
import java.io.IOException;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScalableDecoderTest {

  private static Reflector.Versioned<ScalableWorkload> read(String spec, String status)
      throws IOException {
    String json =
        """
        {"kind":"Deployment","metadata":{"name":"web","namespace":"shop","uid":"d-1",
         "resourceVersion":"80","labels":{"a":"b"},"managedFields":[{"manager":"kubectl"}]},
         "spec":%s,"status":%s}"""
            .formatted(spec, status);
    try (JsonParser in = new ObjectMapper().createParser(json)) {
      in.nextToken();
      return new ScalableDecoder("Deployment", ScalableDecoder::structured).read(in);
    }
  }

  private static @Nullable Scale scale(String spec, String status) throws IOException {
    return read(spec, status).value().scale();
  }

  @Test
  void whatAScaleShowsIsKept() throws IOException {
    String spec =
        "{\"replicas\":0,\"template\":{\"replicas\":9},\"selector\":{\"matchLabels\":{\"a\":\"b\"}}}";
    assertEquals(
        new Scale("shop", "web", "d-1", "80", 0, 2, "a=b"), scale(spec, "{\"replicas\":2}"));
    assertEquals(new Scale("shop", "web", "d-1", "80", 0, 0, "a=b"), scale(spec, "{}"));
    assertEquals("80", read(spec, "{}").resourceVersion());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "{\"replicas\":3}",
        "{\"selector\":{}}",
        "{\"replicas\":\"3\",\"selector\":{}}",
        "{\"replicas\":3,\"selector\":null}",
        "{\"replicas\":3,\"selector\":7}",
        "{\"replicas\":3,\"selector\":{\"matchLabels\":7}}",
        "{\"replicas\":3,\"selector\":{\"matchLabels\":{\"no key\":\"b\"}}}",
        "{\"replicas\":3,\"selector\":{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Like\"}]}}",
      })
  void anIncompleteWorkloadHasNoScale(String spec) throws IOException {
    assertNull(scale(spec, "{\"replicas\":2}"));
  }

  /** Whatever the list may take in memory: a list that fails does so at each attempt. */
  @Test
  @Tag("security")
  void aSelectorOfAnySizeIsAFailureOfItsObject() {
    String values = String.join(",", Collections.nCopies(200_000, "\"\""));
    String selector =
        "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"NotIn\",\"values\":["
            + values
            + "]}]}";
    UnreadableObjectException failure =
        assertThrows(
            UnreadableObjectException.class, () -> read("{\"selector\":" + selector + "}", "{}"));
    assertEquals(
        new NamespacedName("shop", "web"),
        new NamespacedName(failure.object().namespace(), failure.object().name()));
    assertEquals("it has more than 5000 values", failure.object().problem());
  }

  @Test
  void anObjectThatCannotBeReadIsNamed() {
    IllegalArgumentException failure =
        assertThrows(
            IllegalArgumentException.class,
            () -> {
              try (JsonParser in =
                  new ObjectMapper()
                      .createParser(
                          "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"web\",\"uid\":[]}}")) {
                in.nextToken();
                new ScalableDecoder("Deployment", ScalableDecoder::structured).read(in);
              }
            });
    assertEquals("shop/web: uid is no text", failure.getMessage());
  }

  @Test
  void replicasOfMoreThan32BitsAreNotReadable() {
    assertEquals(
        "shop/web: 4294967297 does not fit into 32 bits",
        assertThrows(UnreadableObjectException.class, () -> read("{\"replicas\":4294967297}", "{}"))
            .getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{\"type\":\"Available\",\"status\":\"False\"},{\"reason\":\"x\",\"type\":\"Progressing\",\"status\":\"False\"}]|true",
        "[{\"status\":\"False\",\"type\":\"Progressing\"},{\"type\":\"Available\",\"status\":\"True\"}]|true",
        "[{\"type\":\"Progressing\",\"status\":\"True\"},{\"type\":\"Available\",\"status\":\"False\"}]|false",
        "[{\"type\":\"Progressing\"},{\"status\":\"False\"}]|false",
        "[]|false",
        "null|false"
      })
  void theConditionProgressingShowsThatARolloutStalls(String conditions, boolean isStalled)
      throws IOException {
    assertEquals(
        isStalled, read("{}", "{\"conditions\":" + conditions + "}").value().progress().stalled());
  }
}
