package dev.hpa.conformance.cases;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.Transcript;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** The expectations cases are made of, of the usual target and autoscaler. */
final class Expectations {

  /** What condition AbleToScale says when there is nothing to do. */
  static final String MATCHES = "recommended size matches current size";

  private Expectations() {}

  /** These replicas are written, in this order, and no others. */
  static Expectation writes(String rule, Integer... replicas) {
    return new Expectation.Writes(rule, Actions.WEB, Arrays.asList(replicas));
  }

  static Expectation writesNothing(String rule) {
    return writes(rule);
  }

  /** The last replicas written are these. */
  static Expectation settles(String rule, int replicas) {
    return new Expectation.Settles(rule, Actions.WEB, replicas);
  }

  static Expectation notBefore(String rule, int replicas, Duration time) {
    return new Expectation.NotBefore(rule, Actions.WEB, replicas, time);
  }

  static Expectation apart(String rule, Duration time) {
    return new Expectation.Apart(rule, Actions.WEB, time);
  }

  static Expectation condition(
      String rule, String type, String status, String reason, String message) {
    return new Expectation.Condition(rule, Actions.WEB, type, status, reason, message);
  }

  static Expectation ableToScale(String rule, String status, String reason, String message) {
    return condition(rule, "AbleToScale", status, reason, message);
  }

  static Expectation scalingActive(String rule, String status, String reason, String message) {
    return condition(rule, "ScalingActive", status, reason, message);
  }

  static Expectation scalingLimited(String rule, String status, String reason, String message) {
    return condition(rule, "ScalingLimited", status, reason, message);
  }

  static Expectation noCondition(String rule, String type) {
    return new Expectation.NoCondition(rule, Actions.WEB, type);
  }

  /**
   * @param json in which single quotes stand for double ones
   */
  static Expectation status(String rule, String pointer, String json) {
    return new Expectation.Status(rule, Actions.WEB, pointer, Actions.json(json));
  }

  static Expectation noStatus(String rule, String pointer) {
    return new Expectation.Status(rule, Actions.WEB, pointer, MissingNode.getInstance());
  }

  static Expectation says(String rule, String reason, String message) {
    return new Expectation.Said(rule, Actions.WEB, "Normal", reason, message);
  }

  static Expectation warns(String rule, String reason, String message) {
    return new Expectation.Said(rule, Actions.WEB, "Warning", reason, message);
  }

  static Expectation silent(String rule, String reason) {
    return new Expectation.NotSaid(rule, Actions.WEB, reason);
  }

  static Expectation asks(String rule, String method, String path) {
    return new Expectation.Asked(rule, method, path, 1);
  }

  static Expectation asksNot(String rule, String method, String path) {
    return new Expectation.NotAsked(rule, method, path);
  }

  /** A condition that may be gone again by the next cycle. */
  static Expectation showed(
      String rule, String type, String status, String reason, String message) {
    return new Expectation.Showed(rule, Actions.WEB, type, status, reason, message);
  }

  static Expectation ready(String rule) {
    return ableToScale(rule, "True", "ReadyForNewScale", MATCHES);
  }

  /** The metrics decide, among them the one described. */
  static Expectation valid(String rule, String metric) {
    return scalingActive(
        rule,
        "True",
        "ValidMetricFound",
        "the HPA was able to successfully calculate a replica count from " + metric);
  }

  /** No metric could be had, the first for this reason. */
  static Expectation noReplicaCount(String rule, String reason, String why) {
    return scalingActive(
        rule, "False", reason, "the HPA was unable to compute the replica count: " + why);
  }

  static Expectation withinRange(String rule) {
    return scalingLimited(
        rule, "False", "DesiredWithinRange", "the desired count is within the acceptable range");
  }

  /** Another autoscaler than the usual one has a condition. */
  static Expectation conditionOf(
      String autoscaler, String rule, String type, String status, String reason, String message) {
    return new Expectation.Condition(rule, autoscaler, type, status, reason, message);
  }

  static Expectation checked(
      String rule, String text, Function<Transcript, Optional<String>> check) {
    return new Expectation.Checked(rule, text, check);
  }
}
