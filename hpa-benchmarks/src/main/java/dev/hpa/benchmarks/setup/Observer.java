package dev.hpa.benchmarks.setup;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.server.TrafficMetrics;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.StoredObject;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Records when the status of each autoscaler is written. Thread-safe. */
final class Observer {

  private static final TrafficMetrics.Count NOTHING = new TrafficMetrics.Count(0, 0, 0);

  private final Population population;
  private final TrafficMetrics traffic;
  private final long[] lastWritten;
  private final Set<Integer> decided = new HashSet<>();
  private final BitSet missingMetric = new BitSet();
  private List<Long> first = new ArrayList<>();
  private List<Integer> gaps = new ArrayList<>();
  private List<Integer> hungGaps = new ArrayList<>();
  private Map<TrafficMetrics.Kind, TrafficMetrics.Count> before;
  private int maxAgeMillis = Integer.MAX_VALUE;
  private @Nullable Long lateWritten;

  private Observer(Population population, TrafficMetrics traffic) {
    this.population = population;
    this.traffic = traffic;
    this.lastWritten = new long[population.autoscalers()];
    this.before = traffic.counts();
  }

  static Observer of(Sandbox sandbox, Population population) {
    Observer observer = new Observer(population, sandbox.traffic());
    sandbox.cluster().objects(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS).onChange(observer::note);
    return observer;
  }

  private void note(Change change) {
    boolean isWrite = change.before() != null && change.after() != null;
    if (isWrite && !change.last().namespace().equals(WarmUp.NAMESPACE)) {
      noteWrite(Population.number(change.last().name()), change.last());
    }
  }

  private synchronized void noteWrite(int number, StoredObject written) {
    long now = System.nanoTime();
    if (lastWritten[number] != 0) {
      int gap = (int) ((now - lastWritten[number]) / 1_000_000);
      (population.isHung(number) ? hungGaps : gaps).add(gap);
      if (gap > maxAgeMillis) {
        lateWritten = System.currentTimeMillis();
      }
    } else if (!scalingActive(written.tree()).isEmpty()) {
      first.add(System.currentTimeMillis());
    } else {
      // A status without the condition ScalingActive is written before metrics are read.
      return;
    }
    missingMetric.set(number, missesMetric(written.tree()));
    lastWritten[number] = now;
    decided.add(number);
  }

  /** Returns the status of the condition ScalingActive; empty if it is absent. */
  private static String scalingActive(JsonNode autoscaler) {
    for (JsonNode condition : autoscaler.at("/status/conditions")) {
      if (condition.path("type").asText().equals("ScalingActive")) {
        return condition.path("status").asText();
      }
    }
    return "";
  }

  /** A metric that failed among several has an entry without a type. */
  private static boolean missesMetric(JsonNode autoscaler) {
    for (JsonNode metric : autoscaler.at("/status/currentMetrics")) {
      if (metric.path("type").asText().isEmpty()) {
        return true;
      }
    }
    return scalingActive(autoscaler).equals("False");
  }

  /**
   * Sets the age at which a status becomes overdue.
   *
   * @param millis the age, in ms
   */
  synchronized void limitAge(int millis) {
    maxAgeMillis = millis;
    lateWritten = null;
  }

  /** Returns what is overdue now or was since the last call of {@link #limitAge}. */
  synchronized Backlog backlog() {
    long now = System.nanoTime();
    int overdue =
        (int)
            LongStream.of(lastWritten)
                .filter(written -> written == 0 || (now - written) / 1_000_000 > maxAgeMillis)
                .count();
    return new Backlog(overdue, lateWritten);
  }

  /** Returns what happened since the previous call. */
  synchronized Observation observe() {
    Map<TrafficMetrics.Kind, TrafficMetrics.Count> now = traffic.counts();
    List<Observation.Requests> requests =
        now.entrySet().stream()
            .map(
                each ->
                    Observation.Requests.of(
                        each.getKey(),
                        before.getOrDefault(each.getKey(), NOTHING),
                        each.getValue()))
            .filter(Observation.Requests::isAny)
            .toList();
    gaps.sort(Comparator.naturalOrder());
    hungGaps.sort(Comparator.naturalOrder());
    Observation observation =
        new Observation(
            System.currentTimeMillis(),
            decided.size(),
            missingMetric.cardinality(),
            first,
            gaps,
            hungGaps,
            requests);
    before = now;
    decided.clear();
    first = new ArrayList<>();
    gaps = new ArrayList<>();
    hungGaps = new ArrayList<>();
    return observation;
  }
}
