package dev.hpa.controller.shards;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks the order in which writes reach the server: after the first write of a later tenure of a
 * namespace, none of an earlier one arrives. A tenure is the time in which one replica holds the
 * shard of the namespace, without another one in between.
 */
final class WriteHistory {

  private final Map<String, String> writers = new HashMap<>();
  private final Map<String, Set<String>> ended = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private long writes;

  /**
   * A write has reached the server.
   *
   * @param tenure the replica, a slash, and a number
   */
  void written(double seconds, String namespace, String tenure) {
    writes++;
    String before = writers.put(namespace, tenure);
    if (tenure.equals(before)) {
      return;
    }
    Set<String> over = ended.computeIfAbsent(namespace, any -> new HashSet<>());
    if (before != null && !replica(before).equals(replica(tenure))) {
      over.add(before);
    }
    if (over.contains(tenure)) {
      violations.add("%.3f s: %s writes %s after %s".formatted(seconds, tenure, namespace, before));
    }
  }

  private static String replica(String tenure) {
    return tenure.substring(0, tenure.indexOf('/'));
  }

  List<String> violations() {
    return violations;
  }

  long writes() {
    return writes;
  }
}
