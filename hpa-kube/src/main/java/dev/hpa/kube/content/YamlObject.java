package dev.hpa.kube.content;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;

/** Objects in YAML. */
final class YamlObject {

  /** More than the API server accepts in a request; servers respond with YAML if they are asked. */
  private static final int MAX_BYTES = 1 << 20;

  /** The tree of the shortest values takes so many times the memory of its text. */
  private static final int TREE = 100;

  private YamlObject() {}

  static byte[] toJson(byte[] body, CountedInput.Budget budget) throws IOException {
    if (body.length > MAX_BYTES) {
      throw new IOException(
          "yaml: the answer has %d bytes, more than %d; answer with JSON"
              .formatted(body.length, MAX_BYTES));
    }
    budget.take((long) TREE * body.length);
    StringWriter text = new StringWriter(body.length);
    UnicodeText.of(new ByteArrayInputStream(body)).transferTo(text);
    try {
      return YamlJson.first(text.toString()).text().getBytes(UTF_8);
    } catch (YamlFormatException malformed) {
      throw new IOException("yaml: " + malformed.getMessage(), malformed);
    }
  }
}
