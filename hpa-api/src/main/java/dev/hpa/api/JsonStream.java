package dev.hpa.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A streaming JSON reader for responses too large for a tree. It is positioned at one value at a
 * time; every method that reads a value consumes it.
 *
 * <p>Types are checked as Go's decoder checks them: null is equivalent to an absent field; any
 * other mismatch fails with a message that starts with {@code json:}. Invalid UTF-8 becomes U+FFFD.
 * A {@link #lenient} reader ignores mismatches instead. Not thread-safe.
 */
public final class JsonStream {

  private static final JsonFactory JSON = Json.factory().build();

  private static final String NO_OBJECT = "couldn't get version/kind; json parse error: ";

  /** Characters of a text that a message shows. */
  private static final int MAX_SHOWN = 4_096;

  private final JsonParser in;
  private final boolean isLenient;
  private final LatestValue<Instant> times = new LatestValue<>();
  private final LatestValue<Duration> durations = new LatestValue<>();

  private JsonStream(JsonParser in, boolean isLenient) {
    this.in = in;
    this.isLenient = isLenient;
  }

  /**
   * Reads the value at which a parser is positioned; the parser stays open and ends at its end.
   *
   * <p>A value of another type reads as empty: as an object without fields, an array without
   * elements, the integer null, or as its text where a string is read. Values that cannot be read
   * at all, such as the string or time of an object, an invalid time, and an integer of more than
   * 64 bits, fail with an {@link IllegalArgumentException}.
   */
  public static JsonStream lenient(JsonParser in) {
    return new JsonStream(in, true);
  }

  /** Reads the fields of the top-level object, one after the other. */
  @FunctionalInterface
  public interface Members {
    /** Reads the value at which {@code in} is positioned, to its end. */
    void read(String name, JsonStream in) throws IOException;
  }

  /**
   * Reads an API object and verifies that nothing follows it; null is an object without fields.
   *
   * @throws IOException with a message that starts like client-go's if the text is not JSON or not
   *     an object
   */
  public static void readObject(InputStream json, Members members) throws IOException {
    readTyped(json, members, () -> true);
  }

  /** Like {@link #readObject(InputStream, Members)}. */
  public static void readObject(String json, Members members) throws IOException {
    readTyped(json, members, () -> true);
  }

  /** Checks the type of the object after the whole text has been read. */
  @FunctionalInterface
  public interface TypeCheck {
    /**
     * Whether the object has the expected type; if not, type mismatches of its fields are ignored.
     *
     * @throws IOException if the type is unknown; takes precedence over all other failures
     */
    boolean isWanted() throws IOException;
  }

  /**
   * Reads an object like {@link #readObject(InputStream, Members)}, and reports failures in the
   * order of client-go: malformed JSON, then the exception of {@code check}, then the first type
   * mismatch.
   *
   * @return the result of {@code check}
   */
  public static boolean readTyped(InputStream json, Members members, TypeCheck check)
      throws IOException {
    return json instanceof JsonTokens tokens
        ? readTyped(tokens, members, check)
        : readTyped(() -> Json.replacingParser(json), members, check);
  }

  /** Like {@link #readTyped(InputStream, Members, TypeCheck)}. */
  public static boolean readTyped(String json, Members members, TypeCheck check)
      throws IOException {
    return readTyped(new StringReader(json), members, check);
  }

  private static boolean readTyped(Reader json, Members members, TypeCheck check)
      throws IOException {
    return readTyped(() -> JSON.createParser(json), members, check);
  }

  /** Like {@link #readTyped(InputStream, Members, TypeCheck)}. */
  public static boolean readTyped(JsonTokens json, Members members, TypeCheck check)
      throws IOException {
    try (JsonParser parser = json.tokens()) {
      JsonStream stream = new JsonStream(parser, false);
      stream.begin();
      JsonMismatchException first = stream.members(members);
      stream.end();
      boolean isWanted = check.isWanted();
      if (isWanted && first != null) {
        throw first;
      }
      return isWanted;
    } catch (JsonProcessingException noJson) {
      throw new IOException(NO_OBJECT + noJson.getOriginalMessage(), noJson);
    }
  }

  /** Reads all fields of the top-level object; returns the failure to report, or null. */
  private @Nullable JsonMismatchException members(Members members) throws IOException {
    JsonMismatchException first = null;
    if (isNull()) {
      return null;
    }
    int depth = in.getParsingContext().getNestingDepth();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      in.nextToken();
      try {
        members.read(name, this);
      } catch (JsonMismatchException mismatch) {
        first =
            first == null || (mismatch.endsReading() && !first.endsReading()) ? mismatch : first;
        while (in.getParsingContext().getNestingDepth() > depth) {
          in.nextToken();
        }
      }
    }
    return first;
  }

  private void begin() throws IOException {
    if (in.nextToken() == null) {
      throw new JsonParseException(in, "unexpected end of JSON input");
    }
    if (in.currentToken() != JsonToken.START_OBJECT && !isNull()) {
      throw new IOException(NO_OBJECT + "json: cannot unmarshal " + found());
    }
  }

  private void end() throws IOException {
    if (in.nextToken() != null) {
      throw new JsonParseException(in, "invalid character after top-level value");
    }
  }

  /** Reads the value of a field, to its end. */
  @FunctionalInterface
  public interface Member {
    void read(String name) throws IOException;
  }

  /** Reads an element, to its end. */
  @FunctionalInterface
  public interface Element {
    void read() throws IOException;
  }

  /** Reads an object field by field; null has no fields. */
  public void object(Member member) throws IOException {
    if (!isAt(JsonToken.START_OBJECT, "an object")) {
      return;
    }
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      in.nextToken();
      member.read(name);
    }
  }

  /** Reads an array element by element; null has no elements. */
  public void array(Element element) throws IOException {
    if (!isAt(JsonToken.START_ARRAY, "an array")) {
      return;
    }
    while (in.nextToken() != JsonToken.END_ARRAY) {
      element.read();
    }
  }

  /** Whether the value is null. */
  public boolean isNull() {
    return in.currentToken() == JsonToken.VALUE_NULL;
  }

  /** Reads a string; null reads as empty. */
  public String string() throws IOException {
    if (isLenient) {
      return text();
    }
    return isAt(JsonToken.VALUE_STRING, "a string") ? LoneSurrogates.replace(in.getText()) : "";
  }

  private String text() throws IOException {
    if (in.currentToken().isStructStart()) {
      throw new IllegalArgumentException(in.currentName() + " is no text");
    }
    String text = in.getValueAsString();
    return text == null ? "" : text;
  }

  /** Reads a kind or apiVersion; null keeps the previous value. */
  public String typeText(String known) throws IOException {
    if (isNull()) {
      return known;
    }
    if (!isString()) {
      throw new IOException(NO_OBJECT + "json: cannot unmarshal " + found());
    }
    return string();
  }

  public boolean isString() {
    return in.currentToken() == JsonToken.VALUE_STRING;
  }

  public boolean isIntegerOf32Bits() throws IOException {
    return in.currentToken() == JsonToken.VALUE_NUMBER_INT
        && in.getNumberType() == JsonParser.NumberType.INT;
  }

  /** Skips a string or null. */
  public void skipString() throws IOException {
    isAt(JsonToken.VALUE_STRING, "a string");
  }

  /** Skips an object whose values must be strings or null. */
  public void skipStrings() throws IOException {
    object(key -> skipString());
  }

  /** Reads a string; skips a value of any other type and returns an empty string. */
  public String stringIfAny() throws IOException {
    if (in.currentToken() == JsonToken.VALUE_STRING) {
      return LoneSurrogates.replace(in.getText());
    }
    skip();
    return "";
  }

  /** Reads a boolean; null reads as false. */
  public boolean bool() throws IOException {
    return in.currentToken() != JsonToken.VALUE_FALSE && isAt(JsonToken.VALUE_TRUE, "a boolean");
  }

  /** Reads a 64-bit integer from an integer literal; null reads as null. */
  public @Nullable Long integer() throws IOException {
    if (!isAt(JsonToken.VALUE_NUMBER_INT, "an integer")) {
      return null;
    }
    if (in.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      throw mismatch("json: " + in.getText() + " does not fit into 64 bits", null);
    }
    return in.getLongValue();
  }

  /**
   * Reads a quantity in milli-units from a string or a number; null reads as 0.
   *
   * @throws IOException if the value is not a quantity
   */
  public MilliAmount amount() throws IOException {
    return isNull() ? MilliAmount.ZERO : quantity(MilliAmount::parse);
  }

  private <T> T quantity(Function<String, T> parser) throws IOException {
    boolean isScalar = in.currentToken().isScalarValue() && !isEscaped();
    String text = isScalar ? QuantityParser.stripped(in.getText()) : "";
    skip();
    try {
      return parser.apply(text);
    } catch (QuantityFormatException failure) {
      throw mismatch(failure.getMessage(), failure);
    }
  }

  /**
   * Reads a time; null reads as Go's zero time.
   *
   * @throws IOException if the string is not a time
   */
  public Instant time() throws IOException {
    Instant time = timeIfAny();
    return time == null ? Timestamps.ZERO : time;
  }

  /** The start of a text that is too long to be what it should be, for a message about it. */
  public static String shortened(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
  }

  /** Like {@link #time}, but null reads as null. */
  public @Nullable Instant timeIfAny() throws IOException {
    if (isNull()) {
      return null;
    }
    String text = shortened(string());
    try {
      return times.of(text, Timestamps::parse);
    } catch (IllegalArgumentException failure) {
      throw mismatch(
          isLenient ? failure.getMessage() : "parsing time " + GoQuote.quote(text), failure);
    }
  }

  /**
   * Reads a duration in Go notation; null is not a duration.
   *
   * @throws IOException if the string is not a duration
   */
  public Duration duration() throws IOException {
    try {
      return durations.of(shortened(string()), GoDuration::parse);
    } catch (IllegalArgumentException failure) {
      throw mismatch(failure.getMessage(), failure);
    }
  }

  /**
   * Reads the value as a tree.
   *
   * @throws IllegalArgumentException if it exceeds the budget; it has been read to its end
   */
  public JsonNode tree(ReadBudget budget) throws IOException {
    JsonValue value = JsonValue.read(in, budget);
    if (budget.excess() != null) {
      throw new IllegalArgumentException("it has " + budget.excess());
    }
    return value.tree();
  }

  /** Skips the value. */
  public void skip() throws IOException {
    in.skipChildren();
  }

  /** Whether the value has a type; false if it reads as empty. */
  private boolean isAt(JsonToken token, String wanted) throws IOException {
    if (in.currentToken() == token) {
      return true;
    }
    if (isLenient) {
      skip();
    } else if (!isNull()) {
      throw mismatch("json: cannot unmarshal " + found() + " into " + wanted, null);
    }
    return false;
  }

  private IOException mismatch(@Nullable String message, @Nullable Exception cause) {
    if (isLenient) {
      throw new IllegalArgumentException(message, cause);
    }
    return new JsonMismatchException(message, cause);
  }

  /**
   * Whether the value is a string with escapes, which are not decoded inside quantities. Tokens
   * without a text have none.
   */
  private boolean isEscaped() throws IOException {
    if (in.currentToken() != JsonToken.VALUE_STRING) {
      return false;
    }
    long start = in.currentTokenLocation().getCharOffset();
    if (start < 0) {
      return false;
    }
    int length = in.getTextLength();
    return in.currentLocation().getCharOffset() - start - 2 != length;
  }

  private String found() {
    return switch (in.currentToken()) {
      case START_OBJECT -> "object";
      case START_ARRAY -> "array";
      case VALUE_STRING -> "string";
      case VALUE_TRUE, VALUE_FALSE -> "bool";
      default -> "number";
    };
  }
}
