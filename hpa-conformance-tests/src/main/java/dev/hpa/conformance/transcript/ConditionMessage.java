package dev.hpa.conformance.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The message of a condition, where the condition has the expected status and reason.
 *
 * @param temporary whether any status of the step may have it, not only the latest
 * @param message {@code *} matches any text
 */
public record ConditionMessage(
    String rule,
    String autoscaler,
    String type,
    String status,
    String reason,
    boolean temporary,
    String message)
    implements Expectation {

  @Override
  public String text() {
    return "message of condition %s=%s/%s: %s".formatted(type, status, reason, message);
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
    return messages(step).isEmpty()
        ? Optional.of("no condition %s=%s/%s".formatted(type, status, reason))
        : Optional.empty();
  }

  private List<String> messages(Transcript step) {
    List<Observation.Autoscaler> statuses = Expectation.statuses(step, autoscaler).toList();
    return statuses.stream()
        .skip(temporary || statuses.isEmpty() ? 0 : statuses.size() - 1)
        .map(each -> Expectation.condition(each.status(), type))
        .filter(this::is)
        .map(each -> each.path("message").asText())
        .toList();
  }

  private boolean is(JsonNode condition) {
    return condition.path("status").asText().equals(status)
        && condition.path("reason").asText().equals(reason);
  }
}
