package dev.hpa.controller.cache;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.core.OwnerFilter;
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
    JsonTokens.members(
        in,
        name -> {
          if (name.equals("metadata")) {
            metadata(in, draft);
          } else {
            in.skipChildren();
          }
        });
    return new Reflector.Versioned<>(
        draft.namespace,
        draft.name,
        draft.resourceVersion,
        new OwnedObject(draft.uid, draft.controller));
  }

  private static void metadata(JsonParser in, Draft draft) throws IOException {
    JsonTokens.members(
        in,
        name -> {
          switch (name) {
            case "namespace" -> draft.namespace = JsonTokens.text(in);
            case "name" -> draft.name = JsonTokens.text(in);
            case "uid" -> draft.uid = JsonTokens.text(in);
            case "resourceVersion" -> draft.resourceVersion = JsonTokens.text(in);
            case "ownerReferences" -> draft.controller = controller(in);
            default -> in.skipChildren();
          }
        });
  }

  /**
   * Reads the controller of a list of owner references.
   *
   * @param in at the start of the list; afterwards at its end
   * @return null if none of them is a controller
   */
  static OwnerFilter.@Nullable Owner controller(JsonParser in) throws IOException {
    OwnerFilter.@Nullable Owner[] found = {null};
    JsonTokens.elements(
        in,
        () -> {
          String[] texts = {"", "", "", ""};
          boolean[] isController = {false};
          JsonTokens.members(
              in,
              name -> {
                switch (name) {
                  case "apiVersion" -> texts[0] = JsonTokens.text(in);
                  case "kind" -> texts[1] = JsonTokens.text(in);
                  case "name" -> texts[2] = JsonTokens.text(in);
                  case "uid" -> texts[3] = JsonTokens.text(in);
                  case "controller" -> isController[0] = in.currentToken() == JsonToken.VALUE_TRUE;
                  default -> in.skipChildren();
                }
              });
          if (isController[0]) {
            found[0] = new OwnerFilter.Owner(group(texts[0]), texts[1], texts[2], texts[3]);
          }
        });
    return found[0];
  }

  private static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
