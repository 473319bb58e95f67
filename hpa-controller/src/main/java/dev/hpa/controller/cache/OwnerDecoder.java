package dev.hpa.controller.cache;

import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.JsonStream;
import dev.hpa.core.OwnerFilter;
import dev.hpa.kube.client.Reflector;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the UID and the controller of an object, and skips the rest. */
final class OwnerDecoder implements Reflector.Decoder<OwnedObject> {

  private static final int MAX_TEXT_CHARS = 512;

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
            case "ownerReferences" -> draft.controller = controller(in);
            default -> in.skip();
          }
        });
  }

  /**
   * Reads the controller of a list of owner references.
   *
   * @param in at the start of the list; afterwards at its end
   * @return null if none of them is a controller
   */
  static OwnerFilter.@Nullable Owner controller(JsonStream in) throws IOException {
    OwnerFilter.@Nullable Owner[] found = {null};
    in.array(
        () -> {
          String[] texts = {"", "", "", ""};
          boolean[] isController = {false};
          in.object(
              name -> {
                switch (name) {
                  case "apiVersion" -> texts[0] = in.string();
                  case "kind" -> texts[1] = in.string();
                  case "name" -> texts[2] = in.string();
                  case "uid" -> texts[3] = in.string();
                  case "controller" -> isController[0] = in.bool();
                  default -> in.skip();
                }
              });
          if (isController[0] && isPlausible(texts)) {
            found[0] = OwnerFilter.Owner.of(texts[0], texts[1], texts[2], texts[3]);
          }
        });
    return found[0];
  }

  /** Whether an object can have these texts; longer ones refer to none, and fill the memory. */
  private static boolean isPlausible(String[] texts) {
    return Arrays.stream(texts).allMatch(text -> text.length() <= MAX_TEXT_CHARS);
  }
}
