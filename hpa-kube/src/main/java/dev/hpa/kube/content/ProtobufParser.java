package dev.hpa.kube.content;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.core.base.ParserMinimalBase;
import com.fasterxml.jackson.core.json.JsonReadContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.Timestamps;
import dev.hpa.kube.content.ProtobufMessage.Field;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message in Protobuf as the tokens of the same object in JSON, so that one decoder reads
 * both. Fields that {@link ProtobufMessage} does not have are skipped by their length, and so is
 * what the caller skips. An empty string is treated as an absent field, as API servers omit it in
 * JSON.
 *
 * <p>As Go's encoders write them, the elements of a list must follow each other. Not thread-safe.
 */
final class ProtobufParser extends ParserMinimalBase {

  /** Reads trees inside the message; {@link Json#mapper} requires the end of the text after them. */
  private static final ObjectCodec CODEC = new ObjectMapper();

  /** An object or an array in which the parser is. */
  private static final class Frame {
    /** The message; null for a map and for an array. */
    final @Nullable ProtobufMessage message;

    /** The repeated field of an array or a map; null for a message. */
    final @Nullable Field repeated;

    /** The end of the message around it. */
    final int outer;

    /** Whether the reader is at the first element, whose tag was read. */
    boolean isFirst = true;

    Frame(@Nullable ProtobufMessage message, @Nullable Field repeated, int outer) {
      this.message = message;
      this.repeated = repeated;
      this.outer = outer;
    }
  }

  private final byte[] bytes;
  private final ProtobufReader in;
  private final Deque<Frame> frames = new ArrayDeque<>();
  private final ProtobufMessage root;

  private JsonReadContext context = JsonReadContext.createRootContext(null);
  private @Nullable Field valueOf;
  private String name = "";
  private int textFrom;
  private int textTo;
  private @Nullable String text;
  private long number;
  private @Nullable Object embedded;
  private @Nullable ObjectCodec codec = CODEC;
  private boolean closed;

  /**
   * @param from first byte of the message
   * @param to its end, exclusive
   */
  ProtobufParser(byte[] bytes, int from, int to, ProtobufMessage root) {
    super(0);
    this.bytes = bytes;
    this.in = new ProtobufReader(bytes, from, to);
    this.root = root;
  }

  @Override
  public @Nullable JsonToken nextToken() throws IOException {
    _currToken = advance();
    return _currToken;
  }

  private @Nullable JsonToken advance() throws IOException {
    Frame frame = frames.peek();
    if (frame == null) {
      return _currToken == null ? begin(root) : null;
    }
    Field field = valueOf;
    if (field != null) {
      valueOf = null;
      return value(field);
    }
    if (frame.message != null) {
      return nextField(frame, frame.message);
    }
    Field repeated = frame.repeated;
    if (repeated == null) {
      throw new IllegalStateException("frame without a type");
    }
    return nextElement(frame, repeated);
  }

  private JsonToken begin(ProtobufMessage message) {
    frames.push(new Frame(message, null, 0));
    context = context.createChildObjectContext(-1, -1);
    return JsonToken.START_OBJECT;
  }

  private JsonToken nextField(Frame frame, ProtobufMessage message) throws IOException {
    while (in.next()) {
      Field field = message.field(in.field());
      if (field == null
          || (field.kind() == ProtobufMessage.Kind.STRING && !field.isList() && in.isEmpty())) {
        in.skip();
      } else {
        valueOf = field;
        return named(field.name());
      }
    }
    if (frames.size() > 1) {
      in.leave(frame.outer);
    }
    return end(JsonToken.END_OBJECT);
  }

  private JsonToken named(String field) throws IOException {
    name = field;
    context.setCurrentName(field);
    return JsonToken.FIELD_NAME;
  }

  private JsonToken end(JsonToken token) {
    frames.pop();
    context = context.getParent();
    return token;
  }

