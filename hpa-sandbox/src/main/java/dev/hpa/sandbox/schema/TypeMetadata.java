package dev.hpa.sandbox.schema;

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
 * What message definitions do not tell of the types of one package, from a text beside this class
 * that is named like the package. A line is a type, or, indented, a member of the type above; then
 * come marks, a colon, and what it is for. Types and members without anything to tell are left out.
 *
 * <table>
 *   <caption>Marks</caption>
 *   <tr><td>{@code atomic}</td><td>an object, or a map, that is replaced as a whole</td></tr>
 *   <tr><td>{@code keys=a,b}</td><td>a list whose elements are known by these members</td></tr>
 *   <tr><td>{@code set}</td><td>a list of values, each of which is in it or not</td></tr>
 *   <tr><td>{@code required}</td><td>objects must have the member</td></tr>
 *   <tr><td>{@code always}</td><td>even empty objects show the member</td></tr>
 *   <tr><td>{@code default=x}</td><td>the value of an absent member</td></tr>
 *   <tr><td>{@code enum=x,y}</td><td>the only values; an empty one is the empty text</td></tr>
 *   <tr><td>{@code merge}, {@code merge=a}</td><td>strategic merge patches merge the list, by this member</td></tr>
 *   <tr><td>{@code retainKeys}</td><td>strategic merge patches list the members that stay</td></tr>
 * </table>
 */
public final class TypeMetadata {

  private static final Note NOTHING = new Note("", Map.of());

  private final Map<String, Note> types;
  private final Map<String, Map<String, Note>> members;

  private TypeMetadata(Map<String, Note> types, Map<String, Map<String, Note>> members) {
    this.types = types;
    this.members = members;
  }

  /** The facts of a package of messages; none when nothing is written of it. */
  public static TypeMetadata of(String messagePackage) {
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
      int colon = line.indexOf(':');
      List<String> words = List.of(line.substring(0, colon).strip().split(" "));
      Note note = Note.of(words.subList(1, words.size()), line.substring(colon + 1).strip());
      if (line.startsWith(" ")) {
        members.computeIfAbsent(type, any -> new LinkedHashMap<>()).put(words.getFirst(), note);
      } else {
        type = words.getFirst();
        types.put(type, note);
      }
    }
    return new TypeMetadata(types, members);
  }

  /** What is known of a type. */
  public Note type(String name) {
    return types.getOrDefault(name, NOTHING);
  }

  /** What is known of a member of a type. */
  public Note member(String type, String name) {
    return members.getOrDefault(type, Map.of()).getOrDefault(name, NOTHING);
  }

  /** The types something is known of, each with such members. */
  Map<String, Set<String>> names() {
    return types.keySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(
                type -> type, type -> members.getOrDefault(type, Map.of()).keySet()));
  }

  /**
   * What is known of a type or member.
   *
   * @param description what it is for, in a sentence; empty where nobody has said
   * @param marks with their values, empty for those without
   */
  public record Note(String description, Map<String, String> marks) {

    private static Note of(List<String> words, String description) {
      Map<String, String> marks = new HashMap<>();
      for (String word : words) {
        int equals = word.indexOf('=');
        marks.put(
            equals < 0 ? word : word.substring(0, equals),
            equals < 0 ? "" : word.substring(equals + 1));
      }
      return new Note(description, Map.copyOf(marks));
    }

    /** Whether it is marked so. */
    public boolean is(String mark) {
      return marks.containsKey(mark);
    }

    /** The value of a mark, or null without the mark. */
    public @Nullable String value(String mark) {
      return marks.get(mark);
    }

    /** The values of a mark; none without the mark. */
    public List<String> values(String mark) {
      String text = marks.get(mark);
      return text == null ? List.of() : Arrays.asList(text.split(",", -1));
    }
  }
}
