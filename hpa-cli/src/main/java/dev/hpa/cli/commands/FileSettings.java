package dev.hpa.cli.commands;

import dev.hpa.app.cli.ControllerConfig;
import dev.hpa.app.cli.UsageException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * What only the file of {@code --config} sets in commands that replay: flags of the controller, and
 * options that are rarely changed, by their names without dashes. One file is for all commands,
 * each of which uses the settings that it has.
 */
public final class FileSettings {

  static final String HEADING = "Settings in the file of --config; docs/simulate.md describes them";

  static final String DESCRIPTION =
      "File with flags of the controller, such as its configuration file, and with the settings"
          + " below.";

  /** The settings that are not flags of the controller, without dashes. */
  public static final List<String> KEYS =
      List.of(
          "as",
          "as-group",
          "as-uid",
          "flap-window",
          "gaps",
          "grafana",
          "horizontal-pod-autoscaler-sync-period",
          "keep",
          "lower-max",
          "max-flaps",
          "memory-per-unit",
          "min-saving",
          "price-per-pod-hour",
          "prometheus-ca-file",
          "replicas",
          "request-timeout",
          "sample-interval",
          "scheduling-delay",
          "scrape-interval",
          "seed",
          "series",
          "start-delay",
          "startup-cpu-duration",
          "startup-cpu-share",
          "termination-time",
          "timezone",
          "verify",
          "warm-up");

  private final CommandSpec file = CommandSpec.create();
  private List<String> given = List.of();

  /** Moves the settings of a command. */
  void take(CommandSpec command, List<OptionSpec> flags) {
    flags.forEach(file::addOption);
    for (OptionSpec option : List.copyOf(command.options())) {
      if (KEYS.contains(option.longestName().substring(2))) {
        command.remove(option);
        file.addOption(option);
      }
    }
  }

  List<OptionSpec> options() {
    return file.options();
  }

  /**
   * Sets them.
   *
   * @throws UsageException if the file or a value in it is invalid
   */
  void read(String path, String program) {
    ControllerConfig config = ControllerConfig.read(path, program, KEYS);
    List<String> arguments = new ArrayList<>();
    for (OptionSpec option : file.options()) {
      String name = option.longestName();
      config.of(name.substring(2)).forEach(value -> arguments.add(name + "=" + value));
    }
    try {
      CommandLine line = new CommandLine(file);
      line.setCaseInsensitiveEnumValuesAllowed(true);
      line.parseArgs(arguments.toArray(String[]::new));
    } catch (ParameterException invalid) {
      throw new UsageException(path + ": " + UsageErrors.of(invalid), invalid);
    }
    given = List.copyOf(arguments);
  }

  /** What the file sets, such as {@code --seed=2}. */
  public List<String> given() {
    return given;
  }
}
