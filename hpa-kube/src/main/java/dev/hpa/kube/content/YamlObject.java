package dev.hpa.kube.content;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hpa.kube.memory.Limit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;

/** Objects in YAML. */
final class YamlObject {

  /** The tree of the shortest values takes so many times the memory of its text. */
  private static final int TREE = 100;

  private YamlObject() {}

  static byte[] toJson(byte[] body, CountedInput.Budget budget) throws IOException {
    if (body.length > Limit.OBJECT_BYTES.asInt()) {
      throw new IOException(
          "yaml: the answer has %d bytes, more than %d; answer with JSON"
              .formatted(body.length, Limit.OBJECT_BYTES.asInt()));
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
