package dev.hpa.app.controller;

import dev.hpa.app.logging.Trouble;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of autoscalers whose reconciles fail: of each when that begins and when it is over, but of
 * so many at a time only; what all have in common need not be said a thousand times. Thread-safe.
 */
final class Failing {

  private static final Logger LOG = LoggerFactory.getLogger(Failing.class);
  private static final int TOLD_ALONE = 5;

  private final InstantSource clock;
  private final Map<String, Trouble> alone = new HashMap<>();
  private final Set<String> others = new HashSet<>();
  private final Trouble ofOthers;

  Failing(InstantSource clock) {
    this.clock = clock;
    this.ofOthers = new Trouble(LOG, "more autoscalers", clock);
  }

  /** A reconcile failed. */
  synchronized void failed(String key, String error) {
    if (!others.contains(key) && (alone.containsKey(key) || alone.size() < TOLD_ALONE)) {
      alone.computeIfAbsent(key, each -> new Trouble(LOG, each, clock)).met(error);
    } else {
      others.add(key);
      ofOthers.met("fail, too; first of them " + key + ": " + error);
    }
  }

  /** A reconcile succeeded, or there will be no more. */
  synchronized void well(String key) {
    Trouble own = alone.remove(key);
    if (own != null) {
      own.over();
    }
    if (others.remove(key) && others.isEmpty()) {
      ofOthers.over();
    }
  }
}
