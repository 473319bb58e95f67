package dev.hpa.kube.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtobufReaderTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }

  private void text(String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    bytes.write(1 << 3 | 2);
    varint(encoded.length);
    bytes.writeBytes(encoded);
  }

  private ProtobufReader reader() {
    return new ProtobufReader(bytes.toByteArray(), 0, bytes.size());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 127, 128, 300, 16_383, 16_384, Long.MAX_VALUE, -1, Long.MIN_VALUE})
  void numbersOfAnyLength(long value) throws IOException {
    bytes.write(1 << 3);
    varint(value);
    ProtobufReader in = reader();
    assertTrue(in.next());
    assertEquals(value, in.number());
    assertFalse(in.next());
  }

  @Test
  void aNumberEndsInTheMessage() throws IOException {
    bytes.writeBytes(new byte[] {1 << 3 | 2, 2, 1 << 3, (byte) 0x80, 1});
    ProtobufReader in = reader();
    assertTrue(in.next());
    int outer = in.enter();
    assertTrue(in.next());
    assertEquals("unexpected EOF", assertThrows(IOException.class, in::number).getMessage());
    in.leave(outer);
  }

  @Test
  void aNumberHasTenBytesAtMost() throws IOException {
    bytes.write(1 << 3);
    bytes.writeBytes(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
    ProtobufReader in = reader();
    assertTrue(in.next());
    assertEquals(
        "proto: integer overflow", assertThrows(IOException.class, in::number).getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "cpu", "app", "web-7d9f8c6b5d-x2x7k", "größe", "\uD83D\uDE00"})
  void aTextThatRepeatsIsTheSameString(String value) throws IOException {
    text(value);
    text(value);
    ProtobufReader in = reader();
    assertTrue(in.next());
    ProtobufReader.Text first = in.text(ProtobufReader.Text.NONE);
    assertTrue(in.next());
    assertEquals(value, first.value());
    assertSame(first.value(), in.text(first).value());
    assertFalse(in.next());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "we", "wed", "webs", "Web", "größe"})
  void aTextThatDiffersIsRead(String other) throws IOException {
    text("web");
    text(other);
    ProtobufReader in = reader();
    assertTrue(in.next());
    ProtobufReader.Text web = in.text(ProtobufReader.Text.NONE);
    assertTrue(in.next());
    ProtobufReader.Text next = in.text(web);
    assertNotSame(web, next);
    assertEquals(other, next.value());
  }

  @Test
  @Tag("security")
  void aLongTextIsRefused() throws IOException {
    text("a".repeat(1 << 21));
    text("a".repeat((1 << 21) + 1));
    ProtobufReader in = reader();
    assertTrue(in.next());
    assertEquals(1 << 21, in.text().length());
    assertTrue(in.next());
    assertEquals(
        "a string has 2097153 bytes, more than 2097152",
        assertThrows(IOException.class, in::text).getMessage());
  }

  @Test
  void malformedBytesAreReplaced() throws IOException {
    bytes.writeBytes(new byte[] {1 << 3 | 2, 2, 'a', (byte) 0xe9});
    ProtobufReader in = reader();
    assertTrue(in.next());
    assertEquals("a\uFFFD", in.text(ProtobufReader.Text.NONE).value());
  }
}
