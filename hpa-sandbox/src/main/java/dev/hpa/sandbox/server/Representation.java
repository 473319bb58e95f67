package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.proto.ProtobufFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The form in which a client gets its answer. It is JSON wherever the client takes JSON at all,
 * even where it would rather have another form: every client that names protobuf or YAML beside
 * JSON reads both.
 */
enum Representation {
  JSON("application/json"),
  YAML("application/yaml"),
  PROTOBUF("application/vnd.kubernetes.protobuf");

  private static final String WHOLE =
      "application/json, application/yaml, application/vnd.kubernetes.protobuf";
  private static final String WATCHED =
      "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch";
  private static final YAMLMapper YAML_MAPPER =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .build();

  private final String mediaType;

  Representation(String mediaType) {
    this.mediaType = mediaType;
  }

  String mediaType() {
    return mediaType;
  }

  /**
   * The form of a whole answer.
   *
   * @param streams whether the resource can be watched, for the message of the refusal
   */
  static Representation ofWhole(Call call, boolean streams) {
    List<String> ranges = ranges(call.accept());
    for (Representation each : values()) {
      if (ranges.isEmpty() || ranges.stream().anyMatch(each::isIn)) {
        return each;
      }
    }
    if (isTransformed(call.accept())) {
      throw onlyAccepted(WHOLE);
    }
    throw StatusException.unspecific(
        406,
        "NotAcceptable",
        "406: Not Acceptable\n\nAvailable representations: "
            + WHOLE
            + (streams ? ", " + WATCHED : ""));
  }

  /** The form of a watch's events. */
  static Representation ofEvents(Call call) {
    Representation form = ofWhole(call, true);
    if (form == YAML) {
      throw onlyAccepted(WATCHED);
    }
    return form;
  }

  /**
   * Refuses a client that takes nothing but protobuf of a kind that has none, before anything is
   * done.
   */
  static void requireKnown(Call call, Target target) {
    boolean known = ProtobufCodec.supports(target.apiVersion(), target.kind());
    if (!known && ofWhole(call, true) == PROTOBUF) {
      throw onlyAccepted(WHOLE.substring(0, WHOLE.lastIndexOf(',')));
    }
  }

  private static StatusException onlyAccepted(String types) {
    return StatusException.of(
        406, "NotAcceptable", "only the following media types are accepted: " + types);
  }

  /** The media types a client takes, without those that ask for a form nobody here writes. */
  private static List<String> ranges(String accept) {
    List<String> ranges = new ArrayList<>();
    for (String range : accept.split(",")) {
      if (!range.isBlank() && !isUnknownTransformation(range)) {
        ranges.add(Bodies.mediaType(range));
      }
    }
    return accept.isBlank() ? List.of() : ranges.isEmpty() ? List.of("none") : ranges;
  }

  private static boolean isUnknownTransformation(String range) {
    return range.contains("as=") && !range.contains("as=Table") && !range.contains("as=APIGroup");
  }

  private static boolean isTransformed(String accept) {
    return accept.contains("as=");
  }

  private boolean isIn(String range) {
    return range.equals(mediaType) || range.equals("application/*") || range.equals("*/*");
  }

  /** An answer made of JSON in this form. */
  Answer.Whole of(Answer.Whole json) {
    if (this == JSON || !json.contentType().equals(Answer.JSON)) {
      return json;
    }
    JsonNode tree = Json.tree(json.body());
    byte[] body = this == YAML ? yaml(tree) : protobuf(tree);
    return new Answer.Whole(json.code(), mediaType, body, json.headers());
  }

  private static byte[] yaml(JsonNode tree) {
    try {
      return YAML_MAPPER.writeValueAsBytes(tree);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Of some kinds there is no protobuf form. */
  static byte[] protobuf(JsonNode tree) {
    try {
      return ProtobufCodec.encode((ObjectNode) tree);
    } catch (ProtobufFormatException failure) {
      throw onlyAccepted(WHOLE);
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
