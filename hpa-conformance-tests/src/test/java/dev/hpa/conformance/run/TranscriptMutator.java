package dev.hpa.conformance.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hpa.conformance.transcript.ConditionMessage;
import dev.hpa.conformance.transcript.EventMessage;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.NoRequest;
import dev.hpa.conformance.transcript.NotBefore;
import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.RequestInterval;
import dev.hpa.conformance.transcript.RequestSeen;
import dev.hpa.conformance.transcript.Transcript;
import dev.hpa.conformance.transcript.WriteInterval;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Changes the transcript of a conformant implementation so that it violates one expectation and no
 * other.
 */
final class TranscriptMutator {

  private static final Set<String> OPTIONAL_REASONS =
      Set.of(
          "SucceededGetScale",
          "ReadyForNewScale",
          "ScaleDownStabilized",
          "ScaleUpStabilized",
          "SucceededRescale",
          "TooManyReplicas",
          "TooFewReplicas",
          "DesiredWithinRange");

  private final Transcript whole;
  private final Transcript step;
  private final long end;
  private final int number;

  /**
   * @param number the number of the step to change
   */
  TranscriptMutator(Transcript whole, int number) {
    this.whole = whole;
    this.step = whole.step(number);
    this.end = step.end();
    this.number = number;
  }

  /** Changes the words of an observation that only optional rules mention. */
  static Observation inOtherWords(Observation seen) {
    return switch (seen) {
      case Observation.Event event -> withMessage(event, "note: " + event.message() + ".");
      case Observation.Autoscaler autoscaler -> {
        ObjectNode status = autoscaler.status().deepCopy();
        for (JsonNode each : status.path("conditions")) {
          ObjectNode condition = (ObjectNode) each;
          condition.put("message", "note: " + each.path("message").asText() + ".");
          if (OPTIONAL_REASONS.contains(each.path("reason").asText())) {
            condition.put("reason", "Other");
          }
        }
        yield new Observation.Autoscaler(autoscaler.at(), autoscaler.name(), status);
      }
      default -> seen;
    };
  }

  Transcript violate(Expectation expectation) {
    return switch (expectation) {
      case Expectation.Writes it ->
          it.replicas().isEmpty()
              ? last(new Observation.Scaled(end, it.target(), 99))
              : difference(written(it.target(), it.replicas().getLast()), it.replicas().getLast());
      case NotBefore it ->
          changed(written(it.target(), it.replicas()), each -> each.at(began() + 1));
      case WriteInterval it -> simultaneous(it.target());
      case Expectation.Condition it ->
          withStatus(it.autoscaler(), status -> renamed(status, it.type()));
      case Expectation.NoCondition it ->
          withStatus(
              it.autoscaler(),
              status -> status.withArray("/conditions").addObject().put("type", it.type()));
      case Expectation.ConditionSeen it ->
          changed(
              each -> each instanceof Observation.Autoscaler seen && it.is(seen),
              each -> renamed((Observation.Autoscaler) each, it.type()));
      case Expectation.Status it -> withStatus(it.autoscaler(), status -> set(status, it));
      case Expectation.EventSeen it ->
          without(each -> each instanceof Observation.Event event && it.is(event));
      case ConditionMessage it ->
          it.temporary()
              ? changed(
                  Observation.Autoscaler.class::isInstance,
                  each -> reworded((Observation.Autoscaler) each, it))
              : withStatus(it.autoscaler(), status -> reworded(status, it));
      case EventMessage it ->
          changed(
              each -> each instanceof Observation.Event event && it.event().is(event),
              each ->
                  withMessage(
                      (Observation.Event) each,
                      reworded(((Observation.Event) each).message(), it.message())));
      case Expectation.NoEvent it ->
          last(
              new Observation.Event(end, it.about(), "Warning", it.reason(), "broken", "other", 1));
      case RequestSeen it ->
          without(each -> each instanceof Observation.Request request && is(request, it));
      case NoRequest it ->
          last(new Observation.Request(end, it.method(), it.path().replace("*", "/broken"), 200));
      case RequestInterval it -> frequent(it);
      case Expectation.Checked it -> checked(it);
    };
  }

  /** Each custom check needs its own violation. */
  private Transcript checked(Expectation.Checked expectation) {
    return switch (expectation.rule()) {
      case "BOUNDS-3" ->
          whole.with(
              new Observation.Request(
                  began(), "GET", "/apis/metrics.k8s.io/v1beta1/namespaces/NS/pods", 200));
      case "STATUS-1" ->
          changed(
              Observation.Autoscaler.class::isInstance,
              each -> with((Observation.Autoscaler) each, "currentReplicas", 4));
      case "STATUS-2" -> withStatus("web", status -> status.remove("lastScaleTime"));
      case "WRITES-8" ->
          changed(
              each ->
                  each instanceof Observation.Request request
                      && request.method().equals("PUT")
                      && request.code() == 200,
              each -> each.at(each.at() + 1000));
      case "SYNC-9" ->
          changed(Observation.Request.class::isInstance, each -> each.at(each.at() + 2000));
      case "EVENTS-9" -> changed(Observation.Event.class::isInstance, each -> once(each));
      case "EVENTS-10" ->
          changed(Observation.Event.class::isInstance, each -> byOtherReporter(each));
      default -> throw new AssertionError("no violation defined for " + expectation.rule());
    };
  }

