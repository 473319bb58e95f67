package dev.hpa.app.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Settings for a size of cluster: values of flags that are neither on the command line nor in the
 * {@code --config} file. The launchers add the JVM options of the same name, because a running JVM
 * cannot change them.
 */
enum Preset {
  /** Up to 200 autoscalers: the defaults of kube-controller-manager. */
  SMALL(Map.of()),

  /**
   * Thousands of autoscalers. Scales are not watched, because that needs more permissions than the
   * controller has by default.
   */
  LARGE(
      Map.of(
          "kube-api-qps", "2000",
          "kube-api-burst", "4000",
          "concurrent-horizontal-pod-autoscaler-syncs", "50",
          "stagger-namespaces", "true"));

  @SuppressWarnings("ImmutableEnumChecker") // It is made of Map.of.
  private final Map<String, String> flags;

  Preset(Map<String, String> flags) {
    this.flags = flags;
  }

  /** The flags as on a command line, sorted. */
  List<String> words() {
    return flags.entrySet().stream()
        .map(flag -> "--" + flag.getKey() + "=" + flag.getValue())
        .sorted()
        .toList();
  }

  /**
   * The preset of a name.
   *
   * @throws FlagValueException if there is none
   */
  static Preset named(String name) {
    for (Preset each : values()) {
      if (each.toString().equals(name)) {
        return each;
      }
    }
    throw new FlagValueException("unknown preset; use small or large");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
