package dev.hpa.kube.content;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.api.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProtobufSliceTest {

  private static final String SCALE =
      """
      {"kind":"Scale","apiVersion":"autoscaling/v1",
       "metadata":{"name":"web","namespace":"shop","resourceVersion":"80","labels":{"app":"µ"}},
       "spec":{"replicas":300},"status":{"replicas":1,"selector":"app=web"}}""";

  private static byte[] body() {
    return ProtobufObject.encode(
        "autoscaling/v1",
        "Scale",
        SCALE.length(),
        out -> {
          out.message(
              3,
              () -> {
                out.text(2, "app=web");
                out.number(1, 1);
              });
          out.message(2, () -> out.number(1, 300));
          out.message(1, () -> metadata(out));
        });
  }

  private static void metadata(ProtobufWriter out) {
    out.message(
        11,
        () -> {
          out.text(2, "µ");
          out.text(1, "app");
        });
    out.text(6, "80");
    out.text(3, "shop");
    out.text(1, "web");
  }

  private static ProtobufSlice scale() throws IOException {
    return Objects.requireNonNull(
        ProtobufSlice.of(
            ContentType.PROTOBUF.json(new ByteArrayInputStream(body())),
            "autoscaling/v1",
            "Scale"));
  }

  @Test
  void aBodyOfAnotherTypeHasNone() throws IOException {
    byte[] body = body();
    assertNull(
        ProtobufSlice.of(
            ContentType.PROTOBUF.json(new ByteArrayInputStream(body)), "autoscaling/v2", "Scale"));
    assertNull(ProtobufSlice.of(new ByteArrayInputStream(body), "autoscaling/v1", "Scale"));
  }

  @Test
  void aParserOfJsonHasNone() throws IOException {
    try (JsonParser in = new ObjectMapper().createParser("{}")) {
      in.nextToken();
      assertNull(ProtobufSlice.of(in));
    }
  }

  @Test
  void theMessageAtAParserIsFoundAtItsStartOnly() throws IOException {
    try (JsonParser in = scale().parser()) {
      assertEquals("web", Objects.requireNonNull(ProtobufSlice.of(in)).message(1).text(1));
      in.nextToken();
      assertNull(ProtobufSlice.of(in));
      in.nextToken();
      assertEquals("shop", Objects.requireNonNull(ProtobufSlice.of(in)).text(3));
    }
  }

  @Test
  void fieldsAreRead() throws IOException {
    ProtobufSlice metadata = scale().message(1);
    assertEquals("web", metadata.text(1));
    assertEquals("80", metadata.text(6));
    assertEquals("", metadata.text(14));
    assertThrows(IllegalArgumentException.class, () -> metadata.message(1));
  }

  @Test
  void fieldsAreRemoved() throws IOException {
    ProtobufSlice metadata = scale().message(1);
    ProtobufReader rest =
        new ProtobufReader(metadata.without(1, 11), 0, metadata.without(1, 11).length);
    StringBuilder numbers = new StringBuilder();
    while (rest.next()) {
      numbers.append(rest.field()).append(' ');
      rest.skip();
    }
    assertTrue(numbers.toString().contains("3 "));
    assertTrue(numbers.toString().contains("6 "));
    assertFalse(numbers.toString().startsWith("1 "));
    assertFalse(numbers.toString().contains("11 "));
    assertArrayEquals(metadata.toBytes(), metadata.without());
    assertTrue(metadata.hasBytes(metadata.toBytes()));
    assertFalse(metadata.hasBytes(metadata.without(1)));
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      long number = random.nextLong() >> random.nextInt(64);
      String text = "µx".repeat(random.nextInt(900));
      int field = 1 + random.nextInt(3000);
      ProtobufWriter out = new ProtobufWriter();
      out.message(
          field,
          () -> {
            out.text(2, text);
            out.number(1, number);
          });
      byte[] bytes = out.toBytes();
      ProtobufReader in = new ProtobufReader(bytes, 0, bytes.length);
      assertTrue(in.next());
      assertEquals(field, in.field());
      int outer = in.enter();
      assertTrue(in.next());
      assertEquals(number, in.number());
      assertTrue(in.next());
      assertEquals(text, in.text());
      assertFalse(in.next());
      in.leave(outer);
      assertFalse(in.next());
    }
  }

  @Test
  void anEncodedObjectIsRead() throws IOException {
    byte[] body = ProtobufObject.encode("autoscaling/v1", "Scale", scale().toBytes());
    assertEquals(Json.tree(SCALE), Json.tree(ContentType.PROTOBUF.toJson(body)));
  }
}
