package dev.hpa.app.cli;

import dev.hpa.controller.options.OptionSettings;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that determine which options apply to an autoscaler. */
public final class OptionSourceFlags {

  @Option(
      names = "--default-option",
      paramLabel = "KEY=VALUE",
      description =
          "The value of an option of all autoscalers that neither they nor their namespaces set;"
              + " \"hpa options\" lists the keys. Can be repeated.")
  private List<String> defaults = new ArrayList<>();

  @Option(
      names = "--allowed-options",
      paramLabel = "KEY",
      split = ",",
      description =
          "The options that autoscalers may set by annotation; namespaces and --default-option may"
              + " set all (default: all).")
  private @Nullable List<String> allowed;

  @Option(
      names = "--namespace-options",
      description =
          "Read options from the annotations of namespaces; requires permission to list and watch"
              + " namespaces.")
  private boolean namespaces;

  /**
   * The settings that these flags set; the others have their defaults.
   *
   * @throws UsageException if a value is invalid
   */
  public OptionSettings settings() {
    OptionSettings base = OptionSettings.DEFAULTS;
    return new OptionSettings(
        defaults(), allowed(), namespaces, base.outageShare(), base.syncBudget());
  }

  /** The values of {@code --default-option}. */
  private Map<OptionName, String> defaults() {
    Map<OptionName, String> values = new TreeMap<>();
    for (String text : defaults) {
      int equals = text.indexOf('=');
      if (equals < 0) {
        throw new UsageException(
            "default-option \"" + text + "\": a value is missing; write KEY=VALUE");
      }
      values.put(name(text.substring(0, equals)), text.substring(equals + 1));
    }
    Options options =
        new OptionsReader(values, EnumSet.allOf(OptionKey.class)).read(Map.of(), Map.of());
    if (!options.problems().isEmpty()) {
      throw new UsageException(String.join("; ", options.problems()));
    }
    return values;
  }

  private Set<OptionKey> allowed() {
    if (allowed == null) {
      return EnumSet.allOf(OptionKey.class);
    }
    Set<OptionKey> keys = EnumSet.noneOf(OptionKey.class);
    for (String name : allowed) {
      if (!name.isEmpty()) {
        keys.add(key("allowed-options", name));
      }
    }
    return keys;
  }

  private static OptionName name(String text) {
    String bare = bare(text);
    return OptionName.of(bare)
        .orElseThrow(
            () ->
                OptionKey.of(bare).isPresent()
                    ? new UsageException(
                        "default-option: the key \""
                            + text
                            + "\" needs a name; write "
                            + OptionKey.of(bare).orElseThrow().annotation()
                            + "=VALUE")
                    : unknown("default-option", text));
  }

  private static OptionKey key(String flag, String name) {
    return OptionKey.of(bare(name)).orElseThrow(() -> unknown(flag, name));
  }

  private static String bare(String name) {
    return name.startsWith(OptionKey.PREFIX) ? name.substring(OptionKey.PREFIX.length()) : name;
  }

  private static UsageException unknown(String flag, String name) {
    return new UsageException(
        flag + ": the key \"" + name + "\" is unknown; \"hpa options\" lists the keys");
  }
}
