package dev.hpa.app.features;

import dev.hpa.api.KubernetesVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The feature gates of kube-controller-manager: the given values, and the defaults of the emulated
 * release.
 *
 * <p>All gates of a release are accepted, so that existing command lines can be reused; few have an
 * effect. A release has the gates of the file of the newest release that is not newer.
 */
public final class FeatureGates {

  private static final String ALL_ALPHA = "AllAlpha";
  private static final String ALL_BETA = "AllBeta";
  private static final Map<KubernetesVersion, Map<String, FeatureGate>> BY_RELEASE = byRelease();

  private final EffectiveVersion version;
  private final Map<String, FeatureGate> known;
  private final Map<String, Boolean> set = new LinkedHashMap<>();

  private FeatureGates(EffectiveVersion version) {
    this.version = version;
    this.known = Objects.requireNonNull(BY_RELEASE.get(version.emulated().reproduced()));
  }

  /**
   * Reads the values of {@code --feature-gates}: each {@code A=true,B=false}, all with the prefix
   * {@code kube:} or all without.
   *
   * @throws FeatureException if a gate is unknown or locked, or its value is not a boolean
   */
  public static FeatureGates of(List<String> given, EffectiveVersion version) {
    FeatureGates gates = new FeatureGates(version);
    gates.setAll(read(given));
    return gates;
  }

  private static Map<String, Boolean> read(List<String> given) {
    Map<String, Boolean> wanted = new LinkedHashMap<>();
    for (String pair : pairs(given)) {
      int equals = pair.indexOf('=');
      String name = (equals < 0 ? pair : pair.substring(0, equals)).strip();
      if (equals < 0) {
        throw new FeatureException("missing bool value for " + name);
      }
      String value = pair.substring(equals + 1).strip();
      wanted.put(name, bool(name, value));
    }
    return wanted;
  }

  private static List<String> pairs(List<String> given) {
    Map<String, List<String>> byComponent = new LinkedHashMap<>();
    for (String value : given) {
      for (String pair : value.split(",", -1)) {
        if (!pair.isEmpty()) {
          int colon = pair.indexOf(':');
          byComponent
              .computeIfAbsent(
                  colon < 0 ? "" : pair.substring(0, colon).strip(), any -> new ArrayList<>())
              .add(pair.substring(colon + 1).strip());
        }
      }
    }
    for (String component : byComponent.keySet()) {
      if (!component.isEmpty() && !component.equals("kube")) {
        throw new FeatureException("component not registered: " + component);
      }
    }
    if (byComponent.size() > 1) {
      throw new FeatureException(
          "set kube feature gates with default empty prefix or kube: prefix consistently, do not"
              + " mix"
              + " use");
    }
    return byComponent.values().stream()
        .flatMap(List::stream)
        .filter(pair -> !pair.isEmpty())
        .toList();
  }

  private static boolean bool(String name, String value) {
    return switch (value) {
      case "1", "t", "T", "true", "TRUE", "True" -> true;
      case "0", "f", "F", "false", "FALSE", "False" -> false;
      default ->
          throw new FeatureException(
              "invalid value of " + name + "=" + value + ", err: use true or false");
    };
  }

  private void setAll(Map<String, Boolean> wanted) {
    wanted.forEach(this::set);
    // Explicit gates take precedence over AllAlpha and AllBeta.
    setStage(wanted.get(ALL_ALPHA), FeatureGate.Stage.ALPHA);
    setStage(wanted.get(ALL_BETA), FeatureGate.Stage.BETA);
    List<String> unmet =
        known.values().stream()
            .filter(gate -> enabled(gate.name()))
            .filter(gate -> !disabledNeeds(gate).isEmpty())
            .map(
                gate ->
                    gate.name()
                        + " is enabled, but depends on features that are disabled: ["
                        + String.join(" ", disabledNeeds(gate))
                        + "]")
            .toList();
    if (!wanted.isEmpty() && !unmet.isEmpty()) {
      throw new FeatureException(
          unmet.size() == 1 ? unmet.getFirst() : "[" + String.join(", ", unmet) + "]");
    }
  }

  private void set(String name, boolean value) {
    if (name.equals(ALL_ALPHA) || name.equals(ALL_BETA)) {
      return;
    }
    if (!known.containsKey(name) && !isNewer(name)) {
      throw new FeatureException("unrecognized feature gate: " + name);
    }
    FeatureGate.Phase phase =
        phase(name)
            .orElseThrow(
                () ->
                    new FeatureException(
                        "cannot set feature gate %s to %s, feature is PreAlpha at emulated version"
                                .formatted(name, value)
                            + " %s, min compatibility version %s"
                                .formatted(version.emulated(), version.minCompatible())));
    if (phase.locked() && phase.on() != value) {
      throw new FeatureException(
          "cannot set feature gate %s to %s, feature is locked to %s"
              .formatted(name, value, phase.on()));
    }
    set.put(name, value);
  }

  private void setStage(@Nullable Boolean value, FeatureGate.Stage stage) {
    if (value != null) {
      known.values().stream()
          .filter(gate -> gate.at(version.emulated()).filter(at -> at.stage() == stage).isPresent())
          .forEach(gate -> set.putIfAbsent(gate.name(), value));
    }
  }

  private List<String> disabledNeeds(FeatureGate gate) {
    return gate.needs().stream().filter(need -> !enabled(need)).toList();
  }

  /**
   * Whether a feature is enabled.
   *
   * @throws IllegalArgumentException if the gate does not exist
   */
  public boolean enabled(String name) {
    if (BY_RELEASE.values().stream().noneMatch(gates -> gates.containsKey(name))) {
      throw new IllegalArgumentException("unrecognized feature gate: " + name);
    }
    Boolean value = set.get(name);
    return value == null ? phase(name).map(FeatureGate.Phase::on).orElse(false) : value;
  }

  /** The stage of a gate in the emulated release; empty if that release does not have it. */
  private Optional<FeatureGate.Phase> phase(String name) {
    return Optional.ofNullable(known.get(name)).flatMap(gate -> gate.at(version.emulated()));
  }

  private boolean isNewer(String name) {
    return BY_RELEASE.entrySet().stream()
        .filter(release -> release.getKey().compareTo(version.emulated().reproduced()) > 0)
        .anyMatch(release -> release.getValue().containsKey(name));
  }

  /** The explicitly set gates, sorted: {@code A=true,B=false}. */
  @Override
  public String toString() {
    return new TreeMap<>(set)
        .entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(","));
  }

  private static Map<KubernetesVersion, Map<String, FeatureGate>> byRelease() {
    Map<KubernetesVersion, Map<String, FeatureGate>> files = new EnumMap<>(KubernetesVersion.class);
    for (KubernetesVersion release : KubernetesVersion.values()) {
      files.put(release, read("feature-gates-" + release + ".txt"));
    }
    return files;
  }

  private static Map<String, FeatureGate> read(String name) {
    InputStream file = FeatureGates.class.getResourceAsStream(name);
    if (file == null) {
      throw new IllegalStateException(name + " is missing");
    }
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      Map<String, FeatureGate> gates = new TreeMap<>();
      lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(FeatureGate::parse)
          .forEach(gate -> gates.put(gate.name(), gate));
      return gates;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
