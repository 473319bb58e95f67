package dev.hpa.conformance.transcript;

import java.time.Duration;
import java.util.Optional;

/** Replicas that must not be written before some time has elapsed since the start of the step. */
public record NotBefore(String rule, String target, int replicas, Duration time)
    implements Expectation {

  @Override
  public String text() {
    return "no write of %d to the scale of %s before %s"
        .formatted(replicas, target, Expectation.seconds(time.toMillis()));
  }

  @Override
  public Optional<String> evaluate(Transcript step) {
    long started = step.started();
    return step.writes(target)
        .filter(each -> each.replicas() == replicas)
        .filter(each -> each.at() - started < time.minus(TIMING_MARGIN).toMillis())
        .findFirst()
        .map(each -> "written after " + Expectation.seconds(each.at() - started));
  }

  @Override
  public Optional<String> notExercised(Transcript step) {
    return step.writes(target).anyMatch(each -> each.replicas() == replicas)
        ? Optional.empty()
        : Optional.of("no write of " + replicas);
  }
}
