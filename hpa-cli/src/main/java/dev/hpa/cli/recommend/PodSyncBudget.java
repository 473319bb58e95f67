package dev.hpa.cli.recommend;

import java.util.HashMap;
import java.util.Map;

/**
 * How many pods the syncs of all replays for an HPA of a fleet may have: a tenth for each HPA of
 * its namespace that needed more, so that no namespace holds the others. Used by one thread.
 */
final class PodSyncBudget {

  /** About a minute; a week of an HPA with 150 pods. */
  static final long MOST = 1_000_000_000;

  private static final long LEAST = 10_000_000;
  private static final int PART = 10;

  private final Map<String, Long> byNamespace = new HashMap<>();

  /** The limit of an HPA of a namespace. */
  long of(String namespace) {
    return byNamespace.getOrDefault(namespace, MOST);
  }

  /** An HPA of a namespace needed more. */
  void exceeded(String namespace) {
    byNamespace.put(namespace, Math.max(LEAST, of(namespace) / PART));
  }
}
