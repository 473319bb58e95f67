package dev.hpa.controller.plugins;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs the faults of one plug-in, and opens its circuit. Thread-safe. */
final class FaultMonitor {

  private static final Logger LOG = LoggerFactory.getLogger(FaultMonitor.class);

  private final String plugin;
  private final Timeline timeline;
  private final CircuitBreaker breaker;
  private Instant lastMissed = Instant.MIN;

  /**
   * @param plugin the type and name of the plug-in, as the subject of sentences
   */
  FaultMonitor(String plugin, Timeline timeline) {
    this.plugin = plugin;
    this.timeline = timeline;
    this.breaker = new CircuitBreaker(timeline::now);
  }

  /** Why calls are not permitted now; null if they are. */
  @Nullable String refusal() {
    return breaker.refusal();
  }

  boolean isCircuitOpen() {
    return breaker.isCircuitOpen();
  }

  void success() {
    breaker.success();
  }

  /**
   * Counts a missed deadline. Concurrent calls that hang count as one fault.
   *
   * @param begun the time when the call began
   * @return the fault if it opened the circuit; else null
   */
  @Nullable String missedDeadline(Instant begun) {
    return isFirstMissed(begun) ? fault("did not answer in time", false) : null;
  }

  private synchronized boolean isFirstMissed(Instant begun) {
    if (begun.isBefore(lastMissed)) {
      return false;
    }
    lastMissed = timeline.now();
    return true;
  }

  /**
   * Counts an unexpected exception of a call.
   *
   * @return the fault if it opened the circuit; else null
   */
  @Nullable String threw(Throwable fault) {
    LOG.warn("{} failed: {}", plugin, FaultMessage.of(fault));
    LOG.debug("{} failed", plugin, fault);
    // One OutOfMemoryError opens the circuit: further attempts would put the process at risk.
    return fault(
        "failed with " + fault.getClass().getSimpleName(), fault instanceof OutOfMemoryError);
  }

  private @Nullable String fault(String what, boolean isFatal) {
    if (!breaker.fault(what, isFatal)) {
      return null;
    }
    LOG.warn(
        "{} {}; circuit open for {}", plugin, what, GoDuration.format(CircuitBreaker.OPEN_FOR));
    return what;
  }
}
