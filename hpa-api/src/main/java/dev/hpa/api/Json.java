package dev.hpa.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * JSON as the Kubernetes API reads and writes it: integers only from integer literals, unknown
 * fields ignored, quantities from strings or numbers, times in UTC in whole seconds, map keys in
 * ascending order, and {@code < > &} escaped. Thread-safe.
 */
public final class Json {

  private static final ObjectMapper MAPPER = createMapper();

  /**
   * Characters of a text in a response. A parser takes several times as much memory for one, before
   * anything of it is counted; of what is read the selector of a scale may be longest, with 65,536.
   */
  private static final int MAX_TEXT = 1 << 18;

  /** Characters of a text in a tree or a file: API servers accept objects of 1.5 MiB. */
  private static final int MAX_TEXT_OF_OBJECT = 1 << 21;

  /** Bytes of a response that is read before it is parsed. */
  private static final int SHORT = 1 << 11;

  private static final JsonFactory REPLACING = factory().build();
  private static final JsonFactory REPLACING_IN_OBJECTS = factoryOfObjects().build();

  /** More may follow a value within a stream. */
  private static final ObjectReader TREES =
      MAPPER
          .reader()
          .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .forType(JsonNode.class);

  /** Nothing may follow. */
  private static final ObjectReader ONLY_TREES = MAPPER.readerFor(JsonNode.class);

  /** Message for a number whose exponent exceeds the range of a decimal. */
  private static final String OUT_OF_RANGE = "number out of range";

  private Json() {}

  /**
   * A parser of JSON in UTF-8; bytes that are not UTF-8 are replaced, as Go does. A short text is
   * read to its end before this returns: a parser of its characters needs none of the buffers of
   * readers.
   *
   * @throws IOException if the text cannot be read
   */
  public static JsonParser replacingParser(InputStream json) throws IOException {
    return replacingParser(json, REPLACING);
  }

  private static JsonParser replacingParser(InputStream json, JsonFactory parsers)
      throws IOException {
    byte[] bytes = new byte[SHORT];
    int length = json.readNBytes(bytes, 0, SHORT);
    if (length < SHORT) {
      return parsers.createParser(
          new String(bytes, 0, length, StandardCharsets.UTF_8).toCharArray());
    }
    InputStream all = new SequenceInputStream(new ByteArrayInputStream(bytes), json);
    return parsers.createParser(new InputStreamReader(all, StandardCharsets.UTF_8));
  }

  /**
   * A factory of parsers, for which names of fields are only texts, and which refuse texts of more
   * than 262,144 characters. The symbol tables of the default one refuse a few hundred names with
   * equal hash codes, which the author of an object chooses.
   */
  public static JsonFactoryBuilder factory() {
    return new JsonFactoryBuilder()
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .streamReadConstraints(texts(MAX_TEXT).build());
  }

  /** As {@link #factory}, with texts of up to 2,097,152 characters, as objects may have. */
  public static JsonFactoryBuilder factoryOfObjects() {
    return factory().streamReadConstraints(texts(MAX_TEXT_OF_OBJECT).build());
  }

  private static StreamReadConstraints.Builder texts(int maxChars) {
    return StreamReadConstraints.builder().maxStringLength(maxChars);
  }

  /** The shared mapper; callers must not reconfigure it. */
  public static ObjectMapper mapper() {
    return MAPPER;
  }

  /**
   * Reads a value.
   *
   * @throws JsonFormatException if the bytes are not JSON or do not match the type
   */
  public static <T> T read(byte[] json, Class<T> type) {
    return read(new String(json, StandardCharsets.UTF_8), type);
  }

  /**
   * Reads a value.
   *
   * @throws JsonFormatException if the text is not JSON or does not match the type
   */
  public static <T> T read(String json, Class<T> type) {
    try (JsonParser in = new BoundedParser(MAPPER.createParser(json), BoundedParser.OF_TEXT)) {
      return notNull(MAPPER.readValue(in, type), type);
    } catch (JsonProcessingException e) {
      throw failure(e);
    } catch (IOException e) {
      throw new JsonFormatException(String.valueOf(e.getMessage()), e);
    } catch (NumberFormatException e) {
      throw new JsonFormatException(OUT_OF_RANGE, e);
    }
  }

  /**
   * Reads a value from a tree.
   *
   * @throws JsonFormatException if the tree does not match the type
   */
  public static <T> T read(JsonNode json, Class<T> type) {
    try {
      return notNull(MAPPER.treeToValue(json, type), type);
    } catch (JsonProcessingException e) {
      throw failure(e);
    } catch (NumberFormatException e) {
      throw new JsonFormatException(OUT_OF_RANGE, e);
    }
  }

