package dev.hpa.conformance.transcript;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The message of an event, where the event that another rule expects exists.
 *
 * @param message {@code *} matches any text
 */
public record EventMessage(String rule, Expectation.EventSeen event, String message)
    implements Expectation {

  @Override
  public String text() {
    return "message of event %s %s: %s".formatted(event.type(), event.reason(), message);
  }

  @Override
  public Optional<String> evaluate(Transcript step) {
    List<String> seen = messages(step);
    Glob glob = new Glob(message);
    return seen.isEmpty() || seen.stream().anyMatch(glob::matches)
        ? Optional.empty()
        : Optional.of(seen.stream().distinct().collect(Collectors.joining("; ")));
  }

  @Override
  public Optional<String> notExercised(Transcript step) {
    return messages(step).isEmpty() ? Optional.of("no " + event.text()) : Optional.empty();
  }

  private List<String> messages(Transcript step) {
    return step.all(Observation.Event.class)
        .filter(event::is)
        .map(Observation.Event::message)
        .toList();
  }
}
