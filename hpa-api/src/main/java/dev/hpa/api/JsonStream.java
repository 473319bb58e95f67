package dev.hpa.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * JSON read piece by piece, for answers too large to be kept as a tree. It stands on one value at a
 * time; every method that takes a value reads it to its end.
 *
 * <p>Types are taken as Go's decoder takes them: null is as good as absent, any other mismatch
 * fails with a text that begins with {@code json:}. Bytes that are no UTF-8 become U+FFFD. Not
 * thread-safe.
 */
public final class JsonStream {

  private static final JsonFactory JSON = new JsonFactory();

  private static final String NO_OBJECT = "couldn't get version/kind; json parse error: ";

  private final JsonParser in;
  private final Latest<Instant> times = new Latest<>();
  private final Latest<Duration> durations = new Latest<>();

  /** What a text means; in a list neighbours mostly say the same. */
  private static final class Latest<T> {
    private @Nullable String text;
    private @Nullable T value;

    T of(String wanted, Function<String, T> parser) {
      T known = value;
      if (known == null || !wanted.equals(text)) {
        known = parser.apply(wanted);
        value = known;
        text = wanted;
      }
      return known;
    }
  }

  private JsonStream(JsonParser in) {
    this.in = in;
  }

  /** Takes the members of the outermost object, one after the other. */
  @FunctionalInterface
  public interface Members {
    /** Takes the value {@code in} stands on, to its end. */
    void read(String name, JsonStream in) throws IOException;
  }

  /**
   * Reads an object of the API, from its first character to the end of the text; null is one
   * without members.
   *
   * @throws IOException with a text that begins like upstream's if the text is no JSON or no object
   */
  public static void readObject(InputStream json, Members members) throws IOException {
    readObject(new InputStreamReader(json, StandardCharsets.UTF_8), members);
  }

  /** Like {@link #readObject(InputStream, Members)}. */
  public static void readObject(String json, Members members) throws IOException {
    readObject(new StringReader(json), members);
  }

  private static void readObject(Reader json, Members members) throws IOException {
    readTyped(json, members, () -> true);
  }

  /** Says, once the whole text has been read, whether the object is of the type that is wanted. */
  @FunctionalInterface
  public interface TypeCheck {
    /**
     * Whether what the members say counts; if not, a value that does not fit is no failure.
     *
     * @throws IOException if the type is none that is known, which counts before any other failure
     */
    boolean isWanted() throws IOException;
  }

  /**
   * Reads an object as {@link #readObject(InputStream, Members)} does, but reports failures in the
   * order of Go's clients: that the text is no JSON, then what {@code check} throws, then the first
   * value that does not fit its type.
   *
   * @return what {@code check} returned
   */
  public static boolean readTyped(InputStream json, Members members, TypeCheck check)
      throws IOException {
    return readTyped(new InputStreamReader(json, StandardCharsets.UTF_8), members, check);
  }

  /** Like {@link #readTyped(InputStream, Members, TypeCheck)}. */
  public static boolean readTyped(String json, Members members, TypeCheck check)
      throws IOException {
    return readTyped(new StringReader(json), members, check);
  }

