package dev.hpa.kube.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.content.ProtobufObject;
import dev.hpa.kube.memory.Limit;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The events of a watch, in JSON or Protobuf. Used by one thread. */
abstract sealed class WatchStream implements AutoCloseable {

  /**
   * The events in a response with a Content-Type, which is JSON if the header is absent. Reads
   * nothing yet.
   */
  static WatchStream of(InputStream body, @Nullable String contentType) {
    return ContentType.of(contentType) == ContentType.PROTOBUF
        ? new Protobuf(body)
        : new AsJson(body);
  }

  /**
   * Waits for the next event.
   *
   * @return false at the end of the watch
   */
  abstract boolean next() throws IOException;

  /** The type of the event, such as {@code ADDED}. */
  abstract String type();

  /** The object of the event, as JSON tokens; must be read to its end. */
  abstract JsonParser object();

  @Override
  public abstract void close() throws IOException;

  private static JsonParser read(@Nullable JsonParser parser) {
    if (parser == null) {
      throw new IllegalStateException("no event was read");
    }
    return parser;
  }

  /** One JSON object after the other. */
  private static final class AsJson extends WatchStream {
    private final InputStream body;

    /** Bytes of the event; a few of the next one may be buffered. */
    private long read;

    private @Nullable JsonParser parser;
    private @Nullable JsonParser object;
    private boolean isInside;
    private String type = "";

    AsJson(InputStream body) {
      this.body =
          new CountedInput(
              body,
              bytes -> {
                read += bytes;
                if (read > Limit.WATCH_EVENT_BYTES.asInt()) {
                  throw new IOException(
                      "a watch event of more than "
                          + Limit.WATCH_EVENT_BYTES.asInt()
                          + " bytes is too long");
                }
              });
    }

    @Override
    boolean next() throws IOException {
      if (parser == null) {
        // Not before: it waits for the first bytes, to detect their encoding.
        parser = ObjectJson.FACTORY.createParser(body);
      }
      read = 0;
      JsonParser in = parser;
      while (true) {
        if (!isInside) {
          if (in.nextToken() != JsonToken.START_OBJECT) {
            return false;
          }
          isInside = true;
          type = "";
          object = null;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
          String name = in.currentName();
          in.nextToken();
          switch (name) {
            case "type" -> type = in.getText();
            case "object" -> object = type.isEmpty() ? copy(in) : in;
            default -> {
              in.skipChildren();
              continue;
            }
          }
          if (object != null && !type.isEmpty()) {
            return true;
          }
        }
        isInside = false;
      }
    }

    /** A proxy may sort the members, so that the object comes before its type. */
    private static JsonParser copy(JsonParser in) throws IOException {
      try (TokenBuffer copy = new TokenBuffer(in).forceUseOfBigDecimal(true)) {
        copy.copyCurrentStructure(in);
        JsonParser object = copy.asParser();
        object.nextToken();
        return object;
      }
    }

    @Override
    String type() {
      return type;
    }

    @Override
    JsonParser object() {
      return read(object);
    }

    @Override
    public void close() throws IOException {
      body.close();
    }
  }

  /** Frames with a length of four bytes. */
  private static final class Protobuf extends WatchStream {
    private final DataInputStream in;
    private String type = "";
    private @Nullable JsonParser object;

    Protobuf(InputStream body) {
      in = new DataInputStream(body);
    }

    @Override
    boolean next() throws IOException {
      int first = in.read();
      if (first < 0) {
        return false;
      }
      int length =
          first << 24
              | in.readUnsignedByte() << 16
              | in.readUnsignedByte() << 8
              | in.readUnsignedByte();
      if (length < 0 || length > Limit.WATCH_EVENT_BYTES.asInt()) {
        throw new IOException("a watch event of " + length + " bytes is too long");
      }
      byte[] frame = new byte[length];
      in.readFully(frame);
      ProtobufObject.Event event = ProtobufObject.event(frame);
      JsonParser parser = event.object().parser();
      parser.nextToken();
      type = event.type();
      object = parser;
      return true;
    }

    @Override
    String type() {
      return type;
    }

    @Override
    JsonParser object() {
      return read(object);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
