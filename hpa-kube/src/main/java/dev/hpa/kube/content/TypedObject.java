package dev.hpa.kube.content;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.GoQuote;
import dev.hpa.api.Json;
import dev.hpa.api.JsonStream;
import dev.hpa.api.JsonTokens;
import dev.hpa.kube.memory.Limit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Supplier;

/** An object that carries its own kind and apiVersion, in any content type. */
public final class TypedObject implements JsonTokens {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final TypeMetaReader typeMeta;
  private final JsonTokens tokens;

  private TypedObject(TypeMetaReader typeMeta, JsonTokens tokens) {
    this.typeMeta = typeMeta;
    this.tokens = tokens;
  }

  /** Kind and apiVersion. */
  public TypeMetaReader typeMeta() {
    return typeMeta;
  }

  @Override
  public JsonParser tokens() throws IOException {
    return tokens.tokens();
  }

  /**
   * Reads an object and detects its content type.
   *
   * @throws IOException with client-go's message if it is not an API object
   */
  public static TypedObject read(InputStream body) throws IOException {
    CountedInput.Budget budget = CountedInput.Budget.of(body);
    byte[] bytes = withoutByteOrderMark(body.readAllBytes(), budget);
    ContentType contentType = ContentType.of(bytes);
    JsonTokens tokens = tokens(contentType, bytes, budget);
    TypeMetaReader typeMeta = new TypeMetaReader();
    JsonStream.readTyped(
        tokens,
        (field, in) -> {
          if (!typeMeta.tryRead(field, in)) {
            in.skip();
          }
        },
        () -> true);
    Supplier<String> shown =
        () -> contentType == ContentType.PROTOBUF ? goType(typeMeta) : start(bytes);
    String version = typeMeta.groupVersion().version();
    require("Kind", typeMeta.kind(), shown);
    require("apiVersion", version, shown);
    return new TypedObject(typeMeta, tokens);
  }

  private static JsonTokens tokens(
      ContentType contentType, byte[] bytes, CountedInput.Budget budget) throws IOException {
    if (contentType == ContentType.PROTOBUF) {
      return ProtobufObject.of(bytes)::typedParser;
    }
    byte[] json = contentType.toJson(bytes, budget);
    return () -> Json.replacingParser(new ByteArrayInputStream(json));
  }

  private static byte[] withoutByteOrderMark(byte[] body, CountedInput.Budget budget)
      throws IOException {
    int mark = BYTE_ORDER_MARK.length;
    if (body.length < mark || !Arrays.equals(body, 0, mark, BYTE_ORDER_MARK, 0, mark)) {
      return body;
    }
    budget.take(body.length);
    return Arrays.copyOfRange(body, mark, body.length);
  }

  private static String start(byte[] body) {
    return new String(body, 0, Math.min(body.length, Limit.LONG_TEXT_CHARS.asInt()), UTF_8);
  }

  private static String goType(TypeMetaReader typeMeta) {
    return "runtime.TypeMeta{APIVersion:%s, Kind:%s}"
        .formatted(GoQuote.quote(typeMeta.apiVersion()), GoQuote.quote(typeMeta.kind()));
  }

  private static void require(String what, String value, Supplier<String> shown)
      throws IOException {
    if (value.isEmpty()) {
      throw new IOException("Object '%s' is missing in '%s'".formatted(what, shown.get()));
    }
  }
}