  private static boolean readTyped(Reader json, Members members, TypeCheck check)
      throws IOException {
    try (JsonParser parser = JSON.createParser(json)) {
      JsonStream stream = new JsonStream(parser);
      stream.begin();
      MismatchException first = stream.members(members);
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

  /** A value that does not fit its type. */
  private static final class MismatchException extends IOException {
    private static final long serialVersionUID = 1L;

    MismatchException(@Nullable String message, @Nullable Exception cause) {
      super(message, cause);
    }

    /** Go goes on after a wrong kind of token, but not after a text that its type refuses. */
    boolean endsReading() {
      return getCause() != null;
    }
  }

  /** Reads all members of the outermost object and returns the failure that counts, or null. */
  private @Nullable MismatchException members(Members members) throws IOException {
    MismatchException first = null;
    if (isNull()) {
      return null;
    }
    int depth = in.getParsingContext().getNestingDepth();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      in.nextToken();
      try {
        members.read(name, this);
      } catch (MismatchException mismatch) {
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

  /** Takes the value of a member, to its end. */
  @FunctionalInterface
  public interface Member {
    void read(String name) throws IOException;
  }

  /** Takes an element, to its end. */
  @FunctionalInterface
  public interface Element {
    void read() throws IOException;
  }

  /** Reads an object member by member; null has none. */
  public void object(Member member) throws IOException {
    if (isNull()) {
      return;
    }
    expect(JsonToken.START_OBJECT, "an object");
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      in.nextToken();
      member.read(name);
    }
  }

  /** Reads an array element by element; null has none. */
  public void array(Element element) throws IOException {
    if (isNull()) {
      return;
    }
    expect(JsonToken.START_ARRAY, "an array");
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
    if (isNull()) {
      return "";
    }
    expect(JsonToken.VALUE_STRING, "a string");
    return withoutLoneSurrogates(in.getText());
  }

  /** Reads what says which type the object has; null leaves what is known. */
  String typeText(String known) throws IOException {
    if (isNull()) {
      return known;
    }
    if (!isString()) {
      throw new IOException(NO_OBJECT + "json: cannot unmarshal " + found());
    }
    return string();
  }

  boolean isString() {
    return in.currentToken() == JsonToken.VALUE_STRING;
  }

  boolean isIntegerOf32Bits() throws IOException {
    return in.currentToken() == JsonToken.VALUE_NUMBER_INT
        && in.getNumberType() == JsonParser.NumberType.INT;
  }

  /** Passes over a string, which has to be one or null. */
  public void skipString() throws IOException {
    if (!isNull()) {
      expect(JsonToken.VALUE_STRING, "a string");
    }
  }

  /** Passes over an object whose values have to be strings or null. */
  public void skipStrings() throws IOException {
    object(key -> skipString());
  }

  /** Reads a string if it is one, and anything else as empty. */
  public String stringIfAny() throws IOException {
    if (in.currentToken() == JsonToken.VALUE_STRING) {
      return withoutLoneSurrogates(in.getText());
    }
    skip();
    return "";
  }

  /** Reads a boolean; null reads as false. */
  public boolean bool() throws IOException {
    if (in.currentToken() != JsonToken.VALUE_TRUE && in.currentToken() != JsonToken.VALUE_FALSE) {
      expect(JsonToken.VALUE_NULL, "a boolean");
    }
    return in.currentToken() == JsonToken.VALUE_TRUE;
  }

  /** Reads an integer of 64 bits, written as one; null reads as null. */
  public @Nullable Long integer() throws IOException {
    if (isNull()) {
      return null;
    }
    expect(JsonToken.VALUE_NUMBER_INT, "an integer");
    if (in.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      throw mismatch("json: " + in.getText() + " does not fit into 64 bits", null);
    }
    return in.getLongValue();
  }

  /**
   * Reads a quantity, in thousandths, from a string or a number; null reads as 0.
   *
   * @throws IOException if the value is none
   */
  public long milli() throws IOException {
    if (isNull()) {
      return 0;
    }
    boolean isScalar = in.currentToken().isScalarValue() && !isEscaped();
    String text = isScalar ? QuantityParser.stripped(in.getText()) : "";
    skip();
    try {
      return Quantity.parseMilli(text);
    } catch (QuantityFormatException failure) {
      throw mismatch(failure.getMessage(), failure);
    }
  }

  /**
   * Reads a time; null reads as the zero time.
   *
   * @throws IOException if the text is none
   */
  public Instant time() throws IOException {
    if (isNull()) {
      return Timestamps.ZERO;
    }
    String text = string();
    try {
      return times.of(text, Timestamps::parse);
    } catch (IllegalArgumentException failure) {
      throw mismatch("parsing time " + GoQuote.quote(text), failure);
    }
  }

  /**
   * Reads a duration in Go's form, which null is not.
   *
   * @throws IOException if the text is none
   */
  public Duration duration() throws IOException {
    try {
      return durations.of(string(), GoDuration::parse);
    } catch (IllegalArgumentException failure) {
      throw mismatch(failure.getMessage(), failure);
    }
  }

  /** Passes over the value. */
  public void skip() throws IOException {
    in.skipChildren();
  }

  private void expect(JsonToken token, String wanted) throws IOException {
    if (in.currentToken() != token) {
      throw mismatch("json: cannot unmarshal " + found() + " into " + wanted, null);
    }
  }

  private static IOException mismatch(@Nullable String message, @Nullable Exception cause) {
    return new MismatchException(message, cause);
  }

  /** Whether the value is a string with escapes, which are not decoded inside quantities. */
  private boolean isEscaped() throws IOException {
    if (in.currentToken() != JsonToken.VALUE_STRING) {
      return false;
    }
    long start = in.currentTokenLocation().getCharOffset();
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

  private static String withoutLoneSurrogates(String text) {
    StringBuilder sound = null;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (!Character.isSurrogate(each)) {
        continue;
      }
      if (Character.isHighSurrogate(each)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      sound = sound == null ? new StringBuilder(text) : sound;
      sound.setCharAt(i, '\ufffd');
    }
    return sound == null ? text : sound.toString();
  }
}
