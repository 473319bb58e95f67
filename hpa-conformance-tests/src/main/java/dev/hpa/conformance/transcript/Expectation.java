package dev.hpa.conformance.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An expectation of a step, which belongs to a rule. It is evaluated on the transcript alone, so a
 * recorded transcript always yields the same verdict.
 */
public sealed interface Expectation
    permits Expectation.Writes,
        Expectation.Condition,
        Expectation.ConditionSeen,
        Expectation.NoCondition,
        Expectation.Status,
        Expectation.EventSeen,
        Expectation.NoEvent,
        Expectation.Checked,
        ConditionMessage,
        EventMessage,
        NotBefore,
        WriteInterval,
        RequestSeen,
        NoRequest,
        RequestInterval {

  /** Tolerance of time comparisons: delay of watches and clock skew. */
  Duration TIMING_MARGIN = Duration.ofMillis(400);

  /** Returns the id of the rule. */
  String rule();

  /** Returns a description for reports. */
  String text();

  /**
   * Evaluates a step.
   *
   * @param step its observations, with the latest earlier status of each HPA
   * @return what was observed instead; empty if the expectation is met
   */
  Optional<String> evaluate(Transcript step);

  /**
   * Whether the expectation forbids something. A step in which the implementation does nothing at
   * all does not prove it.
   */
  default boolean isProhibition() {
    return false;
  }

  /**
   * Returns why a step does not exercise the expectation, although nothing contradicts it.
   *
   * @param step its observations
   * @return empty if the step exercises it
   */
  default Optional<String> notExercised(Transcript step) {
    return Optional.empty();
  }

  /**
   * Exactly these replicas are written to the scale of a target, in this order.
   *
   * @param replicas empty if no write is expected
   */
  record Writes(String rule, String target, List<Integer> replicas) implements Expectation {

    public Writes {
      replicas = List.copyOf(replicas);
    }

    @Override
    public String text() {
      return replicas.isEmpty()
          ? "no write to the scale of " + target
          : "writes to the scale of " + target + ": " + listed(replicas);
    }

    @Override
    public Optional<String> evaluate(Transcript step) {
      List<Integer> seen = step.writes(target).map(Observation.Scaled::replicas).toList();
      return seen.equals(replicas)
          ? Optional.empty()
          : Optional.of(seen.isEmpty() ? "no write" : "writes: " + listed(seen));
    }

    @Override
    public boolean isProhibition() {
      return replicas.isEmpty();
    }

    private static String listed(List<Integer> replicas) {
      return replicas.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
  }

  /**
   * A condition in the latest status.
   *
   * @param pattern the part of the message that the rule requires; {@code *} matches any text
   * @param message the message of kube-controller-manager, which a separate rule requires
   */
  record Condition(
      String rule,
      String autoscaler,
      String type,
      String status,
      String reason,
      String pattern,
      String message)
      implements Expectation {

    /** Returns a copy whose rule requires a message with this text. */
    public Condition containing(String text) {
      return new Condition(rule, autoscaler, type, status, reason, "*" + text + "*", message);
    }

    @Override
    public String text() {
      return "condition %s=%s/%s%s".formatted(type, status, reason, withMessage(pattern));
    }

    @Override
    public Optional<String> evaluate(Transcript step) {
      JsonNode seen = Expectation.condition(latest(step, autoscaler), type);
      return matches(seen) ? Optional.empty() : Optional.of(shown(type, seen));
    }

    /** Whether a condition has status, reason and message of the rule. */
    boolean matches(JsonNode seen) {
      return seen.path("status").asText().equals(status)
          && seen.path("reason").asText().equals(reason)
          && new Glob(pattern).matches(seen.path("message").asText());
    }
  }

  /**
   * A condition in any status of the step.
   *
   * @param message the message of kube-controller-manager, which a separate rule requires
   */
  record ConditionSeen(
      String rule, String autoscaler, String type, String status, String reason, String message)
      implements Expectation {

    @Override
    public String text() {
      return "temporary condition %s=%s/%s".formatted(type, status, reason);
    }

    @Override
    public Optional<String> evaluate(Transcript step) {
      List<Observation.Autoscaler> seen = statuses(step, autoscaler).toList();
      return seen.stream().anyMatch(this::is)
          ? Optional.empty()
          : Optional.of(
              seen.isEmpty()
                  ? "no status"
                  : seen.stream()
                      .map(
                          each ->
                              Expectation.condition(each.status(), type)
                                  .path("reason")
                                  .asText("none"))
                      .distinct()
                      .collect(Collectors.joining(", ", "only ", "")));
    }

    /** Whether a status has the condition. */
    public boolean is(Observation.Autoscaler seen) {
      JsonNode condition = Expectation.condition(seen.status(), type);
      return condition.path("status").asText().equals(status)
          && condition.path("reason").asText().equals(reason);
    }
  }

  /** A condition that the latest status must not have. */
  record NoCondition(String rule, String autoscaler, String type) implements Expectation {

    @Override
    public String text() {
      return "no condition " + type;
    }

    @Override
    public Optional<String> evaluate(Transcript step) {
      JsonNode seen = Expectation.condition(latest(step, autoscaler), type);
      return seen.isMissingNode() ? Optional.empty() : Optional.of(seen.toString());
    }

    @Override
    public boolean isProhibition() {
      return true;
    }
  }

  /**
   * A value in the latest status.
   *
   * @param pointer a JSON pointer
   * @param value the expected value; missing if the field must be absent
   */
  record Status(String rule, String autoscaler, String pointer, JsonNode value)
      implements Expectation {

    @Override
    public String text() {
      return "status" + pointer + " " + (value.isMissingNode() ? "absent" : value);
    }

    @Override
    public Optional<String> evaluate(Transcript step) {
      JsonNode seen = latest(step, autoscaler).at(pointer);
      return same(seen)
          ? Optional.empty()
          : Optional.of(seen.isMissingNode() ? "absent" : "" + seen);
    }

    @Override
    public boolean isProhibition() {
      return value.isMissingNode();
    }

    private boolean same(JsonNode seen) {
      return value.equals(seen) || (isNothing(value) && isNothing(seen));
    }

    private static boolean isNothing(JsonNode node) {
      return node.isMissingNode() || node.isNull() || (node.isContainerNode() && node.isEmpty());
    }
  }

  /**
   * An event about an object.
   *
   * @param pattern the part of the message that the rule requires; {@code *} matches any text
   * @param message the message of kube-controller-manager, which a separate rule requires
   */
  record EventSeen(
      String rule, String about, String type, String reason, String pattern, String message)
      implements Expectation {

    /** Returns a copy whose rule requires a message with these texts in this order. */
    public EventSeen containing(String... texts) {
      return new EventSeen(rule, about, type, reason, "*" + String.join("*", texts) + "*", message);
    }

    @Override
    public String text() {
      return "event %s %s%s".formatted(type, reason, withMessage(pattern));
    }

    @Override
    public Optional<String> evaluate(Transcript step) {
      List<Observation.Event> seen =
          step.all(Observation.Event.class).filter(each -> each.about().equals(about)).toList();
      return seen.stream().anyMatch(this::is)
          ? Optional.empty()
          : Optional.of(
              seen.isEmpty()
                  ? "no event"
                  : seen.stream()
                      .map(Observation.Event::line)
                      .distinct()
                      .collect(Collectors.joining("; ")));
    }

    /** Whether an event matches. */
    public boolean is(Observation.Event event) {
      return event.about().equals(about)
          && event.type().equals(type)
          && event.reason().equals(reason)
          && new Glob(pattern).matches(event.message());
    }
  }

  /** A reason for which no event must be emitted. */
  record NoEvent(String rule, String about, String reason) implements Expectation {

    @Override
    public String text() {
      return "no event " + reason;
    }

    @Override
    public Optional<String> evaluate(Transcript step) {
      return step.all(Observation.Event.class)
          .filter(each -> each.about().equals(about) && each.reason().equals(reason))
          .findFirst()
          .map(Observation.Event::line);
    }

    @Override
    public boolean isProhibition() {
      return true;
    }
  }

  /**
   * An expectation with its own check.
   *
   * @param check returns what was observed instead; empty if the expectation is met
   */
  record Checked(String rule, String text, Function<Transcript, Optional<String>> check)
      implements Expectation {

    @Override
    public Optional<String> evaluate(Transcript step) {
      return check.apply(step);
    }
  }

  /** Returns the condition of a type; missing if there is none. */
  static JsonNode condition(JsonNode status, String type) {
    for (JsonNode each : status.path("conditions")) {
      if (each.path("type").asText().equals(type)) {
        return each;
      }
    }
    return MissingNode.getInstance();
  }

  /** Returns the latest status of an HPA; missing if none was observed. */
  static JsonNode latest(Transcript step, String autoscaler) {
    return statuses(step, autoscaler)
        .reduce((one, later) -> later)
        .map(Observation.Autoscaler::status)
        .orElse(MissingNode.getInstance());
  }

  /** Returns the observed statuses of an HPA. */
  static Stream<Observation.Autoscaler> statuses(Transcript step, String autoscaler) {
    return step.all(Observation.Autoscaler.class).filter(each -> each.name().equals(autoscaler));
  }

  /** Describes an observed condition. */
  private static String shown(String type, JsonNode seen) {
    return seen.isMissingNode()
        ? "no condition " + type
        : "%s=%s/%s: %s"
            .formatted(
                type,
                seen.path("status").asText(),
                seen.path("reason").asText(),
                seen.path("message").asText());
  }

  private static String withMessage(String pattern) {
    return pattern.equals("*") ? "" : " with the message " + pattern;
  }

  /** Formats a time with one decimal. */
  static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
  }
}
