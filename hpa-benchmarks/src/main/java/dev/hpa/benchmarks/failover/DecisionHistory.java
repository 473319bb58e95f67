package dev.hpa.benchmarks.failover;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which replica decided each autoscaler and when, from the audit log of the API server. Used by one
 * thread.
 */
final class DecisionHistory implements Consumer<AuditedRequest> {

  private final Map<String, List<By>> decisions = new HashMap<>();
  private final Map<String, List<By>> writes = new HashMap<>();

  /** A request by a replica. */
  record By(Instant at, String replica) {}

  /**
   * A decision that the next one by another replica follows.
   *
   * @param gap time between the two
   */
  record Takeover(Instant last, Instant next, Duration gap) {}

  @Override
  public void accept(AuditedRequest request) {
    By by = new By(request.at(), request.user());
    if (request.isDecision()) {
      decisions.computeIfAbsent(request.object(), any -> new ArrayList<>()).add(by);
    } else if (request.isWrite()) {
      writes.computeIfAbsent(request.object(), any -> new ArrayList<>()).add(by);
    }
  }

  /** The number of autoscalers that were decided at least once. */
  int autoscalers() {
    return decisions.size();
  }

  long decided() {
    return decisions.values().stream().mapToLong(List::size).sum();
  }

  long written() {
    return writes.values().stream().mapToLong(List::size).sum();
  }

  /** The number of decisions of each replica since an instant. */
  Map<String, Long> decidedSince(Instant begin) {
    Map<String, Long> counts = new HashMap<>();
    decisions.values().stream()
        .flatMap(Collection::stream)
        .filter(each -> !each.at().isBefore(begin))
        .forEach(each -> counts.merge(each.replica(), 1L, Long::sum));
    return counts;
  }

  /**
   * The autoscalers whose last decision before a fault was that of a replica, with their next
   * decision; without those that are not decided again before {@code end}.
   */
  List<Takeover> takeovers(String replica, Instant fault, Instant end) {
    List<Takeover> takeovers = new ArrayList<>();
    for (List<By> history : decisions.values()) {
      By last = lastBefore(history, fault);
      if (last == null || !last.replica().equals(replica)) {
        continue;
      }
      history.stream()
          .filter(each -> each.at().isAfter(fault) && each.at().isBefore(end))
          .findFirst()
          .ifPresent(
              next ->
                  takeovers.add(
                      new Takeover(last.at(), next.at(), Duration.between(last.at(), next.at()))));
    }
    return takeovers;
  }

  /** The number of autoscalers whose last decision before a fault was that of a replica. */
  int affected(String replica, Instant fault) {
    int affected = 0;
    for (List<By> history : decisions.values()) {
      By last = lastBefore(history, fault);
      affected += last != null && last.replica().equals(replica) ? 1 : 0;
    }
    return affected;
  }

  private static @Nullable By lastBefore(List<By> history, Instant end) {
    By last = null;
    for (By each : history) {
      if (each.at().isAfter(end)) {
        break;
      }
      last = each;
    }
    return last;
  }

  /** The longest time between two decisions of an autoscaler. */
  Duration longestGap() {
    Duration longest = Duration.ZERO;
    for (List<By> history : decisions.values()) {
      for (int i = 1; i < history.size(); i++) {
        Duration gap = Duration.between(history.get(i - 1).at(), history.get(i).at());
        longest = gap.compareTo(longest) > 0 ? gap : longest;
      }
    }
    return longest;
  }

  /**
   * The writes by which a replica writes an object again, less than a Lease's duration after its
   * previous write, although another one has written it in between: both took themselves to be
   * responsible.
   */
  List<String> interleaved(Duration leaseDuration) {
    List<String> found = new ArrayList<>();
    writes.forEach(
        (object, history) -> {
          for (int i = 2; i < history.size(); i++) {
            By first = history.get(i - 2);
            By between = history.get(i - 1);
            By again = history.get(i);
            if (again.replica().equals(first.replica())
                && !again.replica().equals(between.replica())
                && Duration.between(first.at(), again.at()).compareTo(leaseDuration) < 0) {
              found.add(object + " at " + again.at());
            }
          }
        });
    return found.stream().sorted().toList();
  }
}
