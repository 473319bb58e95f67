package dev.hpa.core.options;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads the options of autoscalers from annotations. The annotation of the autoscaler takes
 * precedence over that of its namespace, and that over the default, for each key. An invalid value
 * and an unknown key are ignored and reported; nothing is thrown.
 *
 * <p>Immutable and thread-safe.
 */
public final class OptionsReader {

  /** Without defaults; autoscalers may set every key. */
  public static final OptionsReader UNRESTRICTED =
      new OptionsReader(Map.of(), Set.of(OptionKey.values()));

  private final Map<OptionKey, String> defaults;
  private final Set<OptionKey> allowed;

  /**
   * @param defaults the values of autoscalers that neither they nor their namespaces set
   * @param allowed the keys that autoscalers may set; namespaces may set all
   */
  public OptionsReader(Map<OptionKey, String> defaults, Set<OptionKey> allowed) {
    this.defaults = Map.copyOf(defaults);
    this.allowed = Set.copyOf(allowed);
  }

  /**
   * The options of an autoscaler.
   *
   * @param autoscaler its annotations
   * @param namespace the annotations of its namespace; empty if namespaces are not read
   */
  public Options read(Map<String, String> autoscaler, Map<String, String> namespace) {
    if (defaults.isEmpty() && hasNone(autoscaler) && hasNone(namespace)) {
      return Options.NONE;
    }
    Map<OptionKey, OptionValue> values = new EnumMap<>(OptionKey.class);
    List<String> problems = new ArrayList<>();
    defaults.forEach(
        (key, value) -> values.put(key, new OptionValue(key, value, OptionValue.Origin.FLAG)));
    add(namespace, OptionValue.Origin.NAMESPACE, Set.of(OptionKey.values()), values, problems);
    add(autoscaler, OptionValue.Origin.AUTOSCALER, allowed, values, problems);
    return new OptionsBuilder(values, problems).build();
  }

  private static boolean hasNone(Map<String, String> annotations) {
    for (String key : annotations.keySet()) {
      if (key.startsWith(OptionKey.PREFIX)) {
        return false;
      }
    }
    return true;
  }

  private static void add(
      Map<String, String> annotations,
      OptionValue.Origin origin,
      Set<OptionKey> allowed,
      Map<OptionKey, OptionValue> values,
      List<String> problems) {
    new TreeMap<>(annotations)
        .forEach(
            (annotation, value) -> {
              if (annotation.startsWith(OptionKey.PREFIX)) {
                String name = annotation.substring(OptionKey.PREFIX.length());
                OptionKey key = OptionKey.of(name).orElse(null);
                if (key == null) {
                  problems.add(
                      named(annotation, origin)
                          + ": unknown key; \"hpa options\" lists the known ones");
                } else if (!allowed.contains(key)) {
                  problems.add(
                      named(annotation, origin)
                          + ": the key is not in --allowed-options; remove the annotation");
                } else {
                  values.put(key, new OptionValue(key, value.strip(), origin));
                }
              }
            });
  }

  private static String named(String annotation, OptionValue.Origin origin) {
    return "annotation \""
        + annotation
        + "\""
        + (origin == OptionValue.Origin.NAMESPACE ? " of the namespace" : "");
  }
}
