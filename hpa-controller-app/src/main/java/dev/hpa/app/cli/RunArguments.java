package dev.hpa.app.cli;

import dev.hpa.app.cli.PflagArguments.Given;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Sets the flags of the controller: those on the command line, then those of the {@code --config}
 * file that are not on it, then those of the {@code --preset} that are in neither.
 */
final class RunArguments {

  private final FlagSet flags;
  private final Set<String> named = new HashSet<>();

  private RunArguments(FlagSet flags) {
    this.flags = flags;
  }

  /**
   * Sets the flags.
   *
   * @throws UsageException with a message of one line if a flag is unknown or has no valid value
   */
  static void set(FlagSet flags, Collection<String> words) {
    new RunArguments(flags).set(words);
  }

  private void set(Collection<String> words) {
    List<Given> onLine = PflagArguments.parse(flags, words);
    List<Given> ofFile = last("config", onLine, file -> ConfigFile.read(FlagFiles.of(file), flags));
    List<Given> ofPreset =
        last("preset", onLine, name -> PflagArguments.parse(flags, Preset.named(name).words()));
    set(onLine);
    set(ofFile);
    set(ofPreset);
  }

  /** Sets the flags that no earlier source has. */
  private void set(List<Given> given) {
    List<Given> missing = given.stream().filter(flag -> !named.contains(flag.name())).toList();
    for (Given flag : missing) {
      flag.flag().set(flag.value());
      named.add(flag.name());
    }
  }

  /** The flags that the last value of a flag stands for. */
  private static List<Given> last(
      String name, List<Given> onLine, Function<String, List<Given>> flags) {
    Optional<String> value =
        onLine.stream()
            .filter(flag -> flag.name().equals(name) && !flag.value().isEmpty())
            .reduce((earlier, later) -> later)
            .map(Given::value);
    return value.map(flags).orElse(List.of());
  }
}
