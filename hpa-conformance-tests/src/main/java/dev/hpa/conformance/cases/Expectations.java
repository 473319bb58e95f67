package dev.hpa.conformance.cases;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.NoRequest;
import dev.hpa.conformance.transcript.NotBefore;
import dev.hpa.conformance.transcript.RequestSeen;
import dev.hpa.conformance.transcript.Transcript;
import dev.hpa.conformance.transcript.WriteInterval;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** Factory methods for expectations of the default target and HPA. */
final class Expectations {

  /** The message of AbleToScale when the current replicas match the recommendation. */
  static final String MATCHES = "recommended size matches current size";

  private Expectations() {}

  /** Exactly these replicas are written, in this order. */
  static Expectation writes(String rule, Integer... replicas) {
    return new Expectation.Writes(rule, Actions.WEB, Arrays.asList(replicas));
  }

  static Expectation writesNothing(String rule) {
    return writes(rule);
  }

  static Expectation notBefore(String rule, int replicas, Duration time) {
    return new NotBefore(rule, Actions.WEB, replicas, time);
  }

  static Expectation writesApart(String rule, Duration time) {
    return new WriteInterval(rule, Actions.WEB, time);
  }

  static Expectation.Condition condition(
      String rule, String type, String status, String reason, String message) {
    return conditionOf(Actions.WEB, rule, type, status, reason, message);
  }

  static Expectation.Condition ableToScale(
      String rule, String status, String reason, String message) {
    return condition(rule, "AbleToScale", status, reason, message);
  }

  static Expectation.Condition scalingActive(
      String rule, String status, String reason, String message) {
    return condition(rule, "ScalingActive", status, reason, message);
  }

  static Expectation.Condition scalingLimited(
      String rule, String status, String reason, String message) {
    return condition(rule, "ScalingLimited", status, reason, message);
  }

  static Expectation noCondition(String rule, String type) {
    return new Expectation.NoCondition(rule, Actions.WEB, type);
  }

  /**
   * @param json with single quotes in place of double quotes
   */
  static Expectation status(String rule, String pointer, String json) {
    return new Expectation.Status(rule, Actions.WEB, pointer, Actions.json(json));
  }

  static Expectation noStatus(String rule, String pointer) {
    return new Expectation.Status(rule, Actions.WEB, pointer, MissingNode.getInstance());
  }

  static Expectation.EventSeen normalEvent(String rule, String reason, String message) {
    return new Expectation.EventSeen(rule, Actions.WEB, "Normal", reason, "*", message);
  }

  static Expectation.EventSeen warningEvent(String rule, String reason, String message) {
    return new Expectation.EventSeen(rule, Actions.WEB, "Warning", reason, "*", message);
  }

  static Expectation noEvent(String rule, String reason) {
    return new Expectation.NoEvent(rule, Actions.WEB, reason);
  }

  static Expectation request(String rule, String method, String path) {
    return new RequestSeen(rule, method, path, 1);
  }

  static Expectation noRequest(String rule, String method, String path) {
    return new NoRequest(rule, method, path);
  }

  /** A condition that a later sync may replace. */
  static Expectation conditionSeen(
      String rule, String type, String status, String reason, String message) {
    return new Expectation.ConditionSeen(rule, Actions.WEB, type, status, reason, message);
  }

  static Expectation.Condition ready(String rule) {
    return ableToScale(rule, "True", "ReadyForNewScale", MATCHES);
  }

  /** A metric determines the replicas, and ScalingActive names it. */
  static Expectation.Condition validMetric(String rule, String metric) {
    return scalingActive(
        rule,
        "True",
        "ValidMetricFound",
        "the HPA was able to successfully calculate a replica count from " + metric);
  }

  /** All metrics failed; ScalingActive contains the first failure. */
  static Expectation.Condition noReplicaCount(String rule, String reason, String why) {
    return scalingActive(
        rule, "False", reason, "the HPA was unable to compute the replica count: " + why);
  }

  static Expectation.Condition withinRange(String rule) {
    return scalingLimited(
        rule, "False", "DesiredWithinRange", "the desired count is within the acceptable range");
  }

  /** A condition of an HPA other than the default one. */
  static Expectation.Condition conditionOf(
      String autoscaler, String rule, String type, String status, String reason, String message) {
    return new Expectation.Condition(rule, autoscaler, type, status, reason, "*", message);
  }

  static Expectation checked(
      String rule, String text, Function<Transcript, Optional<String>> check) {
    return new Expectation.Checked(rule, text, check);
  }
}
