package dev.hpa.controller.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.TreeNode;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

/** JSON in UTF-8 that is written as it is computed, without a tree and a text of all of it. */
public final class JsonBytes {

  private JsonBytes() {}

  /** Writes a value. */
  @FunctionalInterface
  public interface Content {
    void write(JsonGenerator out) throws IOException;
  }

  /** Writes a value, and may ask how many bytes of it have been written, up to some KiB. */
  @FunctionalInterface
  public interface CountedContent {
    void write(JsonGenerator out, IntSupplier written) throws IOException;
  }

  /** The bytes of a value. */
  public static byte[] of(Content content) {
    return of((out, written) -> content.write(out));
  }

  /** The bytes of a value that depends on its size. */
  public static byte[] of(CountedContent content) {
    ByteArrayBuilder bytes = new ByteArrayBuilder();
    // A writer replaces unpaired surrogates, which a generator of bytes rejects.
    try (JsonGenerator out =
        Json.mapper()
            .getFactory()
            .createGenerator(new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) {
      content.write(out, bytes::size);
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
