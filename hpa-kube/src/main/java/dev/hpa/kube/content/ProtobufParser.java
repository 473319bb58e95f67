package dev.hpa.kube.content;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserMinimalBase;
import com.fasterxml.jackson.core.json.JsonReadContext;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.Timestamps;
import dev.hpa.kube.content.ProtobufMessage.Field;
import java.io.IOException;
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
final class ProtobufParser extends ValueParser {

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

  private final ProtobufReader in;
  private final Deque<Frame> frames = new ArrayDeque<>();
  private final ProtobufMessage root;
  private String apiVersion;
  private String kind;

  private JsonReadContext context = JsonReadContext.createRootContext(null);
  private @Nullable Field valueOf;
  private boolean hasBegun;

  /**
   * @param from first byte of the message
   * @param to its end, exclusive
   */
  ProtobufParser(byte[] bytes, int from, int to, ProtobufMessage root) {
    this(bytes, from, to, root, "", "");
  }

  /**
   * @param from first byte of the message
   * @param to its end, exclusive
   * @param apiVersion value of the field apiVersion, which comes first; empty for none
   * @param kind value of the field kind, which comes next; empty for none
   */
  ProtobufParser(
      byte[] bytes, int from, int to, ProtobufMessage root, String apiVersion, String kind) {
    super(bytes);
    this.in = new ProtobufReader(bytes, from, to);
    this.root = root;
    this.apiVersion = apiVersion;
    this.kind = kind;
  }

  /** The message at whose start this is; null if it is elsewhere. */
  @Nullable ProtobufSlice slice() {
    Frame frame = frames.peek();
    ProtobufMessage message = frame == null ? null : frame.message;
    return message == null || _currToken != JsonToken.START_OBJECT
        ? null
        : new ProtobufSlice(bytes(), in.position(), in.limit(), message);
  }

  @Override
  public @Nullable JsonToken nextToken() throws IOException {
    _currToken = advance();
    return _currToken;
  }

  private @Nullable JsonToken advance() throws IOException {
    Frame frame = frames.peek();
    if (frame == null) {
      if (hasBegun) {
        return null;
      }
      // Independent of the current token, which a caller may clear.
      hasBegun = true;
      return begin(root);
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
    if (!apiVersion.isEmpty()) {
      setText(apiVersion);
      apiVersion = "";
      return typeField("apiVersion");
    }
    if (!kind.isEmpty()) {
      setText(kind);
      kind = "";
      return typeField("kind");
    }
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

  private JsonToken typeField(String name) throws IOException {
    valueOf = KNOWN_VALUE;
    return named(name);
  }

  private JsonToken named(String field) throws IOException {
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
    valueOf = KNOWN_VALUE;
    return named(key);
  }

  /** A text that was set with its key. */
  private static final Field KNOWN_VALUE =
      new Field(2, "value", ProtobufMessage.Kind.KNOWN, "string", false);

  /** Reads an entry; returns its key. */
  private String entry(Field map) throws IOException {
    String key = "";
    setText(map.kind() == ProtobufMessage.Kind.AMOUNTS ? "0" : "");
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
    if (field.kind() == ProtobufMessage.Kind.KNOWN) {
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
        setNumber(in.number());
        return JsonToken.VALUE_NUMBER_INT;
      }
      case BOOL -> {
        return in.number() == 0 ? JsonToken.VALUE_FALSE : JsonToken.VALUE_TRUE;
      }
      case TIME -> {
        return time();
      }
      case DURATION -> setText(GoDuration.format(Duration.ofNanos(in.numbers()[1])));
      case QUANTITY -> {
        setText("0");
        quantity();
      }
      case RAW -> {
        setTree(raw());
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
    long[] parts = in.numbers();
    if (parts[1] == 0 && parts[2] == 0) {
      return JsonToken.VALUE_NULL;
    }
    try {
      setText(Timestamps.format(Instant.ofEpochSecond(parts[1])));
    } catch (DateTimeException beyond) {
      throw new IOException("parsing time " + parts[1], beyond);
    }
    return JsonToken.VALUE_STRING;
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
    setText("");
    quantity();
    try {
      return Json.tree(text());
    } catch (JsonFormatException noJson) {
      throw new IOException("json: " + noJson.getMessage(), noJson);
    }
  }

  private void readText() throws IOException {
    int from = in.skipBytes();
    setText(from, in.position());
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
  public String currentName() {
    return name();
  }

  @Override
  @Deprecated
  public String getCurrentName() {
    return name();
  }

  private String name() {
    boolean isStart = _currToken == JsonToken.START_OBJECT || _currToken == JsonToken.START_ARRAY;
    JsonReadContext of = isStart ? context.getParent() : context;
    return of == null ? "" : String.valueOf(of.getCurrentName());
  }

  @Override
  public void overrideCurrentName(String other) {
    throw new UnsupportedOperationException("the names of the message are fixed");
  }

  @Override
  public JsonReadContext getParsingContext() {
    return context;
  }
}