  private JsonToken nextElement(Frame frame, Field repeated) throws IOException {
    if (!frame.isFirst && !in.nextIs(repeated.number())) {
      return end(repeated.isMap() ? JsonToken.END_OBJECT : JsonToken.END_ARRAY);
    }
    frame.isFirst = false;
    if (!repeated.isMap()) {
      return scalarOrObject(repeated);
    }
    String key = entry(repeated);
    valueOf = ENTRY_VALUE;
    return named(key);
  }

  /** The value of a map entry, which was read with its key. */
  private static final Field ENTRY_VALUE =
      new Field(2, "value", ProtobufMessage.Kind.STRING, "string", false);

  /** Reads an entry; returns its key. */
  private String entry(Field map) throws IOException {
    String key = "";
    emptyText(map.kind() == ProtobufMessage.Kind.AMOUNTS ? "0" : "");
    int outer = in.enter();
    while (in.next()) {
      switch (in.field()) {
        case 1 -> key = in.text();
        case 2 -> {
          if (map.kind() == ProtobufMessage.Kind.AMOUNTS) {
            quantity();
          } else {
            readText();
          }
        }
        default -> in.skip();
      }
    }
    in.leave(outer);
    return key;
  }

  private JsonToken value(Field field) throws IOException {
    if (field.equals(ENTRY_VALUE)) {
      return JsonToken.VALUE_STRING;
    }
    if (field.isMap()) {
      frames.push(new Frame(null, field, 0));
      context = context.createChildObjectContext(-1, -1);
      return JsonToken.START_OBJECT;
    }
    if (field.isList()) {
      frames.push(new Frame(null, field, 0));
      context = context.createChildArrayContext(-1, -1);
      return JsonToken.START_ARRAY;
    }
    return scalarOrObject(field);
  }

  private JsonToken scalarOrObject(Field field) throws IOException {
    switch (field.kind()) {
      case STRING -> readText();
      case INT -> {
        number = in.number();
        return JsonToken.VALUE_NUMBER_INT;
      }
      case BOOL -> {
        return in.number() == 0 ? JsonToken.VALUE_FALSE : JsonToken.VALUE_TRUE;
      }
      case TIME -> {
        return time();
      }
      case DURATION -> emptyText(GoDuration.format(Duration.ofNanos(numbers()[1])));
      case QUANTITY -> {
        emptyText("0");
        quantity();
      }
      case RAW -> {
        embedded = raw();
        return JsonToken.VALUE_EMBEDDED_OBJECT;
      }
      default -> {
        int outer = in.enter();
        frames.push(new Frame(field.message(), null, outer));
        context = context.createChildObjectContext(-1, -1);
        return JsonToken.START_OBJECT;
      }
    }
    return JsonToken.VALUE_STRING;
  }

  /** Upstream drops the fraction, and takes a time of nothing but zeros for none. */
  private JsonToken time() throws IOException {
    long[] parts = numbers();
    if (parts[1] == 0 && parts[2] == 0) {
      return JsonToken.VALUE_NULL;
    }
    try {
      emptyText(Timestamps.format(Instant.ofEpochSecond(parts[1])));
    } catch (DateTimeException beyond) {
      throw new IOException("parsing time " + parts[1], beyond);
    }
    return JsonToken.VALUE_STRING;
  }

  /** The fields 1 and 2 of a message of numbers, at these indexes. */
  private long[] numbers() throws IOException {
    long[] parts = new long[3];
    int outer = in.enter();
    while (in.next()) {
      switch (in.field()) {
        case 1, 2 -> parts[in.field()] = in.number();
        default -> in.skip();
      }
    }
    in.leave(outer);
    return parts;
  }

  private void quantity() throws IOException {
    int outer = in.enter();
    while (in.next()) {
      if (in.field() == 1) {
        readText();
      } else {
        in.skip();
      }
    }
    in.leave(outer);
  }

  private Object raw() throws IOException {
    emptyText("");
    quantity();
    try {
      return Json.tree(decodedText());
    } catch (JsonFormatException noJson) {
      throw new IOException("json: " + noJson.getMessage(), noJson);
    }
  }

  private void readText() throws IOException {
    textFrom = in.skipBytes();
    textTo = in.position();
    text = null;
  }

