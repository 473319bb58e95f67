package dev.hpa.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How long the pods of a workload took to start, as their status says: the median over those that
 * are ready.
 *
 * @param start from the creation until all containers run
 * @param readiness from then until the condition Ready
 * @param pods the number of pods
 */
public record PodTimesSeen(Duration start, Duration readiness, int pods) {
  /** A pod whose Ready condition changed later was restarted or lost its readiness meanwhile. */
  private static final Duration MAX_TIME = Duration.ofHours(1);

  /** The times of pods that are seen one after another. Used by one thread. */
  static final class Samples {
    private final List<Duration> starts = new ArrayList<>();
    private final List<Duration> readinesses = new ArrayList<>();

    void add(JsonNode pod) {
      PodTimesSeen.add(pod, starts, readinesses);
    }

    /** The medians; empty if no pod was ready. */
    Optional<PodTimesSeen> medians() {
      return starts.isEmpty()
          ? Optional.empty()
          : Optional.of(new PodTimesSeen(median(starts), median(readinesses), starts.size()));
    }
  }

  private static void add(JsonNode pod, List<Duration> starts, List<Duration> readinesses) {
    Instant created = time(pod.path("metadata").path("creationTimestamp"));
    Instant ready = Instant.MIN;
    for (JsonNode condition : pod.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("Ready")
          && condition.path("status").asText().equals("True")) {
        ready = time(condition.path("lastTransitionTime"));
      }
    }
    Instant running = created;
    for (JsonNode container : pod.path("status").path("containerStatuses")) {
      Instant started = time(container.path("state").path("running").path("startedAt"));
      running = started.isAfter(running) ? started : running;
    }
    boolean isUsable =
        !created.equals(Instant.MIN)
            && !ready.isBefore(created)
            && Duration.between(created, ready).compareTo(MAX_TIME) <= 0;
    if (isUsable) {
      Instant until = running.isAfter(ready) ? ready : running;
      starts.add(Duration.between(created, until));
      readinesses.add(Duration.between(until, ready));
    }
  }

  private static Instant time(JsonNode text) {
    try {
      return text.isMissingNode() ? Instant.MIN : Timestamps.parse(text.asText());
    } catch (IllegalArgumentException malformed) {
      return Instant.MIN;
    }
  }

  private static Duration median(List<Duration> all) {
    Collections.sort(all);
    return all.get((all.size() - 1) / 2);
  }
}
