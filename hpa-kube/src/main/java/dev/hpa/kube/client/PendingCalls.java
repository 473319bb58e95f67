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
 * The calls to an API server in progress, including their waits, retries and the reading of
 * responses, without watches. Thread-safe.
 */
public final class PendingCalls {

  private final Timeline timeline;
  private final Set<Pending> calls = ConcurrentHashMap.newKeySet();

  PendingCalls(Timeline timeline) {
    this.timeline = timeline;
  }

  /** A call in progress, compared by identity. */
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

  /** Registers a call; the result ends it. */
  Pending begin(ApiRequest request) {
    Pending call = new Pending(request, timeline.now());
    calls.add(call);
    return call;
  }

  /** The age of the oldest call, in the time of the connection's timeline; zero without one. */
  public Duration longest() {
    return oldest(calls).map(Pending::age).orElse(Duration.ZERO);
  }

  /**
   * A one-line description of the calls older than a limit; null if there are none.
   *
   * @param limit in the time of the connection's timeline
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
