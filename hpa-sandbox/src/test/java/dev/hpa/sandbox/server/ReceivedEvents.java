package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.proto.ProtobufFormatException;
import io.kubernetes.client.proto.Meta.WatchEvent;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The events of an open watch, read in the background; a missing node marks the end. */
final class ReceivedEvents {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();

  private ReceivedEvents() {}

  /** Starts to read the body of a watch with the given content type. */
  static ReceivedEvents of(InputStream body, String type) {
    ReceivedEvents events = new ReceivedEvents();
    Thread.startVirtualThread(() -> events.read(body, type));
    return events;
  }

  /** Bookmarks depend on time; only the one at the end of the initial events is compared. */
  static boolean isCompared(JsonNode event) {
    return !event.path("type").asText().equals("BOOKMARK")
        || !event.path("object").at("/metadata/annotations").isMissingNode()
        || !event.path("object").at("/rows/0/object/metadata/annotations").isMissingNode();
  }

  /** The next events; fewer if the watch ends, or does not send as many. */
  List<JsonNode> next(int count) {
    List<JsonNode> events = new ArrayList<>();
    try {
      while (events.size() < count) {
        JsonNode event = received.poll(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        if (event == null || event.isMissingNode()) {
          return events;
        }
        events.add(event);
      }
      return events;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stop);
    }
  }

  /** The events until the end of the watch. */
  List<JsonNode> rest() {
    return next(Integer.MAX_VALUE);
  }

  private void read(InputStream body, String type) {
    try (DataInputStream in = new DataInputStream(body)) {
      for (JsonNode event = next(in, type); event != null; event = next(in, type)) {
        if (isCompared(event)) {
          received.add(event);
        }
      }
    } catch (IOException | ProtobufFormatException brokenOff) {
      received.add(TextNode.valueOf("broken off: " + brokenOff));
    }
    received.add(MissingNode.getInstance());
  }

  private static @Nullable JsonNode next(DataInputStream in, String type) throws IOException {
    return type.contains("protobuf") ? nextFrame(in) : nextLine(in);
  }

  private static @Nullable JsonNode nextLine(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int each = in.read(); each >= 0 && each != '\n'; each = in.read()) {
      line.write(each);
    }
    return line.size() == 0 ? null : Json.tree(line.toByteArray());
  }

  private static @Nullable JsonNode nextFrame(DataInputStream in) throws IOException {
    try {
      byte[] frame = new byte[in.readInt()];
      in.readFully(frame);
      WatchEvent event = WatchEvent.parseFrom(frame);
      ObjectNode result = JsonNodeFactory.instance.objectNode().put("type", event.getType());
      result.set("object", ProtobufCodec.decode(event.getObject().getRaw().toByteArray()));
      return result;
    } catch (EOFException end) {
      return null;
    }
  }
}
