package dev.hpa.app.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of flags in a configuration file of the controller, for tools that decide as it does.
 * The whole file is validated. Immutable.
 */
public final class ControllerConfig {

  private final Map<String, List<String>> values = new HashMap<>();

  private ControllerConfig() {}

  /**
   * Reads the file of {@code --config}.
   *
   * @param program the name of the program in error messages
   * @param others keys beside flags, without dashes: a value, a list or a map
   * @throws UsageException with a message of one line that names the place, if the file or a value
   *     in it is invalid
   */
  public static ControllerConfig read(String file, String program, Collection<String> others) {
    ControllerConfig config = new ControllerConfig();
    List<Flag<?>> flags = new ArrayList<>(new RunFlags(program).all().all());
    others.forEach(each -> flags.add(Flag.optional(each, "VALUE", FlagTypes.TEXTS, "")));
    for (PflagArguments.Given each :
        ConfigFile.read(FlagFiles.of(file), new FlagSet(program, flags))) {
      config.values.computeIfAbsent(each.name(), any -> new ArrayList<>()).add(each.value());
    }
    return config;
  }

  /**
   * The values of a flag, in the syntax of the command line; empty if the file does not set it.
   *
   * @param name without dashes
   */
  public List<String> of(String name) {
    return List.copyOf(values.getOrDefault(name, List.of()));
  }
}
