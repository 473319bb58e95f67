package dev.hpa.sandbox.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.proto.ProtobufFormatException;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.ContentNegotiation;
import dev.hpa.sandbox.request.PartialMetadataConverter;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.Serializer;
import dev.hpa.sandbox.store.StoredObject;
import java.nio.charset.StandardCharsets;

/** Encodes the events of a watch. */
public interface WatchEventEncoder {

  String contentType();

  /** An event with an object in the storage version. */
  byte[] event(String type, StoredObject object);

  /** An event with another object: bookmarks and errors. */
  byte[] event(String type, ObjectNode object);

  /** The ERROR event that ends a watch. */
  static byte[] error(String contentType, StatusException error) {
    return contentType.startsWith(ApiResponse.JSON)
        ? JsonFrames.line("ERROR", Json.write(error.status()))
        : protobufEvent("ERROR", error.status());
  }

  private static byte[] protobufEvent(String type, ObjectNode object) {
    try {
      return ProtobufCodec.watchFrame(type, object);
    } catch (ProtobufFormatException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** JSON, one line per event, with the stored bytes where possible. */
  static WatchEventEncoder json(RequestInfo target) {
    return new JsonFrames() {
      @Override
      public byte[] event(String type, StoredObject object) {
        return line(type, ListHandler.inVersion(object, target));
      }
    };
  }

  /** Protobuf messages, each prefixed with its length. */
  static WatchEventEncoder protobuf(RequestInfo target) {
    return new WatchEventEncoder() {
      @Override
      public String contentType() {
        return "application/vnd.kubernetes.protobuf;stream=watch";
      }

      @Override
      public byte[] event(String type, StoredObject object) {
        return event(type, target.version().fromStored().apply(object.tree()));
      }

      @Override
      public byte[] event(String type, ObjectNode object) {
        return protobufEvent(type, object);
      }
    };
  }

  /** Events with PartialObjectMetadata. */
  static WatchEventEncoder partial(ContentNegotiation accepted, RequestInfo target) {
    WatchEventEncoder whole =
        accepted.form() == Serializer.PROTOBUF ? protobuf(target) : json(target);
    return new WatchEventEncoder() {
      @Override
      public String contentType() {
        return whole.contentType();
      }

      @Override
      public byte[] event(String type, StoredObject object) {
        return whole.event(
            type, PartialMetadataConverter.object(object.tree(), accepted.version()));
      }

      @Override
      public byte[] event(String type, ObjectNode object) {
        return whole.event(
            type,
            type.equals("ERROR")
                ? object
                : PartialMetadataConverter.object(object, accepted.version()));
      }
    };
  }

  /** JSON lines. */
  abstract class JsonFrames implements WatchEventEncoder {

    @Override
    public String contentType() {
      return ApiResponse.JSON;
    }

    @Override
    public byte[] event(String type, ObjectNode object) {
      return line(type, Json.write(object));
    }

    static byte[] line(String type, byte[] object) {
      byte[] head = ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.UTF_8);
      byte[] line = new byte[head.length + object.length + 2];
      System.arraycopy(head, 0, line, 0, head.length);
      System.arraycopy(object, 0, line, head.length, object.length);
      line[line.length - 2] = '}';
      line[line.length - 1] = '\n';
      return line;
    }
  }
}
