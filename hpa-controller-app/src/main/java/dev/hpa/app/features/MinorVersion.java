package dev.hpa.app.features;

import dev.hpa.api.KubernetesVersion;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A minor release of Kubernetes, such as 1.36. */
public record MinorVersion(int major, int minor) implements Comparable<MinorVersion> {

  /** The newest release that can be emulated. */
  public static final MinorVersion NEWEST = of(KubernetesVersion.NEWEST);

  private static final Pattern TEXT =
      Pattern.compile("v?(0|[1-9]\\d{0,8})\\.(0|[1-9]\\d{0,8})(?:\\.(\\d+))?");

  /**
   * Reads {@code 1.35} or {@code v1.35}.
   *
   * @throws FeatureException if the text is not a version, or has a patch number
   */
  public static MinorVersion parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new FeatureException("could not parse \"" + text + "\" as version");
    }
    String patch = parts.group(3);
    if (patch != null && !patch.matches("0+")) {
      throw new FeatureException("patch version not allowed, got: kube=" + text);
    }
    return new MinorVersion(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  /** A release of those whose autoscaling is reproduced. */
  public static MinorVersion of(KubernetesVersion version) {
    return new MinorVersion(version.major(), version.minor());
  }

  /** The release whose autoscaling is reproduced; the oldest one for older releases. */
  public KubernetesVersion reproduced() {
    return KubernetesVersion.nearest(major, minor);
  }

  /** The release for messages: that it is a preview, if so. */
  public String title() {
    return equals(of(reproduced())) ? reproduced().title() : toString();
  }

  /** The previous release. */
  public MinorVersion previous() {
    return new MinorVersion(major, minor - 1);
  }

  @Override
  public int compareTo(MinorVersion other) {
    return Comparator.comparingInt(MinorVersion::major)
        .thenComparingInt(MinorVersion::minor)
        .compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
