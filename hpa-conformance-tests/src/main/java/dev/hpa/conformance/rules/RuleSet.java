package dev.hpa.conformance.rules;

import dev.hpa.api.KubernetesVersion;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** A set of rules: those for the controller of one Kubernetes release. */
public enum RuleSet {
  V1_36(KubernetesVersion.V1_36, "decisions"),

  /** The rules of v1.36 with the changes at the end of their page. */
  V1_37(KubernetesVersion.V1_37, "v1.37/decisions"),

  /** The rules of v1.37 with the changes of the preview. */
  V1_38(KubernetesVersion.V1_38, "v1.38/decisions");

  /** The rules of the {@linkplain KubernetesVersion#DEFAULT default release}. */
  public static final RuleSet DEFAULT = of(KubernetesVersion.DEFAULT);

  private final KubernetesVersion version;
  private final String decisions;

  RuleSet(KubernetesVersion version, String decisions) {
    this.version = version;
    this.decisions = decisions;
  }

  private static RuleSet of(KubernetesVersion version) {
    return Arrays.stream(values())
        .filter(each -> each.version == version)
        .findFirst()
        .orElseThrow();
  }

  /** The set with a name such as {@code v1.37}; empty if there is none. */
  public static Optional<RuleSet> named(String name) {
    return Arrays.stream(values()).filter(each -> each.toString().equals(name)).findFirst();
  }

  /** All names, such as {@code v1.36, v1.37 or v1.38}. */
  public static String names() {
    return Arrays.stream(values())
        .map(RuleSet::toString)
        .collect(Collectors.joining(", "))
        .replaceFirst(", ([^,]*)$", " or $1");
  }

  /** The release whose controller the rules describe. */
  public KubernetesVersion version() {
    return version;
  }

  /** The folder of {@code hpa-vectors} with the recorded decisions of the release. */
  public String decisions() {
    return decisions;
  }

  @Override
  public String toString() {
    return "v" + version;
  }
}
