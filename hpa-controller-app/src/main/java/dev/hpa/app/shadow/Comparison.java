package dev.hpa.app.shadow;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * One autoscaler's decisions here and there.
 *
 * <p>Two controllers never look in the same moment. A decision made here agrees with the other's if
 * the other's status said as much at some time from a period before it to two periods after it.
 */
final class Comparison {

  private final Duration period;
  private final Instant comparableFrom;
  private final Deque<Said> theirs = new ArrayDeque<>();
  private final Deque<Said> ours = new ArrayDeque<>();

  /**
   * @param comparableFrom until then the other remembers what this one has not seen
   */
  Comparison(Duration period, Instant comparableFrom) {
    this.period = period;
    this.comparableFrom = comparableFrom;
  }

  private record Said(Instant at, Verdict verdict) {}

  /** How a decision of some time ago compares. */
  enum Result {
    AGREES,
    /** As many replicas, for another reason; where a window ends this happens to equals too. */
    OTHER_REASON,
    DIFFERS,
    /** One of the two remembers more. */
    LEARNING
  }

  /**
   * @param at when this one decided
   * @param theirs what the other said nearest to that
   */
  record Compared(Result result, Instant at, Verdict ours, Verdict theirs) {}

  /** The other's status is this from now on. */
  synchronized void theySay(Verdict verdict, Instant now) {
    Said last = theirs.peekLast();
    if (last == null || !last.verdict().equals(verdict)) {
      theirs.add(new Said(now, verdict));
    }
  }

  /** This one has decided. Returns what can be compared by now. */
  synchronized List<Compared> weSay(Verdict verdict, Instant now) {
    ours.add(new Said(now, verdict));
    List<Compared> compared = new ArrayList<>();
    while (!ours.isEmpty() && !ours.getFirst().at().plus(period.multipliedBy(2)).isAfter(now)) {
      Said said = ours.removeFirst();
      forgetTheirsBefore(said.at().minus(period));
      if (!theirs.isEmpty()) {
        compared.add(compare(said));
      }
    }
    return compared;
  }

  private Compared compare(Said said) {
    Instant until = said.at().plus(period.multipliedBy(2));
    Verdict nearest = theirs.getFirst().verdict();
    Verdict asMany = null;
    for (Said other : theirs) {
      if (other.at().isAfter(until)) {
        break;
      }
      if (other.verdict().isLike(said.verdict())) {
        return new Compared(Result.AGREES, said.at(), said.verdict(), other.verdict());
      }
      if (other.verdict().wantsAsManyAs(said.verdict())) {
        asMany = other.verdict();
      }
      if (!other.at().isAfter(said.at().plus(period))) {
        nearest = other.verdict();
      }
    }
    if (said.at().isBefore(comparableFrom)) {
      return new Compared(Result.LEARNING, said.at(), said.verdict(), nearest);
    }
    return asMany == null
        ? new Compared(Result.DIFFERS, said.at(), said.verdict(), nearest)
        : new Compared(Result.OTHER_REASON, said.at(), said.verdict(), asMany);
  }

  /** What was said until a moment matters only as far as it still held then. */
  private void forgetTheirsBefore(Instant moment) {
    while (theirs.size() > 1) {
      Said first = theirs.removeFirst();
      if (theirs.getFirst().at().isAfter(moment)) {
        theirs.addFirst(first);
        return;
      }
    }
  }
}
