package dev.hpa.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.conformance.cases.Action.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Factory methods for actions. JSON arguments use single quotes in place of double quotes. */
final class Actions {

  /** The default name of target and HPA. */
  static final String WEB = "web";

  private Actions() {}

  static JsonNode json(String text) {
    return Json.tree(text.replace('\'', '"'));
  }

  /** A target that selects the pods labelled app=web. */
  static Action target(int replicas) {
    return target(WEB, replicas, "app=web");
  }

  static Action target(String name, int replicas, String selector) {
    return new Action(
        Kind.OBJECT,
        "target %s has %d replicas".formatted(name, replicas),
        List.of(Manifests.target(name, replicas, selector)),
        context -> context.createTarget(name, replicas, selector));
  }

  /** A user sets the replicas. */
  static Action replicas(int replicas) {
    return new Action(
        Kind.OBJECT,
        "a user sets the replicas to " + replicas,
        context -> context.setReplicas(WEB, replicas));
  }

  /** Creates and deletes pods to match the replicas of the target from now on. */
  static Action follow(Pod template) {
    return new Action(
        Kind.OBJECT,
        "from now on a pod is created or deleted for each change of the replicas; new pods use as"
            + " much as web-1",
        context -> context.maintainPods(WEB, template, Duration.ZERO));
  }

  static Action pods(Pod... pods) {
    return new Action(
        Kind.OBJECT,
        Pods.text(pods),
        Stream.of(pods).map(Pod::manifest).toList(),
        context -> {
          for (Pod pod : pods) {
            context.put(pod);
          }
        });
  }

  /** The given number of equal pods. */
  static Action pods(int count, Pod template) {
    return pods(
        Stream.iterate(1, number -> number + 1)
            .limit(count)
            .map(number -> template.withName("web-" + number))
            .toArray(Pod[]::new));
  }

  static Action object(String collection, String object) {
    return new Action(
        Kind.OBJECT,
        "an object is created",
        List.of(json(object)),
        context -> context.create(collection, json(object)));
  }

  static Action uses(Sample... samples) {
    return new Action(
        Kind.METRIC,
        Stream.of(samples).map(Sample::text).collect(Collectors.joining("; ")),
        context -> List.of(samples).forEach(context.metrics()::use));
  }

  /** The same usage for the pods web-1 to web-{@code count}. */
  static Action uses(int count, String resource, String amount) {
    return new Action(
        Kind.METRIC,
        "each pod uses %s of %s".formatted(amount, resource),
        context -> {
          for (int number = 1; number <= count; number++) {
            context.metrics().use(Sample.of("web-" + number, resource, amount));
          }
        });
  }

  static Action podsMetric(String metric, Map<String, String> values) {
    return new Action(
        Kind.METRIC,
        "metric " + metric + " of pods is " + new TreeMap<>(values),
        context -> context.metrics().ofPods(metric, values));
  }

  static Action objectMetric(String object, String metric, String value) {
    return new Action(
        Kind.METRIC,
        "metric %s of %s is %s"
            .formatted(metric, object.isEmpty() ? "the namespace" : object, value),
        context -> context.metrics().ofObject(object, metric, value));
  }

  static Action external(String metric, String... values) {
    return new Action(
        Kind.METRIC,
        "external metric %s is %s".formatted(metric, String.join(", ", values)),
        context ->
            context
                .metrics()
                .external(
                    metric,
                    Stream.of(values).map(value -> new Metrics.Series(Map.of(), value)).toList()));
  }

  static Action external(String metric, Metrics.Series... series) {
    return new Action(
        Kind.METRIC,
        "external metric %s is %s"
            .formatted(
                metric,
                Stream.of(series)
                    .map(each -> each.value() + " with labels " + each.labels())
                    .collect(Collectors.joining(", "))),
        context -> context.metrics().external(metric, List.of(series)));
  }

  static Action metricsAnswer(Metrics.Api api, int code) {
    return new Action(
        Kind.METRIC,
        "the %s metrics API returns %d".formatted(api.toString().toLowerCase(Locale.ROOT), code),
        context -> context.metrics().answer(api, code));
  }

  static Action autoscaler(Spec spec) {
    return autoscaler(WEB, spec);
  }

  static Action autoscaler(String name, Spec spec) {
    return new Action(
        Kind.OBJECT,
        "HPA " + name + " is created",
        List.of(Manifests.autoscaler(name, spec.json())),
        context -> context.createAutoscaler(name, spec.json()));
  }

  /** Changes the spec of an HPA with a merge patch. */
  static Action spec(String patch) {
    return new Action(
        Kind.OBJECT,
        "the spec of the HPA is patched: " + patch,
        context -> context.changeAutoscaler(WEB, json("{'spec':" + patch + "}")));
  }

  static Action status(String patch) {
    return new Action(
        Kind.OBJECT,
        "a client patches the status of the HPA: " + patch,
        context -> context.changeStatus(WEB, json("{'status':" + patch + "}")));
  }

  static Action deleteAutoscaler(String name) {
    return new Action(
        Kind.OBJECT, "HPA " + name + " is deleted", context -> context.deleteAutoscaler(name));
  }

  static Action fail(InjectedFault fault) {
    return new Action(
        Kind.FAULT,
        "%s %s of the controller returns %d%s"
            .formatted(
                fault.method(),
                fault.path(),
                fault.code(),
                fault.times() == Integer.MAX_VALUE
                    ? ""
                    : fault.times() == 1 ? " once" : " " + fault.times() + " times"),
        context -> context.inject(fault));
  }

  static Action clearFaults() {
    return new Action(Kind.FAULT, "all faults are removed", CaseContext::clearFaults);
  }

  static Action restart() {
    return new Action(Kind.RESTART, "the controller is restarted", CaseContext::restart);
  }

  static Action pass(Duration time) {
    return new Action(
        Kind.WAIT,
        String.format(Locale.ROOT, "wait for %.1f s", time.toMillis() / 1000.0),
        context -> context.sleep(time));
  }
}
