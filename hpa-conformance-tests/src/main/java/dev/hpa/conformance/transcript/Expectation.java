package dev.hpa.conformance.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Something that has to be seen in a step of a case, by a rule. Judged on what was seen alone, so
 * that a verdict can be repeated at any time.
 */
public sealed interface Expectation {

  /** How much later than it happened something may be seen, or earlier than a clock says. */
  Duration BLUR = Duration.ofMillis(400);

  /** The id of the rule that asks for it. */
  String rule();

  /** What is expected, in words. */
  String text();

  /**
   * Judges a step.
   *
   * @param step what was seen in it, the newest status of each autoscaler before it included
   * @return what was seen instead; empty if it is as expected
   */
  Optional<String> judge(Transcript step);

  /** A name of the autoscaler or the target most cases have. */
  String USUAL = "web";

  /**
   * The replicas written to a target, all of them and in this order.
   *
   * @param replicas empty if nothing is to be written
   */
  record Writes(String rule, String target, List<Integer> replicas) implements Expectation {

    public Writes {
      replicas = List.copyOf(replicas);
    }

    @Override
    public String text() {
      return replicas.isEmpty()
          ? "nothing written to the scale of " + target
          : "written to the scale of " + target + ": " + listed(replicas);
    }

    @Override
    public Optional<String> judge(Transcript step) {
      List<Integer> seen = written(step, target).map(Observation.Scaled::replicas).toList();
      return seen.equals(replicas)
          ? Optional.empty()
          : Optional.of(seen.isEmpty() ? "nothing written" : "written: " + listed(seen));
    }

    private static String listed(List<Integer> replicas) {
      return replicas.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
  }

  /** The last replicas written to a target. */
  record Settles(String rule, String target, int replicas) implements Expectation {

    @Override
    public String text() {
      return "the scale of " + target + " written until it is " + replicas;
    }

    @Override
    public Optional<String> judge(Transcript step) {
      List<Observation.Scaled> seen = written(step, target).toList();
      return !seen.isEmpty() && seen.getLast().replicas() == replicas
          ? Optional.empty()
          : Optional.of(seen.isEmpty() ? "nothing written" : "last: " + seen.getLast().replicas());
    }
  }

  /** Replicas that must not be written before some time of the step is over. */
  record NotBefore(String rule, String target, int replicas, Duration time) implements Expectation {

    @Override
    public String text() {
      return "%d not written to the scale of %s before %s are over"
          .formatted(replicas, target, seconds(time.toMillis()));
    }

    @Override
    public Optional<String> judge(Transcript step) {
      long began = began(step);
      return written(step, target)
          .filter(each -> each.replicas() == replicas)
          .filter(each -> each.at() - began < time.minus(BLUR).toMillis())
          .findFirst()
          .map(each -> "written after " + seconds(each.at() - began));
    }
  }

  /** Writes that must not follow one another faster. */
  record Apart(String rule, String target, Duration time) implements Expectation {

    @Override
    public String text() {
      return "writes to the scale of %s at least %s apart"
          .formatted(target, seconds(time.toMillis()));
    }

    @Override
    public Optional<String> judge(Transcript step) {
      List<Observation.Scaled> seen = written(step, target).toList();
      for (int i = 1; i < seen.size(); i++) {
        long between = seen.get(i).at() - seen.get(i - 1).at();
        if (between < time.minus(BLUR).toMillis()) {
          return Optional.of(
              "%d %s after %d"
                  .formatted(seen.get(i).replicas(), seconds(between), seen.get(i - 1).replicas()));
        }
      }
      return Optional.empty();
    }
  }

  /**
   * A condition in the newest status.
   *
   * @param message {@code *} stands for anything
   */
  record Condition(
      String rule, String autoscaler, String type, String status, String reason, String message)
      implements Expectation {

    @Override
    public String text() {
      return "condition %s=%s/%s: %s".formatted(type, status, reason, message);
    }

    @Override
    public Optional<String> judge(Transcript step) {
      JsonNode seen = Expectation.condition(newest(step, autoscaler), type);
      if (seen.path("status").asText().equals(status)
          && seen.path("reason").asText().equals(reason)
          && new Glob(message).matches(seen.path("message").asText())) {
        return Optional.empty();
      }
      return Optional.of(
          seen.isMissingNode()
              ? "no condition " + type
              : "%s=%s/%s: %s"
                  .formatted(
                      type,
                      seen.path("status").asText(),
                      seen.path("reason").asText(),
                      seen.path("message").asText()));
    }
  }

