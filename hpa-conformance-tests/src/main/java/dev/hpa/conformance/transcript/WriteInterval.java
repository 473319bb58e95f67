package dev.hpa.conformance.transcript;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The minimum time between two writes to the scale of a target. */
public record WriteInterval(String rule, String target, Duration time) implements Expectation {

  @Override
  public String text() {
    return "at least %s between writes to the scale of %s"
        .formatted(Expectation.seconds(time.toMillis()), target);
  }

  @Override
  public Optional<String> evaluate(Transcript step) {
    List<Observation.Scaled> seen = step.writes(target).toList();
    for (int i = 1; i < seen.size(); i++) {
      long between = seen.get(i).at() - seen.get(i - 1).at();
      if (between < time.minus(TIMING_MARGIN).toMillis()) {
        return Optional.of(
            "%d written %s after %d"
                .formatted(
                    seen.get(i).replicas(),
                    Expectation.seconds(between),
                    seen.get(i - 1).replicas()));
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> notExercised(Transcript step) {
    long count = step.writes(target).count();
    return count >= 2 ? Optional.empty() : Optional.of(count + " of at least 2 writes");
  }
}
