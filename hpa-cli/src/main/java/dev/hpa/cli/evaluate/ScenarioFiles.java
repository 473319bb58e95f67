package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.cli.manifests.Document;
import dev.hpa.cli.manifests.ManifestFiles;
import dev.hpa.cli.manifests.SourceLocation;
import java.io.IOException;
import java.util.List;

/**
 * Reads scenarios from files, directories and standard input, as manifests are read: YAML has the
 * types and merge keys that kubectl knows.
 */
final class ScenarioFiles implements ManifestFiles.Visitor {

  private final Visitor visitor;
  private boolean isStopped;
  private boolean isEmpty = true;

  /** Receives the scenarios of a file with their locations. */
  interface Visitor {
    /**
     * @return whether to continue
     */
    boolean scenario(String place, JsonNode node);

    /**
     * @return whether to continue
     */
    boolean unreadable(String place, String why);
  }

  private ScenarioFiles(Visitor visitor) {
    this.visitor = visitor;
  }

  /** Visits every document of the given files in order; {@code -} is standard input. */
  static void visit(List<String> names, Visitor visitor) throws IOException {
    for (String name : names) {
      ScenarioFiles file = new ScenarioFiles(visitor);
      ManifestFiles.visit(List.of(name), file);
      if (file.isEmpty) {
        file.refuse(name, "contains no scenario");
      }
      if (file.isStopped) {
        return;
      }
    }
  }

  @Override
  public void document(Document document) {
    if (isStopped) {
      return;
    }
    JsonNode node;
    try {
      node = Json.tree(document.json());
    } catch (JsonFormatException malformed) {
      refuse(document.place().toString(), "is not JSON: " + malformed.getMessage());
      return;
    }
    if (!node.isNull()) {
      isEmpty = false;
      isStopped = !visitor.scenario(document.place().toString(), node);
    }
  }

  @Override
  public void malformed(SourceLocation place, String why) {
    refuse(place.toString(), why);
  }

  @Override
  public void unusable(String file, String why) {
    refuse(file, why);
  }

  private void refuse(String place, String why) {
    isEmpty = false;
    if (!isStopped) {
      isStopped = !visitor.unreadable(place, why);
    }
  }
}
