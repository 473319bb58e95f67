package dev.hpa.cli.manifests;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HorizontalPodAutoscalerList;
import dev.hpa.api.Json;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.app.cli.Spelling;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The kind and version of a document, and its items if it is a list.
 *
 * @param items JSON of the items; null if there is no list
 */
public record DocumentHeader(String kind, String apiVersion, @Nullable List<String> items) {

  /** The kinds of the group autoscaling that are not autoscalers. */
  private static final Set<String> OTHER_KINDS = Set.of("Scale");

  private static final int TYPING_MISTAKES = 2;

  /**
   * Reads the header of a document.
   *
   * @throws ManifestException if the text is not a JSON object, or its kind or version is not a
   *     string
   */
  public static DocumentHeader of(String json) throws ManifestException {
    try (JsonParser in = Json.mapper().createParser(json)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new ManifestException("", "is not an object");
      }
      DocumentHeader head = members(in, json);
      if (in.nextToken() != null) {
        throw new ManifestException("", "has text after its end");
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
      throw new ManifestException(name, "is not a string");
    }
    return in.getText();
  }

  /** The elements as raw JSON, so that duplicate keys are preserved. */
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
   * The header of an item, which may inherit kind and version from its list of autoscalers.
   *
   * @param listVersion empty if it is not such an item
   */
  public DocumentHeader orIn(String listVersion) {
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

  /**
   * Rejects misspelled kinds of the API groups of autoscalers, as kubectl does.
   *
   * @throws ManifestException if the group has no such kind
   */
  public void requireKnownKind() throws ManifestException {
    boolean isGroup = apiVersion.startsWith("autoscaling/");
    boolean isMisspelled =
        HpaVersion.of(apiVersion).isPresent()
            && Spelling.distance(
                    kind.toLowerCase(Locale.ROOT),
                    HorizontalPodAutoscaler.KIND.toLowerCase(Locale.ROOT))
                <= TYPING_MISTAKES;
    if (!kind.isEmpty()
        && (isGroup || isMisspelled)
        && !isAutoscaler()
        && !isAutoscalerList()
        && !OTHER_KINDS.contains(kind)) {
      throw new ManifestException(
          "kind",
          "no matches for kind \"%s\" in version \"%s\"; write %s"
              .formatted(kind, apiVersion, HorizontalPodAutoscaler.KIND));
    }
  }

  public List<String> itemsOrEmpty() {
    return items == null ? List.of() : items;
  }

  /**
   * The version of an autoscaler or a list of them.
   *
   * @throws ManifestException if the version is not supported
   */
  public HpaVersion version() throws ManifestException {
    Optional<HpaVersion> version = HpaVersion.of(apiVersion);
    if (version.isEmpty()) {
      throw new ManifestException(
          "apiVersion", "\"" + apiVersion + "\" has no " + kind + "; use " + versions());
    }
    return version.get();
  }

  /** All supported versions, newest first, for messages. */
  public static String versions() {
    return Arrays.stream(HpaVersion.values())
        .map(HpaVersion::apiVersion)
        .collect(Collectors.joining(", "));
  }

  /** The kind of the document, for messages. */
  String description() {
    if (kind.isEmpty()) {
      return "has no kind";
    }
    return "is a " + kind + (apiVersion.isEmpty() ? "" : " of " + apiVersion);
  }
}
