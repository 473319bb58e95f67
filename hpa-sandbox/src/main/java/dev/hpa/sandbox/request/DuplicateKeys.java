package dev.hpa.sandbox.request;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds keys that occur twice in an object of a body, which trees no longer show. The body is known
 * to be well-formed.
 */
public final class DuplicateKeys {

  private static final Set<String> OPERATION = Set.of("op", "path", "from", "value");

  private DuplicateKeys() {}

  /** The problems of an object, such as {@code duplicate field "spec.maxReplicas"}. */
  public static List<String> of(String text) {
    return json(text, "", false);
  }

  /** The problems of a JSON patch, whose operations have no other fields than the known ones. */
  public static List<String> ofJsonPatch(String text) {
    return json(text, "json patch ", true);
  }

  private static List<String> json(String text, String head, boolean operations) {
    Set<String> found = new LinkedHashSet<>();
    try (JsonParser parser = Json.mapper().createParser(text)) {
      parser.nextToken();
      value(parser, new Place("", operations ? 0 : 2), head, found);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
    return List.copyOf(found);
  }

  /**
   * @param depth 0 for a list of operations, 1 for an operation, more for any other value
   */
  private record Place(String path, int depth) {
    Place element(int index) {
      return new Place(path + "[" + index + "]", depth + 1);
    }

    Place member(String name) {
      return new Place(path.isEmpty() ? name : path + "." + name, depth + 1);
    }
  }

  private static void value(JsonParser parser, Place place, String head, Set<String> found)
      throws IOException {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
        value(parser, place.element(i), head, found);
      }
    } else if (parser.currentToken() == JsonToken.START_OBJECT) {
      Set<String> names = new HashSet<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        Place member = place.member(name);
        if (!names.add(name)) {
          found.add("%sduplicate field \"%s\"".formatted(head, member.path()));
        } else if (place.depth() == 1 && !OPERATION.contains(name)) {
          found.add("%sunknown field \"%s\"".formatted(head, member.path()));
        }
        parser.nextToken();
        value(parser, member, head, found);
      }
    }
  }
}
