package dev.hpa.explanation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.core.HpaEvent;
import dev.hpa.core.Trace;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;

/**
 * Traces as JSON, as {@code docs/trace.schema.json} describes it: fields in the order of the
 * decision, enum values in CamelCase, absent fields omitted. Texts are not escaped beyond JSON's
 * rules. Thread-safe.
 */
public final class TraceJson {

  private static final ObjectMapper MAPPER =
      Json.mapper()
          .copy()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
          .addMixIn(HpaEvent.class, WrittenEvent.class)
          .registerModule(
              new SimpleModule()
                  .addSerializer(Enum.class, new Word())
                  .addSerializer(Duration.class, new GoText()));

  private TraceJson() {}

  /** How an event is sent does not explain the decision. */
  @JsonIgnoreProperties("isAdditional")
  private interface WrittenEvent {}

  /** The trace as a JSON tree. */
  public static JsonNode tree(Trace trace) {
    return MAPPER.valueToTree(trace);
  }

  /**
   * Writes a trace, or a part of it, without a tree. The generator is not closed.
   *
   * @throws IOException if the output of the generator fails
   */
  public static void write(JsonGenerator out, Object part) throws IOException {
    MAPPER.writeValue(out, part);
  }

  /** The JSON value of an enum constant: {@code WITHIN_TOLERANCE} is {@code WithinTolerance}. */
  public static String word(Enum<?> constant) {
    StringBuilder word = new StringBuilder();
    for (String part : constant.name().split("_", -1)) {
      word.append(part.charAt(0)).append(part.substring(1).toLowerCase(Locale.ROOT));
    }
    return word.toString();
  }

  @SuppressWarnings("rawtypes")
  private static final class Word extends JsonSerializer<Enum> {
    @Override
    public void serialize(Enum value, JsonGenerator out, SerializerProvider context)
        throws IOException {
      out.writeString(word(value));
    }
  }

  private static final class GoText extends JsonSerializer<Duration> {
    @Override
    public void serialize(Duration value, JsonGenerator out, SerializerProvider context)
        throws IOException {
      out.writeString(GoDuration.format(value));
    }
  }
}