  private static Observation once(Observation seen) {
    Observation.Event event = (Observation.Event) seen;
    return new Observation.Event(
        event.at(),
        event.about(),
        event.type(),
        event.reason(),
        event.message(),
        event.reporter(),
        1);
  }

  private static Observation byOtherReporter(Observation seen) {
    Observation.Event event = (Observation.Event) seen;
    return new Observation.Event(
        event.at(),
        event.about(),
        event.type(),
        event.reason(),
        event.message(),
        "other",
        event.count());
  }

  private static Observation with(Observation.Autoscaler seen, String field, int value) {
    ObjectNode status = seen.status().deepCopy();
    status.put(field, value);
    return new Observation.Autoscaler(seen.at(), seen.name(), status);
  }

  private long began() {
    return step.all(Observation.Step.class).findFirst().orElseThrow().at();
  }

  private Predicate<Observation> written(String target, int replicas) {
    return each ->
        each instanceof Observation.Scaled scaled
            && scaled.target().equals(target)
            && scaled.replicas() == replicas;
  }

  private Transcript difference(Predicate<Observation> written, int replicas) {
    return changed(written, each -> new Observation.Scaled(each.at(), "web", replicas + 1000));
  }

  /** Replaces the observations of the step that match. */
  private Transcript changed(Predicate<Observation> which, UnaryOperator<Observation> difference) {
    Set<Observation> inStep = new HashSet<>(step.observations());
    return whole.map(
        each -> inStep.contains(each) && which.test(each) ? difference.apply(each) : each);
  }

  private Transcript without(Predicate<Observation> which) {
    Set<Observation> inStep = new HashSet<>(step.observations());
    return whole.without(each -> inStep.contains(each) && which.test(each));
  }

  /** Adds an observation at the end of the step. */
  private Transcript last(Observation more) {
    int place = 0;
    while (place < whole.observations().size() && !isNext(whole.observations().get(place))) {
      place++;
    }
    List<Observation> all = new ArrayList<>(whole.observations());
    all.add(place, more);
    return new Transcript(whole.name(), all);
  }

  private boolean isNext(Observation seen) {
    return seen instanceof Observation.Step begun && begun.number() == number + 1;
  }

  private Transcript withStatus(String autoscaler, Consumer<ObjectNode> change) {
    ObjectNode status = Expectation.latest(step, autoscaler).deepCopy();
    change.accept(status);
    return last(new Observation.Autoscaler(end, autoscaler, status));
  }

  private static void renamed(ObjectNode status, String type) {
    for (JsonNode each : status.path("conditions")) {
      if (each.path("type").asText().equals(type)) {
        ((ObjectNode) each).put("reason", "Broken");
      }
    }
  }

  private static Observation renamed(Observation.Autoscaler seen, String type) {
    ObjectNode status = seen.status().deepCopy();
    renamed(status, type);
    return new Observation.Autoscaler(seen.at(), seen.name(), status);
  }

  private static void reworded(ObjectNode status, ConditionMessage expected) {
    for (JsonNode each : status.path("conditions")) {
      if (each.path("type").asText().equals(expected.type())) {
        ((ObjectNode) each)
            .put("message", reworded(each.path("message").asText(), expected.message()));
      }
    }
  }

  private static Observation reworded(Observation.Autoscaler seen, ConditionMessage expected) {
    ObjectNode status = seen.status().deepCopy();
    reworded(status, expected);
    return new Observation.Autoscaler(seen.at(), seen.name(), status);
  }

  /** Other words that keep the names and numbers that required rules ask for. */
  private static String reworded(String message, String expected) {
    return expected.startsWith("*") ? "failed" : "note: " + message + ".";
  }

  private static Observation withMessage(Observation.Event event, String message) {
    return new Observation.Event(
        event.at(),
        event.about(),
        event.type(),
        event.reason(),
        message,
        event.reporter(),
        event.count());
  }

  private static void set(ObjectNode status, Expectation.Status expected) {
    int end = expected.pointer().lastIndexOf('/');
    JsonNode parent = status.at(expected.pointer().substring(0, end));
    String field = expected.pointer().substring(end + 1);
    JsonNode value =
        expected.value().isInt()
            ? IntNode.valueOf(expected.value().asInt() + 1)
            : otherValue(parent);
    if (parent instanceof ArrayNode array) {
      array.set(Integer.parseInt(field), value);
    } else {
      ((ObjectNode) parent).set(field, value);
    }
  }

  private static JsonNode otherValue(JsonNode near) {
    return near.isMissingNode() ? IntNode.valueOf(7) : TextNode.valueOf("broken");
  }

  private Transcript simultaneous(String target) {
    List<Observation.Scaled> writes =
        step.all(Observation.Scaled.class).filter(each -> each.target().equals(target)).toList();
    return changed(writes.get(1)::equals, each -> each.at(writes.get(0).at() + 1));
  }

  private static boolean is(Observation.Request request, RequestSeen expected) {
    return request.method().equals(expected.method())
        && request.path().endsWith(expected.path().replace("*", ""));
  }

  private Transcript frequent(RequestInterval expected) {
    Observation.Request one =
        step.all(Observation.Request.class)
            .filter(each -> each.path().endsWith(expected.path().replace("*", "")))
            .findFirst()
            .orElseThrow();
    Transcript all = whole;
    for (int more = 0; more < 50; more++) {
      all = all.with(one);
    }
    return all;
  }
}
