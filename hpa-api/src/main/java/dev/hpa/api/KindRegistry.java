package dev.hpa.api;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The kinds that a client registers, like client-go's Scheme. A response of another kind cannot be
 * decoded. Immutable.
 *
 * @param byVersion kinds by apiVersion, for example {@code apps/v1}
 */
public record KindRegistry(Map<String, Set<String>> byVersion) {

  /** The version of the internal types of Go programs. */
  public static final String INTERNAL = "__internal";

  private static final String WATCH_EVENT = "WatchEvent";

  /** Kinds that are registered in every version. */
  private static final Set<String> UNVERSIONED =
      Set.of("Status", "APIVersions", "APIGroupList", "APIGroup", "APIResourceList");

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

  public KindRegistry {
    byVersion = ImmutableCopies.map(byVersion);
  }

  /** The given kinds and those that every version has. */
  public static Set<String> ofVersion(String... own) {
    Set<String> kinds = new HashSet<>(SHARED);
    kinds.addAll(List.of(own));
    return ImmutableCopies.set(kinds);
  }

  /** The kinds of the internal version of a group. */
  public static Set<String> ofInternalVersion(String... own) {
    Set<String> kinds = new HashSet<>(List.of(own));
    kinds.add(WATCH_EVENT);
    return ImmutableCopies.set(kinds);
  }

  /** Whether every version of a group has the kind. */
  public static boolean isShared(String kind) {
    return SHARED.contains(kind);
  }

  /** Whether the kind, for example Status, is registered in every version. */
  public static boolean isUnversioned(String kind) {
    return UNVERSIONED.contains(kind);
  }

  /** Whether the kind is registered in the version. */
  public boolean has(String kind, ApiGroupVersion version) {
    return byVersion.getOrDefault(version.toString(), Set.of()).contains(kind);
  }

  /**
   * Checks that the kind is registered in the version.
   *
   * @throws IOException with client-go's message if it is not
   */
  public void require(String kind, ApiGroupVersion version) throws IOException {
    if (!isUnversioned(kind) && !has(kind, version)) {
      throw new IOException(unknown(kind, version));
    }
  }

  /** client-go's message for a kind that is not registered. */
  public static String unknown(String kind, ApiGroupVersion version) {
    String where =
        version.version().equals(INTERNAL)
            ? "the internal version of group " + GoQuote.quote(version.group())
            : "version " + GoQuote.quote(version.toString());
    return "no kind " + GoQuote.quote(kind) + " is registered for " + where;
  }
}
