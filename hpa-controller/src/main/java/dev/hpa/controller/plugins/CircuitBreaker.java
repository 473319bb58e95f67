package dev.hpa.controller.plugins;

import dev.hpa.api.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stops calls to a plug-in that keeps failing.
 *
 * <p>Each namespace has a circuit. Initially closed, {@link #FAULTS} consecutive faults in calls of
 * the namespace open it for {@link #OPEN_FOR}. After that time it is half-open: one call is
 * permitted, whose success closes it and whose fault opens it again.
 *
 * <p>The circuits of all namespaces open only if the plug-in fails for more than one: after {@link
 * #FAULTS} consecutive faults in calls of at least two namespaces, if no call has succeeded for
 * {@link #OPEN_FOR}. So failures of the metrics of one namespace never stop the calls of others.
 * One fatal fault opens all circuits, because it puts the process at risk. The first success
 * afterwards closes all.
 *
 * <p>Only faults of the plug-in count: exceptions and missed deadlines. Failures that it returns as
 * values and waits for limits of this process do not. Thread-safe.
 */
final class CircuitBreaker {

  static final int FAULTS = 3;
  static final Duration OPEN_FOR = Duration.ofMinutes(1);

  /** A namespace without calls for longer is forgotten. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

  private final InstantSource clock;

  /** The namespaces whose last call was a fault, or that have asked while all circuits are open. */
  private final Map<String, Circuit> circuits = new HashMap<>();

  private final Set<String> failing = new HashSet<>();
  private int faults;
  private Instant lastMissed = Instant.MIN;
  private @Nullable Instant openUntil;
  private String reason = "";
  private String lastNamespace = "";
  private Instant lastSuccess = Instant.MIN;
  private Instant lastSuccessOfOthers = Instant.MIN;

  CircuitBreaker(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Circuits that a fault has opened.
   *
   * @param namespace whose circuit it is; null for those of all
   */
  record Opening(@Nullable String namespace) {

    boolean includes(String other) {
      return namespace == null || namespace.equals(other);
    }
  }

  /** The circuit of one namespace. */
  private static final class Circuit {
    int faults;
    String reason = "";
    Instant lastMissed = Instant.MIN;
    Instant lastUse;
    @Nullable Instant openUntil;

    Circuit(Instant now) {
      lastUse = now;
    }

    boolean isOpen(Instant now) {
      return openUntil != null && now.isBefore(openUntil);
    }

    void open(Instant until, String why, int times) {
      openUntil = until;
      reason = why + (times <= 1 ? "" : " " + times + " times in a row");
    }
  }

  /** Why calls of a namespace are not permitted now; null if they are. */
  synchronized @Nullable String refusal(String namespace) {
    Instant now = clock.instant();
    Circuit circuit = openUntil == null ? circuits.get(namespace) : circuit(namespace, now);
    if (circuit == null || circuit.openUntil == null) {
      return null;
    }
    if (circuit.isOpen(now)) {
      return "is not called until "
          + Timestamps.format(circuit.openUntil)
          + ", because it "
          + circuit.reason;
    }
    circuit.openUntil = now.plus(OPEN_FOR);
    return null;
  }

  private Circuit circuit(String namespace, Instant now) {
    Circuit known = circuits.get(namespace);
    if (known == null) {
      Instant oldest = now.minus(FORGOTTEN_AFTER);
      circuits.values().removeIf(each -> each.lastUse.isBefore(oldest));
      known = new Circuit(now);
      if (openUntil != null) {
        known.open(openUntil, reason, faults);
      }
      circuits.put(namespace, known);
    }
    known.lastUse = now;
    return known;
  }

  synchronized void success(String namespace) {
    Instant now = clock.instant();
    if (!namespace.equals(lastNamespace)) {
      lastSuccessOfOthers = lastSuccess;
      lastNamespace = namespace;
    }
    lastSuccess = now;
    faults = 0;
    failing.clear();
    circuits.remove(namespace);
    if (openUntil != null) {
      openUntil = null;
      circuits.clear();
    }
  }

  /**
   * Counts a fault. Concurrent calls that miss their deadlines count as one of each namespace, and
   * of the plug-in.
   *
   * @param begun the time when the call began
   * @return null if it opens no circuit
   */
  synchronized @Nullable Opening fault(String namespace, Instant begun, CallFailure failure) {
    Instant now = clock.instant();
    Circuit circuit = circuit(namespace, now);
    if (!failure.isLate()) {
      faults++;
    } else if (begun.isBefore(circuit.lastMissed)) {
      return null;
    } else {
      circuit.lastMissed = now;
      if (!begun.isBefore(lastMissed)) {
        lastMissed = now;
        faults++;
      }
    }
    circuit.faults++;
    failing.add(namespace);
    // One OutOfMemoryError opens all circuits: further attempts would put the process at risk.
    boolean isOfAll = faults >= FAULTS && failing.size() > 1 && !isRecent(lastSuccess, now);
    if (isOfAll || failure.kind() == CallFailure.Kind.FATAL) {
      openAll(failure.reason(), now);
      return new Opening(null);
    }
    if (circuit.faults >= FAULTS) {
      circuit.open(now.plus(OPEN_FOR), failure.reason(), circuit.faults);
      return new Opening(namespace);
    }
    return null;
  }

  private void openAll(String what, Instant now) {
    Instant until = now.plus(OPEN_FOR);
    openUntil = until;
    reason = what;
    failing.clear();
    circuits.values().forEach(each -> each.open(until, what, faults));
  }

  private static boolean isRecent(Instant time, Instant now) {
    return !time.isBefore(now.minus(OPEN_FOR));
  }

  /** Whether no call is permitted, or none of the namespaces that have called recently. */
  synchronized boolean isCircuitOpen() {
    Instant now = clock.instant();
    return (openUntil != null && now.isBefore(openUntil))
        || circuits.entrySet().stream()
            .anyMatch(
                each ->
                    each.getValue().isOpen(now)
                        && !isRecent(lastSuccessOfOthers(each.getKey()), now));
  }

  private Instant lastSuccessOfOthers(String namespace) {
    return namespace.equals(lastNamespace) ? lastSuccessOfOthers : lastSuccess;
  }
}
