package dev.hpa.kube.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonStream;
import dev.hpa.api.JsonTokens;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentTypeTest {

  private static final int CASES = 20_000;

  /** A message put together field by field. */
  private static final class Message {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Message number(int field, long value) {
      varint((long) field << 3);
      varint(value);
      return this;
    }

    Message bytes(int field, byte[] value) {
      varint(((long) field << 3) | 2);
      varint(value.length);
      bytes.writeBytes(value);
      return this;
    }

    Message text(int field, String value) {
      return bytes(field, value.getBytes(UTF_8));
    }

    Message message(int field, Message value) {
      return bytes(field, value.bytes.toByteArray());
    }

    private void varint(long value) {
      long left = value;
      for (; (left & ~0x7fL) != 0; left >>>= 7) {
        bytes.write((int) ((left & 0x7f) | 0x80));
      }
      bytes.write((int) left);
    }

    byte[] as(String apiVersion, String kind) {
      Message type = new Message().text(1, apiVersion).text(2, kind);
      Message envelope = new Message().message(1, type).message(2, this).text(3, "").text(4, "");
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      body.writeBytes("k8s\0".getBytes(UTF_8));
      body.writeBytes(envelope.bytes.toByteArray());
      return body.toByteArray();
    }
  }

  private static Message message() {
    return new Message();
  }

  private static final Message TEN_SECONDS = message().number(1, 10).number(2, 7);

  private static final byte[] POD_METRICS =
      message()
          .message(1, message().text(2, "1"))
          .message(
              2,
              message()
                  .message(
                      1,
                      message()
                          .text(1, "web-1")
                          .text(3, "shop")
                          .message(11, message().text(1, "app").text(2, "web"))
                          .message(11, message().text(1, "bare")))
                  .message(2, TEN_SECONDS)
                  .message(3, message().number(1, 15_030_000_000L))
                  .message(
                      4,
                      message()
                          .text(1, "app")
                          .message(2, message().text(1, "cpu").message(2, message().text(1, "2m")))
                          .message(2, message().text(1, "memory"))))
          .as("metrics.k8s.io/v1beta1", "PodMetricsList");

  private static String json(ContentType form, byte[] body) throws IOException {
    String json = new String(form.toJson(body), UTF_8);
    assertEquals(json, new String(form.json(new ByteArrayInputStream(body)).readAllBytes(), UTF_8));
    return json;
  }

  private static String failure(ContentType form, byte[] body) {
    return String.valueOf(assertThrows(IOException.class, () -> form.toJson(body)).getMessage());
  }

  @Test
  void podsAreRead() throws IOException {
    assertEquals(
        Json.tree(
            """
            {"apiVersion":"metrics.k8s.io/v1beta1","kind":"PodMetricsList","items":[
              {"metadata":{"name":"web-1","namespace":"shop","labels":{"app":"web","bare":""}},
               "timestamp":"1970-01-01T00:00:10Z","window":"15.03s",
               "containers":[{"name":"app","usage":{"cpu":"2m","memory":"0"}}]}]}\
            """),
        Json.tree(json(ContentType.PROTOBUF, POD_METRICS)));
  }

  @Test
  void tokensAreThoseOfTheText() throws IOException {
    assertEquals(Json.tree(json(ContentType.PROTOBUF, POD_METRICS)), tree(POD_METRICS));
    try (InputStream body = ContentType.PROTOBUF.json(new ByteArrayInputStream(POD_METRICS))) {
      List<String> read = new ArrayList<>();
      JsonStream.readObject(
          body,
          (name, in) -> {
            if (name.equals("items")) {
              in.array(
                  () ->
                      in.object(
                          member -> {
                            if (member.equals("containers")) {
                              in.array(() -> in.object(each -> usage(each, in, read)));
                            } else {
                              in.skip();
                            }
                          }));
            } else {
              read.add(name + " " + in.string());
            }
          });
      assertEquals(
          List.of("apiVersion metrics.k8s.io/v1beta1", "kind PodMetricsList", "cpu 2", "memory 0"),
          read);
    }
  }

  private static void usage(String member, JsonStream in, List<String> read) throws IOException {
    if (member.equals("usage")) {
      in.object(resource -> read.add(resource + " " + in.amount().milli()));
    } else {
      in.skip();
    }
  }

  private static JsonNode tree(byte[] body) throws IOException {
    try (InputStream json = ContentType.PROTOBUF.json(new ByteArrayInputStream(body))) {
      return Json.read((JsonTokens) json, JsonNode.class);
    }
  }

  @Test
  void membersAreCalledAsInTheirVersion() throws IOException {
    Message value =
        message()
            .message(1, message().text(1, "Pod").text(2, "shop").text(3, "web-1"))
            .message(3, message())
            .number(4, 0)
            .message(5, message().text(1, "7"));
    assertEquals(
        Json.tree(
            """
            {"apiVersion":"custom.metrics.k8s.io/v1beta2","kind":"MetricValueList","items":[
              {"describedObject":{"namespace":"shop","name":"web-1"},"timestamp":null,"windowSeconds":0,"value":"7"}]}\
            """),
        Json.tree(
            json(
                ContentType.PROTOBUF,
                message()
                    .message(2, value)
                    .as("custom.metrics.k8s.io/v1beta2", "MetricValueList"))));
    assertTrue(
        json(
                ContentType.PROTOBUF,
                message().message(2, value).as("custom.metrics.k8s.io/v1beta1", "MetricValueList"))
            .contains("\"window\":0"));
  }

  @Test
  void selectorsOfOlderScalesAreLabels() throws IOException {
    Message status =
        message().number(1, 3).message(2, message().text(1, "app").text(2, "web")).text(3, "app");
    assertEquals(
        Json.tree(
            """
            {"apiVersion":"apps/v1beta1","kind":"Scale",
             "status":{"replicas":3,"selector":{"app":"web"},"targetSelector":"app"}}\
            """),
        Json.tree(
            json(ContentType.PROTOBUF, message().message(3, status).as("apps/v1beta1", "Scale"))));
  }

  @Test
  void ofOtherKindsOnlyTheHeadIsRead() throws IOException {
    assertEquals(
        "{\"apiVersion\":\"v1\",\"kind\":\"Secret\"}",
        json(ContentType.PROTOBUF, message().text(1, "x").as("v1", "Secret")));
  }

  @Test
  void invalidProtobufIsReportedWithGosMessage() {
    assertEquals(
        "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]",
        failure(ContentType.PROTOBUF, "{}".getBytes(UTF_8)));
    assertEquals("empty body", failure(ContentType.PROTOBUF, "k8s\0".getBytes(UTF_8)));
    byte[] wrongType = message().text(6, "x").as("v1", "Status");
    assertEquals("proto: wrong wireType = 2 for field 6", failure(ContentType.PROTOBUF, wrongType));
    assertEquals(
        "unexpected EOF",
        failure(ContentType.PROTOBUF, Arrays.copyOf(POD_METRICS, POD_METRICS.length - 20)));
  }

  /** Whatever bytes come, the outcome is an object or a failure with a text. */
  @Test
  void damageIsAFailureAtWorst() {
    Random random = new Random(7);
    for (int i = 0; i < CASES; i++) {
      byte[] damaged = Arrays.copyOf(POD_METRICS, 4 + random.nextInt(POD_METRICS.length - 3));
      for (int flips = random.nextInt(4); flips > 0 && damaged.length > 4; flips--) {
        damaged[4 + random.nextInt(damaged.length - 4)] = (byte) random.nextInt();
      }
      try {
        JsonNode text = Json.tree(ContentType.PROTOBUF.toJson(damaged));
        assertTrue(text.isObject());
        assertEquals(text, tree(damaged));
      } catch (IOException failure) {
        assertTrue(failure.getMessage() != null && !failure.getMessage().isEmpty(), "a text");
        assertEquals(
            failure.getMessage(),
            assertThrows(IOException.class, () -> tree(damaged)).getMessage());
      }
    }
  }

  @Test
  void yamlIsRead() throws IOException {
    byte[] status = "kind: Status\ncode: 404\nmessage: in yaml\n".getBytes(UTF_8);
    assertEquals(
        "{\"kind\":\"Status\",\"code\":404,\"message\":\"in yaml\"}",
        json(ContentType.YAML, status));
    assertEquals("null", json(ContentType.YAML, new byte[0]));
    assertTrue(failure(ContentType.YAML, "a: [".getBytes(UTF_8)).startsWith("yaml: "));
    assertEquals(
        "{\"a\":{\"b\":true},\"c\":{\"b\":true}}",
        json(ContentType.YAML, "a: &x {b: yes}\nc: *x".getBytes(UTF_8)));
    assertEquals(
        "yaml: a[0]: refers to itself", failure(ContentType.YAML, "a: &x [*x]".getBytes(UTF_8)));
  }

  @Test
  void longYamlIsRefused() {
    assertEquals(
        "yaml: the answer has 1048577 bytes, more than 1048576; answer with JSON",
        failure(ContentType.YAML, " ".repeat((1 << 20) + 1).getBytes(UTF_8)));
  }

  @Test
  void yamlCountsItsTree() throws IOException {
    byte[] body = ("a: [" + "1,".repeat(50_000) + "]").getBytes(UTF_8);
    AtomicLong counted = new AtomicLong();
    ContentType.YAML.json(CountedMemory.body(body, counted)).close();
    assertTrue(counted.get() >= 90L * body.length, counted::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json,JSON",
    "application/yaml,YAML",
    "application/vnd.kubernetes.protobuf,PROTOBUF",
    "text/html,"
  })
  void mediaTypesNameForms(String mediaType, ContentType form) {
    assertEquals(Optional.ofNullable(form), ContentType.named(mediaType));
  }

  private static TypedObject described(byte[] body) throws IOException {
    return TypedObject.read(new ByteArrayInputStream(body));
  }

  @Test
  void theFirstBytesDetermineTheFormat() throws IOException {
    for (String text :
        new String[] {
          " \n{\"kind\":\"A\",\"apiVersion\":\"v1\"}",
          "\ufeff{\"kind\":\"A\",\"apiVersion\":\"v1\"}",
          "kind: A\napiVersion: v1"
        }) {
      assertEquals("A", described(text.getBytes(UTF_8)).typeMeta().kind(), text);
    }
    assertEquals("A", described(message().as("v1", "A")).typeMeta().kind());
  }

  @Test
  void whatDoesNotSayWhatItIsIsShown() {
    for (String text : new String[] {"", " \n ", "apiVersion: v1"}) {
      assertEquals(
          "Object 'Kind' is missing in '" + text + "'",
          assertThrows(IOException.class, () -> described(text.getBytes(UTF_8))).getMessage());
    }
    assertEquals(
        "Object 'apiVersion' is missing in 'runtime.TypeMeta{APIVersion:\"\", Kind:\"A\"}'",
        assertThrows(IOException.class, () -> described(message().as("", "A"))).getMessage());
  }
}
