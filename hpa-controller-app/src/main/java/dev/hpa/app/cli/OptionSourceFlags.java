package dev.hpa.app.cli;

import dev.hpa.controller.options.OptionSettings;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The flags that determine which options apply to an autoscaler. */
public final class OptionSourceFlags extends FlagGroup {

  private final Flag<List<String>> defaults =
      repeatable(
          "default-option",
          "KEY=VALUE",
          "The value of an option of all HPAs that neither they nor their namespaces set;"
              + " \"hpa options\" lists the keys. Can be repeated.");

  private final Flag<List<String>> allowed =
      optional(
          "allowed-options",
          "KEY,...",
          FlagTypes.SPLIT,
          "The options that HPAs may set by annotation; namespaces and --default-option may"
              + " set all (default: all but forecast-query).");

  private final Flag<Boolean> namespaces =
      toggle(
          "namespace-options",
          "Read options from the annotations of namespaces; requires permission to list and watch"
              + " namespaces.");

  /**
   * The settings that these flags set; the others have their defaults.
   *
   * @throws UsageException if a value is invalid
   */
  public OptionSettings settings() {
    OptionSettings base = OptionSettings.DEFAULTS;
    return new OptionSettings(
        defaults(), allowed(), namespaces.get(), base.outageShare(), base.syncBudget());
  }

  /** The values of {@code --default-option}. */
  private Map<OptionName, String> defaults() {
    Map<OptionName, String> values = new TreeMap<>();
    for (String text : defaults.get()) {
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
    if (!allowed.isGiven()) {
      return OptionKey.allowedByDefault();
    }
    Set<OptionKey> keys = EnumSet.noneOf(OptionKey.class);
    for (String name : allowed.get()) {
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
