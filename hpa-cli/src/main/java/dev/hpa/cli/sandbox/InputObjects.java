package dev.hpa.cli.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.cli.manifests.Document;
import dev.hpa.cli.manifests.DocumentHeader;
import dev.hpa.cli.manifests.ManifestException;
import dev.hpa.cli.manifests.ManifestFiles;
import dev.hpa.cli.manifests.SourceLocation;
import dev.hpa.sandbox.server.Manifest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Objects in files, with lists flattened to their items. */
public final class InputObjects implements ManifestFiles.Visitor {

  private final List<Manifest> objects = new ArrayList<>();

  private InputObjects() {}

  /**
   * Reads the objects in files and directories, in order; {@code -} is standard input.
   *
   * @throws IllegalArgumentException if an object cannot be read; the message names its location
   * @throws IOException if a directory cannot be read
   */
  public static List<Manifest> read(List<String> files) throws IOException {
    InputObjects input = new InputObjects();
    ManifestFiles.visit(files, input);
    return input.objects;
  }

  @Override
  public void document(Document document) {
    try {
      DocumentHeader head = DocumentHeader.of(document.json());
      if (head.isList() || head.isAutoscalerList()) {
        List<String> items = head.itemsOrEmpty();
        for (int i = 0; i < items.size(); i++) {
          document(document.item(i, items.get(i)));
        }
      } else {
        objects.add(
            new Manifest(placeOf(document.place()), (ObjectNode) Json.tree(document.json())));
      }
    } catch (ManifestException unusable) {
      malformed(placeOf(document.place()), unusable.text());
    } catch (JsonFormatException unusable) {
      malformed(placeOf(document.place()), String.valueOf(unusable.getMessage()));
    }
  }

  @Override
  public void malformed(SourceLocation place, String why) {
    malformed(place.toString(), why);
  }

  private static void malformed(String place, String why) {
    throw new IllegalArgumentException(place + ": " + why);
  }

  private static String placeOf(SourceLocation place) {
    return place.ofLines() ? place.toString() : place + " (line " + place.line() + ")";
  }

  @Override
  public void unusable(String file, String why) {
    throw new IllegalArgumentException(file + ": " + why);
  }
}
