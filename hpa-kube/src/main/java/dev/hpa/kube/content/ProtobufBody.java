package dev.hpa.kube.content;

import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.JsonTokens;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of an object in Protobuf. The text is created when it is read; readers of tokens do not
 * need it. Not thread-safe.
 */
final class ProtobufBody extends InputStream implements JsonTokens {

  private final ProtobufObject object;
  private final CountedInput.Budget budget;
  private @Nullable InputStream text;

  ProtobufBody(ProtobufObject object, CountedInput.Budget budget) {
    this.object = object;
    this.budget = budget;
  }

  CountedInput.Budget budget() {
    return budget;
  }

  @Override
  public JsonParser tokens() {
    return object.typedParser();
  }

  /** The object's own message; null if it has another type. */
  @Nullable ProtobufSlice slice(String apiVersion, String kind) {
    return object.apiVersion().equals(apiVersion) && object.kind().equals(kind)
        ? object.slice()
        : null;
  }

  private InputStream text() throws IOException {
    InputStream known = text;
    if (known == null) {
      known = new ByteArrayInputStream(object.toJson());
      text = known;
    }
    return known;
  }

  @Override
  public int read() throws IOException {
    return text().read();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return text().read(bytes, offset, length);
  }
}
