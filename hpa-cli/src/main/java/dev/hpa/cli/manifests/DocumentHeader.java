package dev.hpa.cli.manifests;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HorizontalPodAutoscalerList;
import dev.hpa.api.Json;
import dev.hpa.api.versions.HpaVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a document says it is, and the texts of its items if it is a list.
 *
 * @param items null unless there is a list of them
 */
public record DocumentHeader(String kind, String apiVersion, @Nullable List<String> items) {

  /**
   * Reads the head of a document.
   *
   * @throws ManifestException if the text is no JSON object, or its kind or version no text
   */
  public static DocumentHeader of(String json) throws ManifestException {
    try (JsonParser in = Json.mapper().createParser(json)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new ManifestException("", "is no object");
      }
      DocumentHeader head = members(in, json);
      if (in.nextToken() != null) {
        throw new ManifestException("", "has more text after its end");
      }
      return head;
    } catch (JsonProcessingException malformed) {
      throw new ManifestException("", "is not JSON: " + firstLine(malformed.getOriginalMessage()));
    } catch (IOException malformed) {
      throw new ManifestException("", "is not JSON: " + firstLine(malformed.getMessage()));
    }
  }

  private static String firstLine(@Nullable String message) {
    return String.valueOf(message).lines().findFirst().orElse("");
  }

  private static DocumentHeader members(JsonParser in, String json)
      throws IOException, ManifestException {
    String kind = "";
    String apiVersion = "";
    List<String> items = null;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      switch (name) {
        case "kind" -> kind = text(in, name);
        case "apiVersion" -> apiVersion = text(in, name);
        case "items" -> items = items(in, json);
        default -> in.skipChildren();
      }
    }
    return new DocumentHeader(kind, apiVersion, items);
  }

  private static String text(JsonParser in, String name) throws IOException, ManifestException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return "";
    }
    if (in.currentToken() != JsonToken.VALUE_STRING) {
      throw new ManifestException(name, "is no text");
    }
    return in.getText();
  }

  /** The elements as they stand, so that nothing of them is lost before they are decoded. */
  private static @Nullable List<String> items(JsonParser in, String json) throws IOException {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      in.skipChildren();
      return null;
    }
    List<String> items = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      int start = (int) in.currentTokenLocation().getCharOffset();
      in.skipChildren();
      in.finishToken();
      items.add(json.substring(start, (int) in.currentLocation().getCharOffset()).strip());
    }
    return items;
  }

  /**
   * The head of an item, whose kind and version may stand on its list of autoscalers.
   *
   * @param listVersion empty if it is no such item
   */
  DocumentHeader orIn(String listVersion) {
    return listVersion.isEmpty()
        ? this
        : new DocumentHeader(HorizontalPodAutoscaler.KIND, listVersion, null);
  }

  public boolean isAutoscaler() {
    return kind.equals(HorizontalPodAutoscaler.KIND);
  }

  /** A list whose items are autoscalers without kind and version. */
  public boolean isAutoscalerList() {
    return kind.equals(HorizontalPodAutoscalerList.KIND);
  }

  /** A list of objects of any kind. */
  public boolean isList() {
    return kind.equals("List") && apiVersion.equals("v1");
  }

  public List<String> itemsOrEmpty() {
    return items == null ? List.of() : items;
  }

  /**
   * The version of an autoscaler or a list of them.
   *
   * @throws ManifestException if it has none of ours
   */
  public HpaVersion version() throws ManifestException {
    Optional<HpaVersion> version = HpaVersion.of(apiVersion);
    if (version.isEmpty()) {
      throw new ManifestException(
          "apiVersion", "\"" + apiVersion + "\" has no " + kind + "; known are " + versions());
    }
    return version.get();
  }

  /** All versions, newest first, for messages. */
  public static String versions() {
    return Arrays.stream(HpaVersion.values())
        .map(HpaVersion::apiVersion)
        .collect(Collectors.joining(", "));
  }

  /** What the document is, for messages. */
  String description() {
    if (kind.isEmpty()) {
      return "has no kind";
    }
    return "is a " + kind + (apiVersion.isEmpty() ? "" : " of " + apiVersion);
  }
}
