package dev.hpa.cli.query;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The names of the pods of a workload at any time, as a regular expression that Prometheus matches
 * with whole names. Pods that are gone are included; those of a workload with a longer name are
 * not.
 */
public final class PodNamePattern {

  /** The characters of random names and of the hashes in names of ReplicaSets. */
  private static final String RANDOM = "[bcdfghjklmnpqrstvwxz2456789]";

  /** A hash has 32 bits. */
  private static final String HASH = RANDOM + "{1,10}";

  private static final String SUFFIX = RANDOM + "{5}";

  /** Kubernetes cuts what stands before the suffix. */
  private static final int MAX_BASE = 58;

  private static final int MAX_HASH = "-0123456789-".length();

  private PodNamePattern() {}

  /**
   * The pattern of a workload of a known kind.
   *
   * @return empty for other kinds
   */
  public static Optional<String> of(CrossVersionObjectReference target) {
    String name = quote(target.name());
    return switch (group(target) + "/" + target.kind()) {
      case "apps/Deployment", "argoproj.io/Rollout" ->
          Optional.of(
              target.name().length() + MAX_HASH > MAX_BASE
                  ? cut(target.name())
                  : name + "-" + HASH + "-" + SUFFIX);
      case "apps/ReplicaSet", "/ReplicationController", "apps.kruise.io/CloneSet" ->
          Optional.of(
              target.name().length() + 1 > MAX_BASE ? cut(target.name()) : name + "-" + SUFFIX);
      case "apps/StatefulSet", "apps.kruise.io/StatefulSet" -> Optional.of(name + "-[0-9]+");
      default -> Optional.empty();
    };
  }

  /**
   * The pattern of a workload of any kind, from pods that it has now: those with other random ends
   * are its pods too.
   *
   * @param prefixes the {@code metadata.generateName} of each pod
   */
  public static String of(Collection<String> prefixes) {
    return String.join(
        "|", new TreeSet<>(prefixes).stream().map(prefix -> quote(prefix) + SUFFIX).toList());
  }

  /** A long name: the hash is cut, or even the name. */
  private static String cut(String name) {
    return quote(name.substring(0, Math.min(name.length(), MAX_BASE)))
        + "[-bcdfghjklmnpqrstvwxz2456789]{5,17}";
  }

  private static String group(CrossVersionObjectReference target) {
    try {
      return ApiGroupVersion.parse(target.apiVersionOrEmpty()).group();
    } catch (IllegalArgumentException malformed) {
      return "malformed";
    }
  }

  /** Quotes what has a meaning in a regular expression. */
  private static String quote(String name) {
    StringBuilder quoted = new StringBuilder();
    name.chars()
        .forEach(
            c -> {
              if (c > ' ' && c < 0x7f && !Character.isLetterOrDigit(c) && c != '-' && c != '_') {
                quoted.append('\\');
              }
              quoted.append((char) c);
            });
    return quoted.toString();
  }
}