  /**
   * Reads the value at a parser as a tree, whatever made the parser. A tree takes many times the
   * memory of its text, so that this is the only way to read one.
   *
   * @throws IOException if the value cannot be read, or has more than 1,000,000 parts
   */
  public static JsonNode tree(JsonParser in) throws IOException {
    JsonNode tree = TREES.readTree(new BoundedParser(in, BoundedParser.OF_STREAM));
    return tree == null ? MissingNode.getInstance() : tree;
  }

  /**
   * Reads a value from its tokens.
   *
   * @throws JsonFormatException if the tokens are not JSON or do not match the type
   * @throws IOException if the tokens cannot be read
   */
  public static <T> T read(JsonTokens json, Class<T> type) throws IOException {
    try (JsonParser in = new BoundedParser(json.tokens(), BoundedParser.OF_STREAM)) {
      return notNull(MAPPER.readValue(in, type), type);
    } catch (JsonProcessingException e) {
      throw failure(e);
    } catch (NumberFormatException e) {
      throw new JsonFormatException(OUT_OF_RANGE, e);
    }
  }

  /**
   * Decodes a record from a request body as the API server does: duplicate fields are merged, and a
   * null body yields a record with all fields unset.
   *
   * @throws JsonFormatException if the text is not JSON or does not match the type
   */
  public static <T extends Record> T readBody(String json, Class<T> type) {
    return readBody(JsonValue.parse(json), type);
  }

  /** Decodes a record from a parsed request body, like {@link #readBody(String, Class)}. */
  public static <T extends Record> T readBody(JsonValue json, Class<T> type) {
    return new RecordDecoder(false).decode(json, type);
  }

  /** A decoded list; its items are null if the body has none. */
  public record ListBody<T>(ListMeta metadata, @Nullable List<T> items) {}

  /** The part of a list that is independent of the item type. */
  private record ListHead(@Nullable ListMeta metadata) {}

  /**
   * Decodes a list of records from a request body, like {@link #readBody(String, Class)}.
   *
   * @throws JsonFormatException if the text is not JSON or does not match the type
   */
  public static <T extends Record> ListBody<T> readListBody(String json, Class<T> itemType) {
    JsonValue body = JsonValue.parse(json);
    RecordDecoder decoder = new RecordDecoder(false);
    ListMeta metadata = decoder.decode(body, ListHead.class).metadata();
    return new ListBody<>(
        metadata == null ? ListMeta.EMPTY : metadata, decoder.decodeItems(body, itemType));
  }

  /**
   * Decodes a record from an annotation; field names are case-insensitive.
   *
   * @throws JsonFormatException if the text is not JSON or does not match the type
   */
  public static <T extends Record> T readAnnotation(String json, Class<T> type) {
    return new RecordDecoder(true).decode(JsonValue.parse(json), type);
  }

  /**
   * Decodes a list of records from an annotation; field names are case-insensitive and null yields
   * an empty list.
   *
   * @throws JsonFormatException if the text is not JSON or does not match the type
   */
  public static <T extends Record> List<T> readListAnnotation(String json, Class<T> elementType) {
    return new RecordDecoder(true).decodeList(JsonValue.parse(json), elementType);
  }

  /** Encodes a value without whitespace, in UTF-8. */
  public static byte[] write(Object value) {
    return text(value).getBytes(StandardCharsets.UTF_8);
  }

