package dev.hpa.kube.content;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * An object in protobuf: four magic bytes, then an envelope that holds kind, version and the
 * object's own message.
 *
 * @param apiVersion empty if it has none
 * @param kind empty if it has none
 * @param from first byte of the object's own message
 * @param to its end, exclusive
 */
public record ProtobufObject(byte[] bytes, String apiVersion, String kind, int from, int to) {

  private static final byte[] MAGIC = {'k', '8', 's', 0};

  /** Bytes around the message of an object, mostly at most. */
  private static final int ENVELOPE = 96;

  static boolean isOne(byte[] body) {
    return isOne(body, 0, body.length);
  }

  private static boolean isOne(byte[] bytes, int from, int to) {
    return to - from >= MAGIC.length
        && Arrays.equals(bytes, from, from + MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /**
   * Reads the envelope of an object.
   *
   * @throws IOException with client-go's message if it is not one
   */
  public static ProtobufObject of(byte[] body) throws IOException {
    return of(body, 0, body.length);
  }

  private static ProtobufObject of(byte[] bytes, int begin, int end) throws IOException {
    if (!isOne(bytes, begin, end)) {
      throw new IOException(
          "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
    }
    if (end - begin == MAGIC.length) {
      throw new IOException("empty body");
    }
    String apiVersion = "";
    String kind = "";
    int from = 0;
    int to = 0;
    ProtobufReader in = new ProtobufReader(bytes, begin + MAGIC.length, end);
    while (in.next()) {
      switch (in.field()) {
        case 1 -> {
          int outer = in.enter();
          while (in.next()) {
            switch (in.field()) {
              case 1 -> apiVersion = in.text();
              case 2 -> kind = in.text();
              default -> in.skip();
            }
          }
          in.leave(outer);
        }
        case 2 -> {
          from = in.skipBytes();
          to = in.position();
        }
        default -> in.skip();
      }
    }
    return new ProtobufObject(bytes, apiVersion, kind, from, to);
  }

  /**
   * Encodes an object with its envelope, as API servers accept it.
   *
   * @param message the object's own message
   */
  public static byte[] encode(String apiVersion, String kind, byte[] message) {
    return encode(apiVersion, kind, message.length, out -> out.raw(message));
  }

  /**
   * Encodes an object.
   *
   * @param size about the number of bytes of the object's own message
   * @param fields writes the fields of that message
   */
  public static byte[] encode(
      String apiVersion, String kind, int size, Consumer<ProtobufWriter> fields) {
    ProtobufWriter out = new ProtobufWriter(size + ENVELOPE);
    // Content encoding and content type, which Go's encoders write even if they are empty.
    out.text(4, "");
    out.text(3, "");
    out.message(2, () -> fields.accept(out));
    out.message(
        1,
        () -> {
          out.text(2, kind);
          out.text(1, apiVersion);
        });
    out.raw(MAGIC);
    return out.toBytes();
  }

  /** An event of a watch. */
  public record Event(String type, ProtobufObject object) {}

  /**
   * Reads an event of a watch, without the length before it.
   *
   * @throws IOException if it is not one
   */
  public static Event event(byte[] frame) throws IOException {
    String type = "";
    ProtobufObject object = null;
    ProtobufReader in = new ProtobufReader(frame, 0, frame.length);
    while (in.next()) {
      switch (in.field()) {
        case 1 -> type = in.text();
        case 2 -> {
          int outer = in.enter();
          while (in.next()) {
            if (in.field() == 1) {
              int from = in.skipBytes();
              object = of(frame, from, in.position());
            } else {
              in.skip();
            }
          }
          in.leave(outer);
        }
        default -> in.skip();
      }
    }
    if (object == null) {
      throw new IOException("the watch event has no object");
    }
    return new Event(type, object);
  }

  /**
   * The tokens of the object in JSON, without kind and apiVersion; without any field if this
   * project does not read the kind.
   */
  public JsonParser parser() {
    return new ProtobufParser(bytes, from, to, ProtobufMessage.of(apiVersion, kind));
  }

  /** Like {@link #parser}, with the fields apiVersion and kind first, unless they are empty. */
  public JsonParser typedParser() {
    return new ProtobufParser(
        bytes, from, to, ProtobufMessage.of(apiVersion, kind), apiVersion, kind);
  }

  /** The object's own message. */
  ProtobufSlice slice() {
    return new ProtobufSlice(bytes, from, to, ProtobufMessage.of(apiVersion, kind));
  }

  /** The object as JSON text in UTF-8, with apiVersion and kind. */
  byte[] toJson() throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream(2 * (to - from));
    try (JsonParser in = typedParser();
        JsonGenerator out = Json.mapper().getFactory().createGenerator(json)) {
      in.nextToken();
      out.copyCurrentStructure(in);
    }
    return json.toByteArray();
  }
}
