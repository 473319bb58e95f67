package dev.hpa.controller.cache;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.kube.client.UnreadableObjectException;
import dev.hpa.kube.content.CountedMemory;
import dev.hpa.kube.content.ProtobufObject;
import dev.hpa.kube.content.ProtobufSlice;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class AutoscalerDecoderTest {

  private static final String AUTOSCALER =
      """
      {"metadata": {"name": "web", "namespace": "shop", "resourceVersion": "7"},
       "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web", "apiVersion": "apps/v1"},
                "maxReplicas": %s}}
      """;

  private static Reflector.Versioned<HorizontalPodAutoscaler> read(String maxReplicas)
      throws IOException {
    return readText(AUTOSCALER.formatted(maxReplicas));
  }

  private static Reflector.Versioned<HorizontalPodAutoscaler> readText(String text)
      throws IOException {
    try (JsonParser in = new ObjectMapper().createParser(text)) {
      in.nextToken();
      return new AutoscalerDecoder(new OwnWrites()).read(in);
    }
  }

  @Test
  void anAutoscalerIsReadWithItsNameAndRevision() throws IOException {
    Reflector.Versioned<HorizontalPodAutoscaler> read = read("9");
    assertEquals(
        "shop/web at 7", read.namespace() + "/" + read.name() + " at " + read.resourceVersion());
    assertEquals(9, read.value().spec().maxReplicas());
  }

  @Test
  void theSyncPeriodOfNewerServersIsRead() throws IOException {
    assertEquals(30, read("9, \"syncPeriodSeconds\": 30").value().spec().syncPeriodSeconds());
    assertEquals(30, readBytes(newer(), new OwnWrites()).value().spec().syncPeriodSeconds());
  }

  @Test
  void aStatusIsWrittenWithTheFieldsOfNewerServers() throws IOException {
    OwnWrites writes = new OwnWrites();
    HorizontalPodAutoscaler read = readBytes(newer(), writes).value();
    byte[] request = Objects.requireNonNull(writes.request(read));
    ProtobufSlice sent = slice(ProtobufObject.of(request));
    assertArrayEquals(slice(newer()).message(2).toBytes(), sent.message(2).toBytes());
    assertEquals("of a later release", sent.message(1).text(99));
  }

  /** An autoscaler in Protobuf with fields that this project does not know. */
  private static ProtobufObject newer() throws IOException {
    return ProtobufObject.of(
        ProtobufObject.encode(
            HorizontalPodAutoscaler.API_VERSION,
            HorizontalPodAutoscaler.KIND,
            200,
            out -> {
              out.message(3, () -> out.number(99, 1));
              out.message(
                  2,
                  () -> {
                    out.number(99, 5);
                    out.number(6, 30);
                    out.number(3, 9);
                    out.message(
                        1,
                        () -> {
                          out.text(3, "apps/v1");
                          out.text(2, "web");
                          out.text(1, "Deployment");
                        });
                  });
              out.message(
                  1,
                  () -> {
                    out.text(99, "of a later release");
                    out.text(6, "7");
                    out.text(3, "shop");
                    out.text(1, "web");
                  });
            }));
  }

  private static Reflector.Versioned<HorizontalPodAutoscaler> readBytes(
      ProtobufObject object, OwnWrites writes) throws IOException {
    try (JsonParser in = object.parser()) {
      in.nextToken();
      return new AutoscalerDecoder(writes).read(in);
    }
  }

  private static ProtobufSlice slice(ProtobufObject object) throws IOException {
    try (JsonParser in = object.parser()) {
      in.nextToken();
      return Objects.requireNonNull(ProtobufSlice.of(in));
    }
  }

  @Test
  void oneThatCannotBeReadIsNamed() {
    UnreadableObjectException failure =
        assertThrows(UnreadableObjectException.class, () -> read("\"nine\""));
    assertEquals("shop/web", failure.object().key().toString());
    assertEquals("7", failure.object().resourceVersion());
    assertTrue(failure.object().problem().contains("maxReplicas"), failure.object().problem());
  }

  @Test
  void oneWithAnEndlessNameIsUnreadable() {
    String metric =
        "9, \"metrics\": [{\"type\": \"Pods\", \"pods\": {\"metric\": {\"name\": \"%s\"}}}]";
    UnreadableObjectException failure =
        assertThrows(
            UnreadableObjectException.class, () -> read(metric.formatted("q".repeat(1_025))));
    assertEquals(
        "spec.metrics[0].pods.metric.name has 1025 characters, more than 1024",
        failure.object().problem());
  }

  /** Servers accept any number of everything within 1.5 MB. */
  static Stream<Arguments> large() {
    return Stream.of(
        arguments(
            "9, \"metrics\": [" + external("\"a\"", 50_000) + "]", "it has more than 50000 values"),
        arguments(
            "9, \"metrics\": [" + external("\"a\"", 10_000) + "]",
            "it has 810656 bytes of metadata and spec, more than 393216"),
        arguments(
            "9, \"metrics\": [" + external('"' + "v".repeat(1 << 20) + '"', 1) + "]",
            "it has more than 1048576 characters"),
        arguments(
            "9, \"metrics\": [" + join("{\"type\": \"Resource\"}", 501) + "]",
            "it has 501 metrics, more than 500"),
        arguments(
            "9, \"behavior\": {\"scaleUp\": {\"policies\": ["
                + join("{\"type\": \"Pods\", \"value\": 1, \"periodSeconds\": 1}", 257)
                + "]}}",
            "it has 257 spec.behavior.scaleUp.policies, more than 256"),
        arguments(
            "9, \"behavior\": {\"scaleDown\": {\"policies\": ["
                + join("{\"type\": \"Pods\", \"value\": 1, \"periodSeconds\": 1}", 257)
                + "]}}",
            "it has 257 spec.behavior.scaleDown.policies, more than 256"));
  }

  private static String external(String value, int values) {
    return """
    {"type": "External", "external": {"metric": {"name": "depth", "selector":
      {"matchExpressions": [{"key": "a", "operator": "In", "values": [%s]}]}},
      "target": {"type": "Value", "value": "1"}}}
    """
        .formatted(join(value, values));
  }

  private static String join(String each, int times) {
    return String.join(", ", Collections.nCopies(times, each));
  }

  @ParameterizedTest
  @MethodSource("large")
  void oneThatWouldTakeMuchMemoryIsUnreadable(String maxReplicas, String problem) {
    UnreadableObject unreadable =
        assertThrows(UnreadableObjectException.class, () -> read(maxReplicas)).object();
    assertEquals("shop/web", unreadable.key().toString());
    assertEquals(problem, unreadable.problem());
  }

  private static Reflector.Versioned<HorizontalPodAutoscaler> readWithMetadata(String more)
      throws IOException {
    return readText(AUTOSCALER.formatted("9").replace("\"7\"", "\"7\", " + more));
  }

  private static String texts(String field, int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> "\"k" + i + "\": \"v" + i + "\"")
        .collect(joining(", ", "\"" + field + "\": {", "}"));
  }

  /** What takes most memory for its length in each part of an object. */
  private static String metadata(String part, int number) {
    return switch (part) {
      case "labels", "annotations" -> texts(part, number);
      case "finalizers" ->
          IntStream.range(0, number)
              .mapToObj(i -> "\"a/" + i + "\"")
              .collect(joining(",", "\"finalizers\": [", "]"));
      default ->
          IntStream.range(0, number)
              .mapToObj(i -> "{\"name\": \"n%d\", \"uid\": \"%d\"}".formatted(i, i))
              .collect(joining(",", "\"ownerReferences\": [", "]"));
    };
  }

  private static String selectors(String part, int number) {
    String selector =
        switch (part) {
          case "matchLabels" -> texts("matchLabels", number);
          case "requirements" ->
              "\"matchExpressions\": ["
                  + join("{\"key\": \"a\", \"operator\": \"Exists\"}", number)
                  + "]";
          default ->
              IntStream.range(0, number)
                  .mapToObj(i -> "\"v" + i + "\"")
                  .collect(
                      joining(
                          ",",
                          "\"matchExpressions\": [{\"key\": \"a\", \"operator\": \"In\","
                              + " \"values\": [",
                          "]}]"));
        };
    return "9, \"metrics\": [{\"type\": \"External\", \"external\": {\"metric\": {\"name\":"
        + " \"depth\", \"selector\": {"
        + selector
        + "}}, \"target\": {\"type\": \"Value\", \"value\": \"1\"}}}]";
  }

  private static HorizontalPodAutoscaler read(String part, int number) throws IOException {
    return switch (part) {
      case "matchLabels", "requirements", "values" -> read(selectors(part, number)).value();
      case "metrics" ->
          read("9, \"metrics\": [" + join(external("\"a\"", 1), number) + "]").value();
      default -> readWithMetadata(metadata(part, number)).value();
    };
  }

  /** A hundred of the largest ones fit into the smallest heaps. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels",
        "annotations",
        "finalizers",
        "ownerReferences",
        "matchLabels",
        "requirements",
        "values",
        "metrics"
      })
  void theLargestOnesTakeTheMemoryThatCounts(String part) throws IOException {
    int largest = 1;
    for (int step = 1 << 12; step > 0; step /= 2) {
      try {
        read(part, largest + step);
        largest += step;
      } catch (UnreadableObjectException tooLarge) {
        assertTrue(
            tooLarge.object().problem().matches("it has .*more than .*"),
            tooLarge.object().problem());
      }
    }
    int number = largest;
    CountedMemory memory =
        CountedMemory.of(
            new byte[0],
            none -> {
              List<HorizontalPodAutoscaler> all = new ArrayList<>();
              for (int i = 0; i < 50; i++) {
                all.add(read(part, number));
              }
              return all;
            });
    long each = memory.kept() / 50;
    assertTrue(each <= Limit.HPA_BYTES.asInt(), number + " take " + each + " bytes");
  }

  /** What clusters have is read: 20 metrics with selectors, and a large last-applied. */
  @Test
  void oneOfALargeUserIsRead() throws IOException {
    String metrics = "9, \"metrics\": [" + join(external("\"a\"", 4), 100) + "]";
    String annotation = "\"annotations\": {\"last-applied\": \"" + "x".repeat(1 << 16) + "\"}";
    HorizontalPodAutoscaler read =
        readText(AUTOSCALER.formatted(metrics).replace("\"7\"", "\"7\", " + annotation)).value();
    assertEquals(100, read.spec().metricsOrEmpty().size());
    assertEquals(500, read("metrics", 500).spec().metricsOrEmpty().size());
  }

  /** Its status repeats the metrics, and a sync must not make an HPA unreadable. */
  @Test
  void theLargestOneIsReadWithTheStatusThatIsWrittenForIt() throws IOException {
    String name = "n".repeat(1_000);
    String metric =
        """
        {"type": "External", "external": {"metric": {"name": "%s"}, "%s":
          {"type": "Value", "value": "1"}}}
        """;
    int metrics = Limit.HPA_BYTES.asInt() / 1_400;
    String message = "m".repeat(1 << 15);
    String object =
        AUTOSCALER
            .formatted("9, \"metrics\": [" + join(metric.formatted(name, "target"), metrics) + "]")
            .strip();
    String status =
        """
        , "status": {"currentReplicas": 1, "desiredReplicas": 1, "currentMetrics": [%s],
          "conditions": [{"type": "ScalingActive", "status": "True", "reason": "a", "message": "%s"}]}}
        """
            .formatted(join(metric.formatted(name, "current"), metrics), message);
    HorizontalPodAutoscaler read =
        readText(object.substring(0, object.length() - 1) + status).value();
    assertEquals(metrics, read.status().currentMetricsOrEmpty().size());
  }
}
