package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.kube.client.OutageLog;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs autoscalers whose reconciles fail: when failures of an autoscaler begin, change their cause
 * and end. At most 5 autoscalers at a time have their own lines; the others share one. Thread-safe.
 */
final class FailureLog {

  private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);
  private static final int LOGGED_ALONE = 5;

  private final InstantSource clock;
  private final Map<NamespacedName, OutageLog> alone = new HashMap<>();
  private final Set<NamespacedName> others = new HashSet<>();
  private final OutageLog ofOthers;

  FailureLog(InstantSource clock) {
    this.clock = clock;
    this.ofOthers = new OutageLog(LOG, "more autoscalers", clock);
  }

  /** Notes a failed reconcile. */
  synchronized void failed(NamespacedName key, String error) {
    if (!others.contains(key) && (alone.containsKey(key) || alone.size() < LOGGED_ALONE)) {
      alone.computeIfAbsent(key, each -> new OutageLog(LOG, each.toString(), clock)).met(error);
    } else {
      others.add(key);
      ofOthers.met("", "fail, too; first of them " + key + ": " + error);
    }
  }

  /** Notes a successful reconcile or a deleted autoscaler. */
  synchronized void succeeded(NamespacedName key) {
    OutageLog own = alone.remove(key);
    if (own != null) {
      own.over();
    }
    if (others.remove(key) && others.isEmpty()) {
      ofOthers.over();
    }
  }
}
