package dev.hpa.controller.cache;

import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.JsonStream;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.OwnerReferences;
import dev.hpa.kube.client.Reflector;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the UID and the controller of an object, and skips the rest. */
final class OwnerDecoder implements Reflector.Decoder<OwnedObject> {

  /** An object as far as it has been read. */
  private static final class Draft {
    String namespace = "";
    String name = "";
    String uid = "";
    String resourceVersion = "";
    OwnerFilter.@Nullable Owner controller;
  }

  @Override
  public Reflector.Versioned<OwnedObject> read(JsonParser in) throws IOException {
    Draft draft = new Draft();
    JsonStream stream = JsonStream.lenient(in);
    stream.object(
        name -> {
          if (name.equals("metadata")) {
            metadata(stream, draft);
          } else {
            stream.skip();
          }
        });
    return new Reflector.Versioned<>(
        draft.namespace,
        draft.name,
        draft.resourceVersion,
        new OwnedObject(draft.namespace, draft.uid, draft.controller));
  }

  private static void metadata(JsonStream in, Draft draft) throws IOException {
    in.object(
        name -> {
          switch (name) {
            case "namespace" -> draft.namespace = in.string();
            case "name" -> draft.name = in.string();
            case "uid" -> draft.uid = in.string();
            case "resourceVersion" -> draft.resourceVersion = in.string();
            case "ownerReferences" -> draft.controller = OwnerReferences.controller(in);
            default -> in.skip();
          }
        });
  }
}
