package dev.hpa.app.features;

import dev.hpa.api.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The emulated release, and the oldest release that other components of the cluster may have.
 *
 * @param emulated release whose features and defaults apply
 * @param minCompatible not used: this controller depends on the API server only
 */
public record EffectiveVersion(MinorVersion emulated, MinorVersion minCompatible) {

  /** The oldest release that can be emulated. */
  public static final MinorVersion FLOOR = new MinorVersion(1, 33);

  /** The release that is emulated unless another one is given. */
  public static final EffectiveVersion DEFAULT = of(KubernetesVersion.DEFAULT);

  /**
   * Reads the values of {@code --emulated-version} and {@code --min-compatibility-version}: each
   * {@code 1.35} or {@code kube=1.35}, at most one.
   *
   * @throws FeatureException if a value is not a version of {@code kube}
   */
  public static EffectiveVersion of(List<String> emulated, List<String> minCompatible) {
    MinorVersion emulation = version(emulated);
    MinorVersion compatible = version(minCompatible);
    MinorVersion effective = emulation == null ? DEFAULT.emulated() : emulation;
    return new EffectiveVersion(
        effective, compatible == null ? atLeastFloor(effective.previous()) : compatible);
  }

  /** The release of those whose autoscaling is reproduced. */
  public static EffectiveVersion of(KubernetesVersion version) {
    MinorVersion minor = MinorVersion.of(version);
    return new EffectiveVersion(minor, atLeastFloor(minor.previous()));
  }

  private static @Nullable MinorVersion version(List<String> values) {
    MinorVersion found = null;
    for (String value : values) {
      int equals = value.indexOf('=');
      String component = equals < 0 ? "kube" : value.substring(0, equals).strip();
      MinorVersion version = MinorVersion.parse(value.substring(equals + 1).strip());
      if (!component.equals("kube")) {
        throw new FeatureException("component not registered: " + component);
      }
      if (found != null) {
        throw new FeatureException(
            "duplicate version flag, kube=" + found + " and kube=" + version);
      }
      found = version;
    }
    return found;
  }

  private static MinorVersion atLeastFloor(MinorVersion version) {
    return version.compareTo(FLOOR) < 0 ? FLOOR : version;
  }

  /** Messages of Kubernetes for versions that are out of range. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (emulated.compareTo(MinorVersion.NEWEST) > 0 || emulated.compareTo(FLOOR) < 0) {
      problems.add(
          "emulation version %s is not between [%s, %s.0]"
              .formatted(emulated, FLOOR, MinorVersion.NEWEST));
    }
    if (minCompatible.compareTo(emulated) > 0 || minCompatible.compareTo(FLOOR) < 0) {
      problems.add(
          "minCompatibilityVersion version %s is not between [%s, %s]"
              .formatted(minCompatible, FLOOR, emulated));
    }
    return problems;
  }
}
