package dev.hpa.sandbox.proto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.hpa.api.Timestamps;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Converts times: seconds and nanoseconds since 1970 in protobuf, an RFC 3339 string in JSON. The
 * empty message means no time.
 */
final class TimeConverter implements SpecialTypeConverter {

  static final Precision SECONDS = new Precision("uuuu-MM-dd'T'HH:mm:ss'Z'", ChronoUnit.SECONDS);
  static final Precision MICROSECONDS =
      new Precision("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", ChronoUnit.MICROS);

  private static final int SECOND = 1;
  private static final int NANO = 2;

  private static final long FIRST_SECOND = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  private final Precision precision;

  TimeConverter(Precision precision) {
    this.precision = precision;
  }

  boolean isOfSeconds() {
    return precision.unit() == ChronoUnit.SECONDS;
  }

  @Override
  public @Nullable JsonNode toJson(Message message) {
    if (message.getAllFields().isEmpty()) {
      return null;
    }
    Instant time = instant((Long) field(message, SECOND), (Integer) field(message, NANO));
    return TextNode.valueOf(precision.text(time));
  }

  @Override
  public Message toMessage(JsonNode json, Descriptor type) {
    Instant time = precision.cut(parse(json));
    return DynamicMessage.newBuilder(type)
        .setField(type.findFieldByNumber(SECOND), time.getEpochSecond())
        .setField(type.findFieldByNumber(NANO), time.getNano())
        .build();
  }

  private static Instant instant(long second, int nano) {
    boolean possible = second >= FIRST_SECOND && second <= LAST_SECOND;
    if (!possible || nano < 0 || nano >= NANOS_PER_SECOND) {
      throw new ProtobufFormatException(
          "impossible time: second %d, nanosecond %d".formatted(second, nano));
    }
    return Instant.ofEpochSecond(second, nano);
  }

  /** Servers require six digits of microseconds. */
  private Instant parse(JsonNode json) {
    try {
      if (isOfSeconds() || json.asText().matches(".*\\.[0-9]{6}([Z+-].*)")) {
        return Timestamps.parse(json.asText());
      }
      throw JsonToMessage.mismatch("a time with microseconds", json);
    } catch (IllegalArgumentException malformed) {
      throw JsonToMessage.mismatch("a time", json);
    }
  }

  private static Object field(Message message, int number) {
    return message.getField(message.getDescriptorForType().findFieldByNumber(number));
  }

  /** The precision of a time and its format. */
  record Precision(DateTimeFormatter formatter, ChronoUnit unit) {

    Precision(String pattern, ChronoUnit unit) {
      this(DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC), unit);
    }

    Instant cut(Instant time) {
      return time.truncatedTo(unit);
    }

    String text(Instant time) {
      return formatter.format(time);
    }
  }
}
