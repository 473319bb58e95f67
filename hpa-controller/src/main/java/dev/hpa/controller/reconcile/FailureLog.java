package dev.hpa.controller.reconcile;

import dev.hpa.api.GoDuration;
import dev.hpa.api.NamespacedName;
import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs why reconciles fail, by cause: when a cause begins, when it affects another number of
 * autoscalers, and when it ends because autoscalers recovered. The lines of a cause are a minute
 * apart, except those for a tenfold number of autoscalers and for the end. At most {@link
 * Limit#CAUSES} causes begin to be logged in a minute; the others follow. Repetitions are logged at
 * verbosity 4. Thread-safe.
 */
final class FailureLog {

  private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);
  private static final int TENFOLD = 10;

  private final InstantSource clock;
  private final IntSupplier all;
  private final Map<String, Outage> outages = new HashMap<>();

  /** Outages that ended, kept for a minute, so that their return is not logged at once. */
  private final Deque<String> ended = new ArrayDeque<>();

  private final Map<NamespacedName, Failing> autoscalers = new HashMap<>();
  private Instant windowBegan = Instant.MIN;
  private int newInWindow;

  /**
   * @param all the number of all autoscalers
   */
  FailureLog(InstantSource clock, IntSupplier all) {
    this.clock = clock;
    this.all = all;
  }

  /** An autoscaler that fails: its current causes, and those since its last success. */
  private static final class Failing {
    private Set<String> causes = Set.of();
    private final Set<String> known = new HashSet<>();
    private Instant lastLine = Instant.MIN;
  }

  /** The autoscalers that fail for one cause. */
  private static final class Outage {

    private final Instant since;
    private final String message;
    private final Set<NamespacedName> failing = new HashSet<>();
    private Instant lastLine;
    private int logged;
    private int most;
    private int recovered;

    Outage(Instant since, String message, Instant lastLine) {
      this.since = since;
      this.message = message;
      this.lastLine = lastLine;
    }

    void add(NamespacedName key) {
      failing.add(key);
      most = Math.max(most, failing.size());
    }

    boolean isOver() {
      return failing.isEmpty();
    }

    /** Whether the number of autoscalers is to be logged again. */
    boolean hasChanged(Instant now) {
      int count = failing.size();
      return count != logged && (isOld(lastLine, now) || (logged > 0 && count >= TENFOLD * logged));
    }

    void log(NamespacedName key, String latest, int all, Instant now) {
      boolean isFirst = logged == 0;
      logged = failing.size();
      lastLine = now;
      if (isFirst && logged == 1) {
        LOG.warn("{}: {}", key, latest);
      } else {
        LOG.warn("{}: {}; failing for this cause: {} of {} HPAs", key, latest, logged, all);
      }
    }

    /** Ends; silently if no autoscaler recovered, because all fail for other causes or are gone. */
    void end(NamespacedName key, Instant now) {
      if (logged == 0 || recovered == 0) {
        return;
      }
      String lasted = GoDuration.format(Duration.between(since, now));
      if (most > 1) {
        // One that fails again in between leaves more than once.
        LOG.info("{}: recovered after {}: {}", count(Math.min(recovered, most)), lasted, message);
      } else {
        LOG.info("{}: recovered after {}", key, lasted);
      }
    }

    private static String count(int autoscalers) {
      return autoscalers == 1 ? "1 HPA" : autoscalers + " HPAs";
    }
  }

  private static boolean isOld(Instant line, Instant now) {
    return line.equals(Instant.MIN) || !now.isBefore(line.plus(BETWEEN_LINES));
  }

  /**
   * Notes a finished reconcile.
   *
   * @param causes why it failed; empty if it succeeded
   */
  synchronized void ended(NamespacedName key, List<FailureCause> causes) {
    if (causes.isEmpty()) {
      recovered(key, true);
      return;
    }
    Instant now = clock.instant();
    Failing failing = autoscalers.computeIfAbsent(key, any -> new Failing());
    Set<String> before = failing.causes;
    failing.causes = new HashSet<>();
    causes.forEach(each -> failing.causes.add(each.key()));
    for (String each : before) {
      if (!failing.causes.contains(each)) {
        leave(each, key, false, now);
      }
    }
    causes.forEach(each -> failed(key, failing, each, now));
  }

  /** Forgets an autoscaler that was deleted or left the scope. */
  synchronized void forget(NamespacedName key) {
    recovered(key, false);
  }

  private void recovered(NamespacedName key, boolean hasRecovered) {
    Failing failing = autoscalers.remove(key);
    if (failing != null) {
      Instant now = clock.instant();
      failing.causes.forEach(each -> leave(each, key, hasRecovered, now));
    }
  }

  private void failed(NamespacedName key, Failing failing, FailureCause cause, Instant now) {
    Outage outage = outage(cause, now);
    outage.add(key);
    if (outage.hasChanged(now) && isDue(failing, cause, now) && admits(outage, now)) {
      outage.log(key, cause.message(), all.getAsInt(), now);
      failing.lastLine = now;
      if (failing.known.size() < Limit.CAUSES.asInt()) {
        failing.known.add(cause.key());
      }
    } else {
      LOG.debug("{}: still: {}", key, cause.message());
    }
  }

  /** The causes of one autoscaler that alternate are logged once a minute, after the first time. */
  private static boolean isDue(Failing failing, FailureCause cause, Instant now) {
    boolean isKnown =
        failing.known.contains(cause.key()) || failing.known.size() >= Limit.CAUSES.asInt();
    return !isKnown || isOld(failing.lastLine, now);
  }

  private Outage outage(FailureCause cause, Instant now) {
    Outage known = outages.get(cause.key());
    if (known != null && !known.isOver()) {
      return known;
    }
    Outage begun = new Outage(now, cause.message(), known == null ? Instant.MIN : known.lastLine);
    outages.put(cause.key(), begun);
    return begun;
  }

  private void leave(String cause, NamespacedName key, boolean hasRecovered, Instant now) {
    Outage outage = outages.get(cause);
    if (outage != null && outage.failing.remove(key)) {
      outage.recovered += hasRecovered ? 1 : 0;
      if (outage.isOver()) {
        outage.end(key, now);
        ended.add(cause);
      }
    }
    removeOld(now);
  }

  /** Each end is visited once: a scan of all outages would be quadratic when all end at once. */
  private void removeOld(Instant now) {
    while (!ended.isEmpty()) {
      Outage first = outages.get(ended.peek());
      if (first != null && first.isOver() && !isOld(first.lastLine, now)) {
        return;
      }
      String cause = ended.remove();
      if (first != null && first.isOver()) {
        outages.remove(cause);
      }
    }
  }

  private boolean admits(Outage outage, Instant now) {
    if (outage.logged > 0) {
      return true;
    }
    if (isOld(windowBegan, now)) {
      windowBegan = now;
      newInWindow = 0;
    }
    newInWindow++;
    if (newInWindow == Limit.CAUSES.asInt() + 1) {
      LOG.warn("HPAs fail for more causes than these; the next lines follow in a minute");
    }
    return newInWindow <= Limit.CAUSES.asInt();
  }
}
