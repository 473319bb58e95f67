package dev.hpa.kube.content;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.core.base.ParserMinimalBase;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The current value of a parser: a text, which is decoded when it is asked for, a whole number, or
 * a tree. There are no other values in messages of the Kubernetes API.
 */
abstract class ValueParser extends ParserMinimalBase {

  /**
   * Reads trees inside the message; {@link dev.hpa.api.Json#mapper} requires nothing after them.
   */
  private static final ObjectCodec CODEC = new ObjectMapper();

  private final byte[] bytes;
  private int textFrom;
  private int textTo;
  private @Nullable String text;
  private long number;
  private @Nullable Object tree;
  private @Nullable ObjectCodec codec = CODEC;
  private boolean closed;

  ValueParser(byte[] bytes) {
    super(StreamReadConstraints.defaults());
    this.bytes = bytes;
  }

  /** The bytes that contain the message. */
  final byte[] bytes() {
    return bytes;
  }

  /** Sets the text to bytes in UTF-8. */
  final void setText(int from, int to) {
    textFrom = from;
    textTo = to;
    text = null;
  }

  final void setText(String value) {
    text = value;
  }

  final void setNumber(long value) {
    number = value;
  }

  final void setTree(Object value) {
    tree = value;
  }

  /** The text that was set last. */
  final String text() throws IOException {
    String known = text;
    if (known == null) {
      known = ProtobufReader.text(bytes, textFrom, textTo);
      text = known;
    }
    return known;
  }

  @Override
  public String getText() throws IOException {
    return switch (_currToken) {
      case null -> "";
      case FIELD_NAME -> String.valueOf(currentName());
      case VALUE_STRING -> text();
      case VALUE_NUMBER_INT -> Long.toString(number);
      case VALUE_EMBEDDED_OBJECT -> String.valueOf(tree);
      default -> String.valueOf(_currToken.asString());
    };
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
    return _currToken == JsonToken.VALUE_EMBEDDED_OBJECT ? tree : null;
  }

  @Override
  public byte[] getBinaryValue(Base64Variant variant) throws IOException {
    throw new JsonParseException(this, "a message of the Kubernetes API has no binary values here");
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
  @SuppressWarnings("InlineMeSuggester")
  public JsonLocation getCurrentLocation() {
    return JsonLocation.NA;
  }

  @Override
  @Deprecated
  @SuppressWarnings("InlineMeSuggester")
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
