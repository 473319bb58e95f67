package dev.hpa.api;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The kinds a client of the Kubernetes API knows. An answer that names another one cannot be read.
 * Immutable.
 *
 * @param byVersion kinds by group and version, such as {@code apps/v1}
 */
public record KnownKinds(Map<String, Set<String>> byVersion) {

  /** The version of what Go programs keep objects in. */
  public static final String INTERNAL = "__internal";

  private static final String WATCH_EVENT = "WatchEvent";

  /** Kinds that are known under any version. */
  private static final Set<String> UNVERSIONED =
      Set.of(ObjectHead.STATUS, "APIVersions", "APIGroupList", "APIGroup", "APIResourceList");

  /** Kinds that every version of a group has. */
  private static final Set<String> SHARED =
      Set.of(
          WATCH_EVENT,
          "ListOptions",
          "GetOptions",
          "DeleteOptions",
          "CreateOptions",
          "UpdateOptions",
          "PatchOptions");

  public KnownKinds {
    byVersion = Map.copyOf(byVersion);
  }

  /** The kinds of a version: its own and those that every version has. */
  public static Set<String> ofVersion(String... own) {
    Set<String> kinds = new HashSet<>(SHARED);
    kinds.addAll(List.of(own));
    return Set.copyOf(kinds);
  }

  /** The kinds of the internal version of a group. */
  public static Set<String> ofInternalVersion(String... own) {
    Set<String> kinds = new HashSet<>(List.of(own));
    kinds.add(WATCH_EVENT);
    return Set.copyOf(kinds);
  }

  /** Whether every version of a group has the kind. */
  public static boolean isShared(String kind) {
    return SHARED.contains(kind);
  }

  /** Whether the kind, such as Status, is known under any version. */
  public static boolean isUnversioned(String kind) {
    return UNVERSIONED.contains(kind);
  }

  /** Whether the version has the kind itself. */
  public boolean has(String kind, ApiGroupVersion version) {
    return byVersion.getOrDefault(version.toString(), Set.of()).contains(kind);
  }

  /**
   * Makes sure that the kind is known under the version.
   *
   * @throws IOException with upstream's text if it is not
   */
  public void require(String kind, ApiGroupVersion version) throws IOException {
    if (!isUnversioned(kind) && !has(kind, version)) {
      throw new IOException(unknown(kind, version));
    }
  }

  /** Upstream's text about a kind that is not known. */
  public static String unknown(String kind, ApiGroupVersion version) {
    String where =
        version.version().equals(INTERNAL)
            ? "the internal version of group " + GoQuote.quote(version.group())
            : "version " + GoQuote.quote(version.toString());
    return "no kind " + GoQuote.quote(kind) + " is registered for " + where;
  }
}
