package dev.hpa.metrics.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.MilliAmount;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.content.ProtobufObject;
import dev.hpa.kube.content.ProtobufWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A list in Protobuf is read like the same list in JSON. */
@Tag("security")
class PodMetricsMessageTest {

  private static final Set<String> LABELS = Set.of("app");

  private final Random random = new Random(11);

  private static List<PodUsage> read(InputStream body) throws IOException {
    List<PodUsage> pods = new ArrayList<>();
    int count =
        new PodMetricsDecoder(
                List.of(ResourceMetricsVersion.V1BETA1),
                ResourceMetricsVersion.V1BETA1,
                "shop",
                LABELS,
                pod -> pods.add(pod) ? 1 : 0)
            .read(body);
    assertEquals(pods.size(), count);
    return pods;
  }

  private static List<PodUsage> readProtobuf(byte[] body) throws IOException {
    return read(ContentType.PROTOBUF.json(new ByteArrayInputStream(body)));
  }

  private static List<PodUsage> readJson(byte[] body) throws IOException {
    return read(new ByteArrayInputStream(ContentType.PROTOBUF.toJson(body)));
  }

  private static byte[] list(Runnable items, ProtobufWriter out) {
    items.run();
    out.message(1, () -> {});
    return ProtobufObject.encode("metrics.k8s.io/v1beta1", "PodMetricsList", out.toBytes());
  }

  private void pod(ProtobufWriter out, String quantity) {
    for (int i = random.nextInt(3); i > 0; i--) {
      String container = "c" + i;
      out.message(
          4,
          () -> {
            usage(out, "memory", random.nextInt(1 << 30) + "Ki");
            usage(out, "cpu", quantity);
            out.text(1, container);
          });
    }
    out.message(3, () -> out.number(1, random.nextInt(60) * 1_000_000_000L));
    out.message(
        2,
        () -> {
          out.number(2, 0);
          out.number(1, random.nextInt(3) == 0 ? 0 : 1_700_000_000L + random.nextInt(2));
        });
    out.message(1, () -> metadata(out));
  }

  private void metadata(ProtobufWriter out) {
    for (String key : List.of("tier", "app").subList(random.nextInt(2), 2)) {
      out.message(
          11,
          () -> {
            out.text(2, random.nextBoolean() ? "" : "µ");
            out.text(1, key);
          });
    }
    out.text(3, "shop");
    out.text(1, "web-" + random.nextInt(100));
  }

  private static void usage(ProtobufWriter out, String resource, String quantity) {
    out.message(
        2,
        () -> {
          out.message(2, () -> out.text(1, quantity));
          out.text(1, resource);
        });
  }

  private byte[] pods(int count, String quantity) {
    ProtobufWriter out = new ProtobufWriter();
    return list(
        () -> {
          for (int i = 0; i < count; i++) {
            out.message(2, () -> pod(out, quantity));
          }
        },
        out);
  }

  @Test
  void podsAreTheSame() throws IOException {
    for (int i = 0; i < 50; i++) {
      byte[] body = pods(random.nextInt(40), random.nextInt(2_000_000_000) + "n");
      assertEquals(readJson(body), readProtobuf(body));
    }
  }

  @Test
  void anUnsetQuantityIsZero() throws IOException {
    ProtobufWriter out = new ProtobufWriter();
    byte[] body =
        list(
            () ->
                out.message(
                    2,
                    () ->
                        out.message(
                            4,
                            () ->
                                out.message(
                                    2,
                                    () -> {
                                      out.message(2, () -> {});
                                      out.text(1, "cpu");
                                    }))),
            out);
    assertEquals(
        MilliAmount.ZERO, readProtobuf(body).getFirst().containers().getFirst().usage().get("cpu"));
    assertEquals(readJson(body), readProtobuf(body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1x", " 5m ", "1e99999"})
  void anUnusualQuantityIsAcceptedOrRejectedIdentically(String quantity) {
    byte[] body = pods(20, quantity);
    assertEquals(outcome(() -> readJson(body)), outcome(() -> readProtobuf(body)));
  }

  @Test
  void aTruncatedListIsRejected() {
    byte[] whole = pods(5, "1m");
    byte[] part = Arrays.copyOf(whole, whole.length - 7);
    assertTrue(
        String.valueOf(assertThrows(IOException.class, () -> readProtobuf(part)).getMessage())
            .contains("unexpected EOF"));
  }

  private interface Read {
    List<PodUsage> pods() throws IOException;
  }

  private static Object outcome(Read read) {
    try {
      return read.pods();
    } catch (IOException refused) {
      return String.valueOf(refused.getMessage());
    }
  }
}
