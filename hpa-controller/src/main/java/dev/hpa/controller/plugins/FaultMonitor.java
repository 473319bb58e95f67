package dev.hpa.controller.plugins;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs the faults of one plug-in, and opens its circuits. Thread-safe. */
final class FaultMonitor {

  private static final Logger LOG = LoggerFactory.getLogger(FaultMonitor.class);

  private final String plugin;
  private final CircuitBreaker breaker;

  /**
   * @param plugin the type and name of the plug-in, as the subject of sentences
   */
  FaultMonitor(String plugin, Timeline timeline) {
    this.plugin = plugin;
    this.breaker = new CircuitBreaker(timeline::now);
  }

  /**
   * A fault that opened circuits.
   *
   * @param reason as the predicate of a sentence
   * @param namespace whose circuit it opened; null for those of all
   */
  record Opening(String reason, @Nullable String namespace) {

    boolean includes(String other) {
      return namespace == null || namespace.equals(other);
    }
  }

  /** Why calls of a namespace are not permitted now; null if they are. */
  @Nullable String refusal(String namespace) {
    return breaker.refusal(namespace);
  }

  /** Whether the circuits of all namespaces that have called recently are open. */
  boolean isCircuitOpen() {
    return breaker.isCircuitOpen();
  }

  void success(String namespace) {
    breaker.success(namespace);
  }

  /**
   * Counts a missed deadline of a call. Concurrent calls that hang count as one fault.
   *
   * @param begun the time when the call began
   * @return null if it opened no circuit
   */
  @Nullable Opening missedDeadline(String namespace, Instant begun) {
    String what = "did not answer in time";
    return opened(namespace, what, breaker.missed(namespace, begun, what));
  }

  /**
   * Counts an unexpected exception of a call.
   *
   * @return null if it opened no circuit
   */
  @Nullable Opening threw(String namespace, Throwable fault) {
    LOG.warn("{} failed: {}", plugin, FaultMessage.of(fault));
    LOG.debug("{} failed", plugin, fault);
    String what = "failed with " + PluginMessages.type(fault);
    // One OutOfMemoryError opens all circuits: further attempts would put the process at risk.
    return opened(
        namespace, what, breaker.threw(namespace, what, fault instanceof OutOfMemoryError));
  }

  private @Nullable Opening opened(String namespace, String what, CircuitBreaker.Opened opened) {
    if (opened == CircuitBreaker.Opened.NONE) {
      return null;
    }
    boolean isForAll = opened == CircuitBreaker.Opened.ALL;
    LOG.warn(
        "{} {}; circuit open for {} for {}",
        plugin,
        what,
        isForAll ? "all namespaces" : "namespace \"" + namespace + "\"",
        GoDuration.format(CircuitBreaker.OPEN_FOR));
    return new Opening(what, isForAll ? null : namespace);
  }
}
