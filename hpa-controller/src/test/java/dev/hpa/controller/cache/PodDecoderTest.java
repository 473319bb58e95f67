package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.Quantity;
import dev.hpa.api.Timestamps;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.kube.client.UnreadableObjectException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class PodDecoderTest {

  private final PodDecoder decoder = new PodDecoder();

  private CachedPod read(String json) throws IOException {
    try (JsonParser in = new JsonFactory().createParser(json + " \"rest\"")) {
      in.nextToken();
      CachedPod pod = decoder.read(in);
      assertEquals(JsonToken.VALUE_STRING, in.nextToken(), "consumed the next value");
      return pod;
    }
  }

  /** Keys of one hash code, as of "Aa" and "BB". */
  private static String colliding(int number) {
    StringBuilder key = new StringBuilder();
    for (int bit = 0; bit < 17; bit++) {
      key.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return key.toString();
  }

  private static String many(int count, String each) {
    return IntStream.range(0, count)
        .mapToObj(i -> each.formatted(colliding(i)))
        .collect(Collectors.joining(","));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"metadata\":{\"labels\":{%s},\"name\":\"x\",\"namespace\":\"evil\"}} | \"%s\":\"x\" | 256 | it has more than 256 labels",
        "{\"spec\":{\"containers\":[%s]},\"metadata\":{\"name\":\"x\",\"namespace\":\"evil\"}} | {\"name\":\"%s\"} | 256 | it has more than 256 containers",
        "{\"spec\":{\"overhead\":{%s}},\"metadata\":{\"name\":\"x\",\"namespace\":\"evil\"}} | \"%s\":\"1\" | 1024 | it has more than 1024 resources of containers",
      })
  void aPodWithMoreThanAnyRealOneIsUnreadable(String pod, String each, int most, String problem)
      throws IOException {
    read(pod.formatted(many(most, each)));
    for (int count : new int[] {most + 1, 100_000}) {
      String large = pod.formatted(many(count, each));
      UnreadableObjectException failure =
          assertThrows(UnreadableObjectException.class, () -> read(large));
      assertEquals(problem, failure.object().problem());
      assertEquals("evil/x", failure.object().key().toString());
    }
  }

  private static Map<String, Quantity> cpu(String amount) {
    return Map.of("cpu", Quantity.parse(amount));
  }

  @Test
  void whatDecisionsNeedIsRead() throws IOException {
    CachedPod pod =
        read(
            """
            {"kind":"Pod","metadata":{"name":"web-1","namespace":"shop","resourceVersion":"12",
              "labels":{"app":"web","topology.kubernetes.io/zone":"z"},
              "annotations":{"a":"b","controller.kubernetes.io/pod-deletion-cost":"10"},
              "managedFields":[{"fieldsV1":{"f:metadata":{}}}]},
             "spec":{"nodeName":"n","containers":[
               {"name":"app","image":"x","resources":{"limits":{"cpu":"9"},"requests":{"cpu":"100m","memory":"1Gi"}}},
               {"name":"plain","ports":[{"containerPort":80}]}],
              "initContainers":[
               {"name":"mesh","restartPolicy":"Always","resources":{"requests":{"cpu":"50m"}}},
               {"name":"setup","resources":{"requests":{"cpu":"2"}}}],
              "resources":{"requests":{"cpu":"1"}},"overhead":{"cpu":"10m"}},
             "status":{"phase":"Running","startTime":"2024-05-01T10:00:00Z","conditions":[
               {"type":"Initialized","status":"True","lastTransitionTime":"2024-05-01T09:00:00Z"},
               {"type":"Ready","status":"False","lastTransitionTime":"2024-05-01T10:00:30Z","reason":"x"}]}}""");
    assertEquals(
        new CachedPod(
            "shop",
            Map.of("app", "web", "topology.kubernetes.io/zone", "z"),
            new Pod(
                "web-1",
                Pod.Phase.RUNNING,
                false,
                Instant.parse("2024-05-01T10:00:00Z"),
                new Pod.Readiness(
                    Pod.Readiness.Status.FALSE, Instant.parse("2024-05-01T10:00:30Z")),
                new PodResources(
                        List.of(
                            new PodResources.Container(
                                "app",
                                false,
                                Map.of(
                                    "cpu",
                                    Quantity.parse("100m"),
                                    "memory",
                                    Quantity.parse("1Gi"))),
                            new PodResources.Container("plain", false, Map.of())),
                        List.of(
                            new PodResources.Container("mesh", true, cpu("50m")),
                            new PodResources.Container("setup", false, cpu("2"))),
                        cpu("1"),
                        cpu("10m"))
                    .withLimits(
                        new PodResources(
                            List.of(
                                new PodResources.Container("app", false, cpu("9")),
                                new PodResources.Container("plain", false, Map.of())),
                            List.of(
                                new PodResources.Container("mesh", true, Map.of()),
                                new PodResources.Container("setup", false, Map.of())),
                            Map.of(),
                            cpu("10m"))),
                new Pod.Placement("n", "z", true),
                0)),
        pod);
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2147483647, true", "0, false", "-3, false", "+1, false", "x, false"})
  void aPodWithAPositiveDeletionCostIsKept(String cost, boolean isKept) throws IOException {
    Pod pod =
        read("{\"metadata\":{\"annotations\":{\"controller.kubernetes.io/pod-deletion-cost\":\"%s\"}}}"
                .formatted(cost))
            .pod();
    assertEquals(new Pod.Placement("", "", isKept), pod.placement());
  }

  @Test
  void aDeletionTimestampMarksAPod() throws IOException {
    assertEquals(
        true,
        read("{\"metadata\":{\"deletionTimestamp\":\"2024-05-01T10:00:00Z\"}}").pod().deleted());
    assertEquals(false, read("{\"metadata\":{\"deletionTimestamp\":null}}").pod().deleted());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"metadata\":{},\"spec\":{},\"status\":{}}",
        "{\"metadata\":null,\"spec\":null,\"status\":null}",
        "{\"metadata\":{\"name\":null,\"labels\":null},\"spec\":{\"containers\":null,\"overhead\":null,"
            + "\"resources\":null},\"status\":{\"phase\":null,\"startTime\":null,\"conditions\":null}}",
        "{\"unknown\":[{\"deep\":[1,2,{}]}],\"metadata\":{\"finalizers\":[\"a\"]},\"status\":{\"phase\":\"Odd\"}}",
      })
  void unsetAndUnknownFieldsAreSkipped(String json) throws IOException {
    assertEquals(
        new CachedPod(
            "",
            Map.of(),
            new Pod(
                "",
                Pod.Phase.UNKNOWN,
                false,
                null,
                null,
                PodResources.NONE.withLimits(PodResources.NONE))),
        read(json));
  }

  @Test
  void aConditionWithoutTimeHasTheZeroTime() throws IOException {
    Pod pod =
        read("{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}").pod();
    assertEquals(new Pod.Readiness(Pod.Readiness.Status.TRUE, Timestamps.ZERO), pod.ready());
    assertNull(pod.startTime());
  }

  @Test
  void equalLabelsAndRequestsAreKeptOnce() throws IOException {
    String template =
        "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"app\":\"web\"}},\"spec\":{\"containers\":"
            + "[{\"name\":\"a\",\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]}}";
    CachedPod one = read(template.formatted("one"));
    CachedPod two = read(template.formatted("two"));
    assertSame(one.labels(), two.labels());
    assertSame(one.pod().resources(), two.pod().resources());
  }

  private static final String RESIZED =
      """
      {"metadata":{"name":"web-1"},%s
       "spec":{"containers":[{"name":"app","resources":{"requests":{"cpu":"4","memory":"1Gi"}}}],
         "initContainers":[{"name":"mesh","restartPolicy":"Always","resources":{"requests":{"cpu":"50m"}}}]}%s}""";

  private PodResources resources(String beforeSpec, String afterSpec) throws IOException {
    return read(RESIZED.formatted(beforeSpec, afterSpec)).pod().resources();
  }

  /** The status may come first, and what a container runs with precedes what is allocated. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"name\":\"app\",\"allocatedResources\":{\"cpu\":\"1\"},\"resources\":{\"requests\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}}}",
        "{\"name\":\"app\",\"allocatedResources\":{\"cpu\":\"4\"},\"resources\":{\"requests\":{\"cpu\":\"1000m\"}}}",
        "{\"allocatedResources\":{\"cpu\":\"1\",\"memory\":\"1Gi\"},\"name\":\"app\",\"ready\":true}",
        "{\"name\":\"app\",\"allocatedResources\":{\"cpu\":\"1\",\"example.com/gpu\":\"1\"}}",
      })
  void theResourcesInEffectOfAResizeAreRead(String status) throws IOException {
    String all = "\"status\":{\"phase\":\"Running\",\"containerStatuses\":[%s]}".formatted(status);
    for (PodResources resources : List.of(resources(all + ",", ""), resources("", "," + all))) {
      assertEquals(Quantity.parse("4"), resources.containers().getFirst().requests().get("cpu"));
      PodResources inEffect = Objects.requireNonNull(resources.inEffect());
      assertEquals(
          Map.of("cpu", Quantity.parse("1"), "memory", Quantity.parse("1Gi")),
          inEffect.containers().getFirst().requests());
      assertEquals(resources.initContainers(), inEffect.initContainers());
    }
  }

  @Test
  void sidecarsAndPodsAreResizedToo() throws IOException {
    PodResources sidecar =
        resources(
            "",
            ",\"status\":{\"initContainerStatuses\":[{\"name\":\"mesh\",\"allocatedResources\":"
                + "{\"cpu\":\"20m\"}}]}");
    assertEquals(
        cpu("20m"),
        Objects.requireNonNull(sidecar.inEffect()).initContainers().getFirst().requests());
    PodResources whole =
        read("{\"spec\":{\"resources\":{\"requests\":{\"cpu\":\"2\"}}},\"status\":"
                + "{\"allocatedResources\":{\"cpu\":\"1\"}}}")
            .pod()
            .resources();
    assertEquals(cpu("2"), whole.podRequests());
    assertEquals(cpu("1"), Objects.requireNonNull(whole.inEffect()).podRequests());
  }

  /** The status of every running pod has its resources; only those of a resize take memory. */
  @Test
  void aStatusLikeTheSpecTakesNoMemory() throws IOException {
    PodResources spec = resources("", "");
    PodResources same =
        resources(
            "",
            ",\"status\":{\"allocatedResources\":{\"cpu\":\"9\"},\"containerStatuses\":[{\"name\":\"app\","
                + "\"allocatedResources\":{\"cpu\":\"4\",\"memory\":\"1Gi\"},\"resources\":{\"requests\":"
                + "{\"cpu\":\"4000m\",\"memory\":\"1024Mi\"},\"limits\":{\"cpu\":\"8\"}}},"
                + "{\"name\":\"other\",\"allocatedResources\":{\"cpu\":\"1\"}}]}");
    assertNull(same.inEffect());
    assertSame(spec, same);
  }

  @Test
  void limitsInEffectAreRead() throws IOException {
    PodResources limits =
        Objects.requireNonNull(
            read("""
                {"spec":{"containers":[{"name":"app","resources":{"limits":{"cpu":"4"}}}]},
                 "status":{"allocatedResources":{"cpu":"1"},"containerStatuses":[{"name":"app",
                   "allocatedResources":{"cpu":"1"},"resources":{"requests":{"cpu":"1"},"limits":{"cpu":"2"}}}]}}""")
                .pod()
                .resources()
                .limits());
    assertEquals(
        cpu("2"), Objects.requireNonNull(limits.inEffect()).containers().getFirst().requests());
  }

  @Test
  void aStatusWithTooManyResourcesDoesNotMakeThePodUnreadable() throws IOException {
    String status =
        ",\"status\":{\"containerStatuses\":[{\"name\":\"app\",\"allocatedResources\":{%s}},%s]}"
            .formatted(many(100_000, "\"%s\":\"1\""), many(100_000, "{\"name\":\"%s\"}"));
    assertSame(resources("", ""), resources("", status));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"spec\":{\"overhead\":{\"cpu\":\"lots\"}}|quantities must match the regular expression",
        "\"status\":{\"startTime\":\"yesterday\"}|cannot parse",
        "\"status\":{\"phase\":{}}|phase is no text",
      })
  void errorsContainTheNameOfThePod(String members, String why) {
    IllegalArgumentException failure =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                read("{\"metadata\":{\"namespace\":\"shop\",\"name\":\"web-1\"}," + members + "}"));
    String message = String.valueOf(failure.getMessage());
    assertEquals(
        "pod shop/web-1: " + why,
        message.substring(0, Math.min(message.length(), 16 + why.length())));
  }
}
