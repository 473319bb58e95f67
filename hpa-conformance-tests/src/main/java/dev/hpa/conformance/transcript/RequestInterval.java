package dev.hpa.conformance.transcript;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The minimum mean time between requests of a step.
 *
 * @param path path and query; {@code *} matches any text
 */
public record RequestInterval(String rule, String method, String path, Duration time)
    implements Expectation {

  /** With fewer requests there is no mean that a single delay does not dominate. */
  private static final int MIN_REQUESTS = 3;

  @Override
  public String text() {
    return "%s %s at most once per %s"
        .formatted(method, path, Expectation.seconds(time.toMillis()));
  }

  @Override
  public Optional<String> evaluate(Transcript step) {
    List<Observation.Request> seen = step.requests(method, path).toList();
    if (seen.size() < MIN_REQUESTS) {
      return Optional.empty();
    }
    long between = (seen.getLast().at() - seen.getFirst().at()) / (seen.size() - 1);
    return between >= time.minus(TIMING_MARGIN).toMillis()
        ? Optional.empty()
        : Optional.of("once per " + Expectation.seconds(between));
  }

  @Override
  public Optional<String> notExercised(Transcript step) {
    long count = step.requests(method, path).count();
    return count >= MIN_REQUESTS
        ? Optional.empty()
        : Optional.of(
            "%d of at least %d requests %s %s".formatted(count, MIN_REQUESTS, method, path));
  }
}
