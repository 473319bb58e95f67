package dev.hpa.app.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The flags of a program, by name. */
final class FlagSet {

  private final String program;
  private final List<Flag<?>> all;
  private final Map<String, Flag<?>> byName = new HashMap<>();
  private final Map<String, Flag<?>> byLetter = new HashMap<>();

  /**
   * @param program the name of the program in error messages, such as {@code hpa run}
   */
  FlagSet(String program, List<Flag<?>> all) {
    this.program = program;
    this.all = List.copyOf(all);
    for (Flag<?> flag : all) {
      byName.put(flag.name(), flag);
      if (!flag.shorthand().isEmpty()) {
        byLetter.put(flag.shorthand(), flag);
      }
    }
  }

  String program() {
    return program;
  }

  List<Flag<?>> all() {
    return all;
  }

  /** The flag of a name without dashes; null if there is none. */
  @Nullable Flag<?> find(String name) {
    return byName.get(name);
  }

  /** The flag of a letter; null if there is none. */
  @Nullable Flag<?> ofLetter(char letter) {
    return byLetter.get(String.valueOf(letter));
  }
}
