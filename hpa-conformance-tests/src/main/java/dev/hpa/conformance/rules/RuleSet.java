package dev.hpa.conformance.rules;

import dev.hpa.api.KubernetesVersion;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** A set of rules: those for the controller of one Kubernetes release. */
public enum RuleSet {
  V1_36(KubernetesVersion.V1_36),

  /** The rules of v1.36 with the changes at the end of their page. */
  V1_37(KubernetesVersion.V1_37);

  private final KubernetesVersion version;

  RuleSet(KubernetesVersion version) {
    this.version = version;
  }

  /** The set with a name such as {@code v1.37}; empty if there is none. */
  public static Optional<RuleSet> named(String name) {
    return Arrays.stream(values()).filter(each -> each.toString().equals(name)).findFirst();
  }

  /** All names, such as {@code v1.36 or v1.37}. */
  public static String names() {
    return Arrays.stream(values()).map(RuleSet::toString).collect(Collectors.joining(" or "));
  }

  /** The release whose controller the rules describe. */
  public KubernetesVersion version() {
    return version;
  }

  @Override
  public String toString() {
    return "v" + version;
  }
}