  /**
   * A condition that some status of the step has, be it for a moment.
   *
   * @param message {@code *} stands for anything
   */
  record Showed(
      String rule, String autoscaler, String type, String status, String reason, String message)
      implements Expectation {

    @Override
    public String text() {
      return "for a while, condition %s=%s/%s: %s".formatted(type, status, reason, message);
    }

    @Override
    public Optional<String> judge(Transcript step) {
      List<Observation.Autoscaler> seen =
          step.all(Observation.Autoscaler.class)
              .filter(each -> each.name().equals(autoscaler))
              .toList();
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

    /** Whether a status has it. */
    public boolean is(Observation.Autoscaler seen) {
      JsonNode condition = Expectation.condition(seen.status(), type);
      return condition.path("status").asText().equals(status)
          && condition.path("reason").asText().equals(reason)
          && new Glob(message).matches(condition.path("message").asText());
    }
  }

  /** A condition that the newest status must not have. */
  record NoCondition(String rule, String autoscaler, String type) implements Expectation {

    @Override
    public String text() {
      return "no condition " + type;
    }

    @Override
    public Optional<String> judge(Transcript step) {
      JsonNode seen = Expectation.condition(newest(step, autoscaler), type);
      return seen.isMissingNode() ? Optional.empty() : Optional.of(seen.toString());
    }
  }

  /**
   * A value in the newest status.
   *
   * @param pointer a JSON pointer
   * @param value as JSON; missing for none
   */
  record Status(String rule, String autoscaler, String pointer, JsonNode value)
      implements Expectation {

    @Override
    public String text() {
      return "status" + pointer + " " + (value.isMissingNode() ? "absent" : value);
    }

    @Override
    public Optional<String> judge(Transcript step) {
      JsonNode seen = newest(step, autoscaler).at(pointer);
      return same(seen)
          ? Optional.empty()
          : Optional.of(seen.isMissingNode() ? "absent" : "" + seen);
    }

    private boolean same(JsonNode seen) {
      return value.equals(seen) || (isNothing(value) && isNothing(seen));
    }

    private static boolean isNothing(JsonNode node) {
      return node.isMissingNode() || node.isNull() || (node.isContainerNode() && node.isEmpty());
    }
  }

  /**
   * An event.
   *
   * @param message {@code *} stands for anything
   */
  record Said(String rule, String about, String type, String reason, String message)
      implements Expectation {

    @Override
    public String text() {
      return "event %s %s: %s".formatted(type, reason, message);
    }

    @Override
    public Optional<String> judge(Transcript step) {
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

    /** Whether it is this event. */
    public boolean is(Observation.Event event) {
      return event.about().equals(about)
          && event.type().equals(type)
          && event.reason().equals(reason)
          && new Glob(message).matches(event.message());
    }
  }

  /** Events that must not come. */
  record NotSaid(String rule, String about, String reason) implements Expectation {

    @Override
    public String text() {
      return "no event " + reason;
    }

    @Override
    public Optional<String> judge(Transcript step) {
      return step.all(Observation.Event.class)
          .filter(each -> each.about().equals(about) && each.reason().equals(reason))
          .findFirst()
          .map(Observation.Event::line);
    }
  }

  /**
   * A request of the implementation.
   *
   * @param path with query; {@code *} stands for anything
   * @param times at least
   */
  record Asked(String rule, String method, String path, int times) implements Expectation {

    @Override
    public String text() {
      return "at least %d × %s %s".formatted(times, method, path);
    }

    @Override
    public Optional<String> judge(Transcript step) {
      long seen = asked(step, method, path).count();
      return seen >= times ? Optional.empty() : Optional.of(seen + " × among " + requests(step));
    }

    private static String requests(Transcript step) {
      String all =
          step.all(Observation.Request.class)
              .map(each -> each.method() + " " + each.path())
              .distinct()
              .limit(12)
              .collect(Collectors.joining(", "));
      return all.isEmpty() ? "no requests" : all;
    }
  }

  /** Requests the implementation must not make. */
  record NotAsked(String rule, String method, String path) implements Expectation {

    @Override
    public String text() {
      return "no " + method + " " + path;
    }

    @Override
    public Optional<String> judge(Transcript step) {
      return asked(step, method, path).findFirst().map(Observation.Request::line);
    }
  }

  /** Requests of which one must not follow another faster, on the average of the step. */
  record Paced(String rule, String method, String path, Duration time) implements Expectation {

    @Override
    public String text() {
      return "%s %s no more often than every %s".formatted(method, path, seconds(time.toMillis()));
    }

    @Override
    public Optional<String> judge(Transcript step) {
      List<Observation.Request> seen = asked(step, method, path).toList();
      if (seen.size() < 3) {
        return Optional.empty();
      }
      long between = (seen.getLast().at() - seen.getFirst().at()) / (seen.size() - 1);
      return between >= time.minus(BLUR).toMillis()
          ? Optional.empty()
          : Optional.of("every " + seconds(between));
    }
  }

  /**
   * Anything else that can be said of what was seen.
   *
   * @param check finds what was seen instead
   */
  record Checked(String rule, String text, Function<Transcript, Optional<String>> check)
      implements Expectation {

    @Override
    public Optional<String> judge(Transcript step) {
      return check.apply(step);
    }
  }

  /** The condition of a type; missing if there is none. */
  static JsonNode condition(JsonNode status, String type) {
    for (JsonNode each : status.path("conditions")) {
      if (each.path("type").asText().equals(type)) {
        return each;
      }
    }
    return MissingNode.getInstance();
  }

  /** The newest status of an autoscaler; missing if none was seen. */
  static JsonNode newest(Transcript step, String autoscaler) {
    return step.all(Observation.Autoscaler.class)
        .filter(each -> each.name().equals(autoscaler))
        .reduce((one, later) -> later)
        .map(Observation.Autoscaler::status)
        .orElse(MissingNode.getInstance());
  }

  private static Stream<Observation.Scaled> written(Transcript step, String target) {
    return step.all(Observation.Scaled.class).filter(each -> each.target().equals(target));
  }

  private static Stream<Observation.Request> asked(Transcript step, String method, String path) {
    Glob glob = new Glob(path);
    return step.all(Observation.Request.class)
        .filter(each -> each.method().equals(method) && glob.matches(each.path()));
  }

  private static long began(Transcript step) {
    return step.all(Observation.Step.class).findFirst().map(Observation.Step::at).orElse(0L);
  }

  private static String seconds(long millis) {
    return "%.1f s".formatted(millis / 1000.0);
  }
}
