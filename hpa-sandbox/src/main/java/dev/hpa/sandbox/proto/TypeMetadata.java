package dev.hpa.sandbox.proto;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of the types of one package that the protobuf definitions lack, read from the resource
 * with the name of the package. A line is a type or, indented, a field of the type above, followed
 * by marks. Types and fields without metadata are omitted.
 *
 * <table>
 *   <caption>Marks</caption>
 *   <tr><td>{@code atomic}</td><td>a struct or map that is replaced as a whole</td></tr>
 *   <tr><td>{@code keys=a,b}</td><td>a list with these key fields</td></tr>
 *   <tr><td>{@code set}</td><td>a set of scalars</td></tr>
 *   <tr><td>{@code always}</td><td>the field is serialized when it is empty</td></tr>
 *   <tr><td>{@code default=x}</td><td>the default</td></tr>
 *   <tr><td>{@code merge}, {@code merge=a}</td><td>strategic merge patches merge the list, by this key</td></tr>
 * </table>
 */
final class TypeMetadata {

  private static final Note NOTHING = new Note(Map.of());

  private final Map<String, Note> types;
  private final Map<String, Map<String, Note>> members;

  private TypeMetadata(Map<String, Note> types, Map<String, Map<String, Note>> members) {
    this.types = types;
    this.members = members;
  }

  /** The metadata of a message package; empty when there is none. */
  static TypeMetadata of(String messagePackage) {
    try (InputStream text = TypeMetadata.class.getResourceAsStream(messagePackage + ".txt")) {
      return text == null ? new TypeMetadata(Map.of(), Map.of()) : read(text);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static TypeMetadata read(InputStream text) {
    Map<String, Note> types = new HashMap<>();
    Map<String, Map<String, Note>> members = new HashMap<>();
    BufferedReader lines = new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8));
    String type = "";
    for (String line : lines.lines().filter(each -> !each.isBlank()).toList()) {
      List<String> words = List.of(line.strip().split(" "));
      Note note = Note.of(words.subList(1, words.size()));
      if (line.startsWith(" ")) {
        members.computeIfAbsent(type, any -> new LinkedHashMap<>()).put(words.getFirst(), note);
      } else {
        type = words.getFirst();
        types.put(type, note);
      }
    }
    return new TypeMetadata(types, members);
  }

  /** The metadata of a type. */
  Note type(String name) {
    return types.getOrDefault(name, NOTHING);
  }

  /** The metadata of a field. */
  Note member(String type, String name) {
    return members.getOrDefault(type, Map.of()).getOrDefault(name, NOTHING);
  }

  /** The types with metadata, and their fields with metadata. */
  Map<String, Set<String>> names() {
    return types.keySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(
                type -> type, type -> members.getOrDefault(type, Map.of()).keySet()));
  }

  /**
   * The metadata of a type or field.
   *
   * @param marks the marks with their values; empty for marks without a value
   */
  record Note(Map<String, String> marks) {

    private static Note of(List<String> words) {
      Map<String, String> marks = new HashMap<>();
      for (String word : words) {
        int equals = word.indexOf('=');
        marks.put(
            equals < 0 ? word : word.substring(0, equals),
            equals < 0 ? "" : word.substring(equals + 1));
      }
      return new Note(Map.copyOf(marks));
    }

    /** Whether it has a mark. */
    boolean is(String mark) {
      return marks.containsKey(mark);
    }

    /** The value of a mark, or null without the mark. */
    @Nullable String value(String mark) {
      return marks.get(mark);
    }

    /** The values of a mark; none without the mark. */
    List<String> values(String mark) {
      String text = marks.get(mark);
      return text == null ? List.of() : Arrays.asList(text.split(",", -1));
    }
  }
}
