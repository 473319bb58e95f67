package dev.hpa.sandbox.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.hpa.api.Json;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.store.StoredObject;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Encodes lists in protobuf. The message of an object in its storage version is encoded once;
 * otherwise a list of 100,000 pods takes 8 s of CPU.
 */
public final class ProtobufList {

  /** The field number of the items in the message of every list. */
  private static final int ITEMS = 2;

  private ProtobufList() {}

  /**
   * The body of a list.
   *
   * @throws dev.hpa.sandbox.proto.ProtobufFormatException if the kind is not supported
   */
  public static byte[] body(RequestInfo target, ListHandler.Page page) {
    ObjectNode empty = (ObjectNode) Json.tree(ListHandler.json(target, page.withoutObjects()));
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      out.writeRawBytes(ProtobufCodec.message(empty));
      for (StoredObject object : page.objects()) {
        out.writeByteArray(ITEMS, item(object, target));
      }
      out.flush();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return ProtobufCodec.body(
        target.apiVersion(), target.type().kind() + "List", bytes.toByteString());
  }

  private static byte[] item(StoredObject object, RequestInfo target) {
    return target.version().stored()
        ? object.protobuf(ProtobufList::message)
        : message(target.version().fromStored().apply(object.tree()));
  }

  private static byte[] message(ObjectNode object) {
    return ProtobufCodec.message(object).toByteArray();
  }
}