  /** Encodes a value without whitespace. */
  public static String text(@Nullable Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads the only value of a text in UTF-8 as a tree.
   *
   * @throws IOException if the text cannot be read, is not JSON, or has more values than the heap
   *     has room for
   */
  public static JsonNode tree(InputStream json) throws IOException {
    try (JsonParser in = replacingParser(json, REPLACING_IN_OBJECTS)) {
      return onlyTree(in, BoundedParser.OF_STREAM);
    }
  }

  /**
   * Reads a tree.
   *
   * @throws JsonFormatException if the bytes are not JSON
   */
  public static JsonNode tree(byte[] json) {
    return tree(new String(json, StandardCharsets.UTF_8));
  }

  /**
   * Reads a tree.
   *
   * @throws JsonFormatException if the text is not JSON
   */
  public static JsonNode tree(String json) {
    try (JsonParser in = MAPPER.createParser(json)) {
      return onlyTree(in, BoundedParser.OF_TEXT);
    } catch (JsonProcessingException e) {
      throw failure(e);
    } catch (IOException e) {
      throw new JsonFormatException(String.valueOf(e.getMessage()), e);
    } catch (NumberFormatException e) {
      throw new JsonFormatException(OUT_OF_RANGE, e);
    }
  }

  private static JsonNode onlyTree(JsonParser in, long limit) throws IOException {
    JsonNode tree = ONLY_TREES.readTree(new BoundedParser(in, limit));
    return tree == null ? MissingNode.getInstance() : tree;
  }

  /** Converts a value to a tree. */
  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  private static <T> T notNull(@Nullable T value, Class<T> type) {
    if (value == null) {
      throw new JsonFormatException("null is not a " + type.getSimpleName(), null);
    }
    return value;
  }

  private static JsonFormatException failure(JsonProcessingException e) {
    String path =
        e instanceof JsonMappingException mapping
            ? mapping.getPath().stream()
                .map(
                    r ->
                        r.getFieldName() == null
                            ? "[" + r.getIndex() + "]"
                            : "." + r.getFieldName())
                .collect(Collectors.joining())
            : "";
    String place = path.startsWith(".") ? path.substring(1) : path;
    return new JsonFormatException(
        place.isEmpty() ? e.getOriginalMessage() : place + ": " + e.getOriginalMessage(), e);
  }

  private static StreamReadConstraints constraints() {
    return texts(MAX_TEXT_OF_OBJECT).maxTokenCount(BoundedParser.OF_TEXT).build();
  }

  private static ObjectMapper createMapper() {
    JsonMapper mapper =
        JsonMapper.builder(factory().streamReadConstraints(constraints()).build())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .withCoercionConfig(
                LogicalType.Textual,
                config ->
                    config
                        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .addModule(
                new SimpleModule()
                    .addSerializer(Quantity.class, new QuantitySerializer())
                    .addDeserializer(Quantity.class, new QuantityDeserializer())
                    .addSerializer(Instant.class, new InstantSerializer())
                    .addDeserializer(Instant.class, new InstantDeserializer()))
            .build();
    mapper.getFactory().setCharacterEscapes(new HtmlEscapes());
    return mapper;
  }

  private static final class QuantitySerializer extends JsonSerializer<Quantity> {
    @Override
    public void serialize(Quantity value, JsonGenerator out, SerializerProvider context)
        throws IOException {
      out.writeString(value.toString());
    }
  }

  private static final class QuantityDeserializer extends JsonDeserializer<Quantity> {
    @Override
    public Quantity deserialize(JsonParser in, DeserializationContext context) throws IOException {
      try {
        JsonToken token = in.currentToken();
        boolean textual = token == JsonToken.VALUE_STRING || token.isNumeric();
        return Quantity.parse(textual ? QuantityParser.stripped(in.getText()) : "");
      } catch (QuantityFormatException e) {
        throw JsonMappingException.from(in, e.getMessage(), e);
      }
    }
  }

  private static final class InstantSerializer extends JsonSerializer<Instant> {
    @Override
    public void serialize(Instant value, JsonGenerator out, SerializerProvider context)
        throws IOException {
      if (value.equals(Timestamps.ZERO)) {
        out.writeNull();
      } else {
        out.writeString(Timestamps.format(value));
      }
    }
  }

  private static final class InstantDeserializer extends JsonDeserializer<Instant> {
    @Override
    public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
      if (in.currentToken() != JsonToken.VALUE_STRING) {
        throw JsonMappingException.from(in, "a time must be a string");
      }
      try {
        return Timestamps.parse(in.getText());
      } catch (IllegalArgumentException e) {
        throw JsonMappingException.from(in, e.getMessage(), e);
      }
    }
  }

  /** The escapes that Go's encoder adds to those of JSON. */
  private static final class HtmlEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1L;

    private static final int[] ASCII = asciiEscapes();

    private static int[] asciiEscapes() {
      int[] escapes = CharacterEscapes.standardAsciiEscapesForJSON();
      escapes['<'] = CharacterEscapes.ESCAPE_STANDARD;
      escapes['>'] = CharacterEscapes.ESCAPE_STANDARD;
      escapes['&'] = CharacterEscapes.ESCAPE_STANDARD;
      return escapes;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return ASCII.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      return switch (c) {
        case 0x2028 -> new SerializedString("\\u2028");
        case 0x2029 -> new SerializedString("\\u2029");
        default -> null;
      };
    }
  }
}
