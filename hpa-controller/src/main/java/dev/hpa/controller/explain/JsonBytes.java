package dev.hpa.controller.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.TreeNode;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** JSON in UTF-8 that is written as it is computed, without a tree and a text of all of it. */
public final class JsonBytes {

  private JsonBytes() {}

  /** Writes a value. */
  @FunctionalInterface
  public interface Content {
    void write(JsonGenerator out) throws IOException;
  }

  /** The bytes of a value. */
  public static byte[] of(Content content) {
    ByteArrayBuilder bytes = new ByteArrayBuilder();
    // A writer replaces unpaired surrogates, which a generator of bytes rejects.
    try (JsonGenerator out =
        Json.mapper()
            .getFactory()
            .createGenerator(new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) {
      content.write(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** The bytes of a tree. */
  public static byte[] of(TreeNode tree) {
    return of(out -> out.writeTree(tree));
  }
}