  private void emptyText(String value) {
    text = value;
  }

  @Override
  public ParserMinimalBase skipChildren() throws IOException {
    if (_currToken == JsonToken.START_OBJECT || _currToken == JsonToken.START_ARRAY) {
      Frame frame = frames.peek();
      Field repeated = frame == null ? null : frame.repeated;
      if (repeated != null) {
        in.skip();
        while (in.nextIs(repeated.number())) {
          in.skip();
        }
      } else if (frame != null && frames.size() > 1) {
        in.leave(frame.outer);
      } else {
        while (in.next()) {
          in.skip();
        }
      }
      _currToken =
          end(_currToken == JsonToken.START_OBJECT ? JsonToken.END_OBJECT : JsonToken.END_ARRAY);
    }
    return this;
  }

  @Override
  public String getText() throws IOException {
    if (_currToken == JsonToken.FIELD_NAME) {
      return name;
    }
    if (_currToken == JsonToken.VALUE_NUMBER_INT) {
      return Long.toString(number);
    }
    if (_currToken != JsonToken.VALUE_STRING && embedded == null && text == null) {
      return _currToken == null ? "" : String.valueOf(_currToken.asString());
    }
    return decodedText();
  }

  private String decodedText() {
    String known = text;
    if (known == null) {
      known = new String(bytes, textFrom, textTo - textFrom, StandardCharsets.UTF_8);
      text = known;
    }
    return known;
  }

  @Override
  public char[] getTextCharacters() throws IOException {
    return getText().toCharArray();
  }

  @Override
  public boolean hasTextCharacters() {
    return false;
  }

  @Override
  public int getTextLength() throws IOException {
    return getText().length();
  }

  @Override
  public int getTextOffset() {
    return 0;
  }

  @Override
  public @Nullable Object getEmbeddedObject() {
    return _currToken == JsonToken.VALUE_EMBEDDED_OBJECT ? embedded : null;
  }

  @Override
  public byte[] getBinaryValue(Base64Variant variant) throws IOException {
    throw new JsonParseException(this, "a message of the Kubernetes API has no binary values here");
  }

  @Override
  public String currentName() {
    return name();
  }

  @Override
  @Deprecated
  public String getCurrentName() {
    return name();
  }

  private String name() {
    boolean isStart =
        _currToken == JsonToken.START_OBJECT || _currToken == JsonToken.START_ARRAY;
    JsonReadContext of = isStart ? context.getParent() : context;
    return of == null ? "" : String.valueOf(of.getCurrentName());
  }

  @Override
  public void overrideCurrentName(String other) {
    name = other;
  }

  @Override
  public JsonReadContext getParsingContext() {
    return context;
  }

  @Override
  public long getLongValue() {
    return number;
  }

  @Override
  public int getIntValue() {
    return (int) number;
  }

  @Override
  public NumberType getNumberType() {
    return number == (int) number ? NumberType.INT : NumberType.LONG;
  }

  @Override
  public Number getNumberValue() {
    return number == (int) number ? (Number) (int) number : (Number) number;
  }

  @Override
  public BigInteger getBigIntegerValue() {
    return BigInteger.valueOf(number);
  }

  @Override
  public float getFloatValue() {
    return number;
  }

  @Override
  public double getDoubleValue() {
    return number;
  }

  @Override
  public BigDecimal getDecimalValue() {
    return BigDecimal.valueOf(number);
  }

  @Override
  public JsonLocation currentLocation() {
    return JsonLocation.NA;
  }

  @Override
  public JsonLocation currentTokenLocation() {
    return JsonLocation.NA;
  }

  @Override
  @Deprecated
  public JsonLocation getCurrentLocation() {
    return JsonLocation.NA;
  }

  @Override
  @Deprecated
  public JsonLocation getTokenLocation() {
    return JsonLocation.NA;
  }

  @Override
  public @Nullable ObjectCodec getCodec() {
    return codec;
  }

  @Override
  public void setCodec(ObjectCodec other) {
    codec = other;
  }

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  protected void _handleEOF() {
    // The end of the message is no error.
  }
}
