package dev.hpa.kube.client;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import dev.hpa.spi.ApiRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The calls to an API server that have not ended, with their waits, retries and the reading of the
 * response; watches are not among them. Thread-safe.
 */
public final class PendingCalls {

  private final Timeline timeline;
  private final Set<Pending> calls = ConcurrentHashMap.newKeySet();

  PendingCalls(Timeline timeline) {
    this.timeline = timeline;
  }

  /** One call; equal to no other. */
  final class Pending {
    private final ApiRequest request;
    private final Instant since;

    private Pending(ApiRequest request, Instant since) {
      this.request = request;
      this.since = since;
    }

    private Duration age() {
      return Duration.between(since, timeline.now());
    }

    void end() {
      calls.remove(this);
    }
  }

  /** A call begins; the result ends it. */
  Pending begin(ApiRequest request) {
    Pending call = new Pending(request, timeline.now());
    calls.add(call);
    return call;
  }

  /** How long the oldest call has taken so far, on the connection's timeline; zero without one. */
  public Duration longest() {
    return oldest(calls).map(Pending::age).orElse(Duration.ZERO);
  }

  /**
   * The calls that have taken longer than a limit, in one line; null when there are none.
   *
   * @param limit on the connection's timeline
   */
  public @Nullable String longerThan(Duration limit) {
    List<Pending> late = calls.stream().filter(call -> call.age().compareTo(limit) > 0).toList();
    return oldest(late)
        .map(
            call ->
                "%d calls to the API server take longer than %s, the longest: %s %s"
                    .formatted(
                        late.size(),
                        GoDuration.format(limit),
                        call.request.method(),
                        call.request.path()))
        .orElse(null);
  }

  private static Optional<Pending> oldest(Collection<Pending> among) {
    return among.stream().min(Comparator.comparing(call -> call.since));
  }
}
