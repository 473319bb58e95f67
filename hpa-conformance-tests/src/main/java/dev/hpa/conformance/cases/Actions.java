package dev.hpa.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
        "%s has %d replicas".formatted(name, replicas),
        context -> context.createTarget(name, replicas, selector));
  }

  /** A user sets the replicas. */
  static Action replicas(int replicas) {
    return new Action(
        "a user sets the replicas to " + replicas, context -> context.setReplicas(WEB, replicas));
  }

  static Action targetStatus(String patch) {
    return new Action(
        "the status of the target is patched: " + patch,
        context -> context.setTargetStatus(WEB, json("{'status':" + patch + "}")));
  }

  /** Creates and deletes pods to match the replicas of the target from now on. */
  static Action follow(Pod template) {
    return new Action(
        "pods follow the replicas", context -> context.maintainPods(WEB, template, Duration.ZERO));
  }

  static Action pods(Pod... pods) {
    return new Action(
        pods.length + " pods",
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

  static Action deletePod(String name) {
    return new Action(name + " is deleted", context -> context.delete("/api/v1/pods", name));
  }

  static Action object(String collection, String object) {
    return new Action(
        "an object is created: " + object, context -> context.create(collection, json(object)));
  }

  static Action delete(String collection, String name) {
    return new Action(name + " is deleted", context -> context.delete(collection, name));
  }

  static Action uses(Sample... samples) {
    return new Action(
        Stream.of(samples).map(each -> each.pod() + " uses " + each.usage()).toList().toString(),
        context -> List.of(samples).forEach(context.metrics()::use));
  }

  /** The same usage for the pods web-1 to web-{@code count}. */
  static Action uses(int count, String resource, String amount) {
    return new Action(
        "each pod uses %s of %s".formatted(amount, resource),
        context -> {
          for (int number = 1; number <= count; number++) {
            context.metrics().use(Sample.of("web-" + number, resource, amount));
          }
        });
  }

  static Action forget(String pod) {
    return new Action(
        "the sample of " + pod + " is removed", context -> context.metrics().forget(pod));
  }

  static Action podsMetric(String metric, Map<String, String> values) {
    return new Action(
        metric + " of pods " + values, context -> context.metrics().ofPods(metric, values));
  }

  static Action objectMetric(String object, String metric, String value) {
    return new Action(
        "%s of %s is %s".formatted(metric, object, value),
        context -> context.metrics().ofObject(object, metric, value));
  }

  static Action external(String metric, String... values) {
    return new Action(
        "external metric %s is %s".formatted(metric, List.of(values)),
        context ->
            context
                .metrics()
                .external(
                    metric,
                    Stream.of(values).map(value -> new Metrics.Series(Map.of(), value)).toList()));
  }

  static Action external(String metric, Metrics.Series... series) {
    return new Action(
        "external metric %s is %s".formatted(metric, List.of(series)),
        context -> context.metrics().external(metric, List.of(series)));
  }

  static Action metricsAnswer(Metrics.Api api, int code) {
    return new Action(
        "the %s metrics API returns %d".formatted(api, code),
        context -> context.metrics().answer(api, code));
  }

  static Action autoscaler(Spec spec) {
    return autoscaler(WEB, spec);
  }

  static Action autoscaler(String name, Spec spec) {
    return new Action(
        "HPA " + name + " is created: " + spec.json(),
        context -> context.createAutoscaler(name, spec.json()));
  }

  /** Changes the spec of an HPA with a merge patch. */
  static Action spec(String patch) {
    return new Action(
        "the spec of the HPA is patched: " + patch,
        context -> context.changeAutoscaler(WEB, json("{'spec':" + patch + "}")));
  }

  static Action status(String patch) {
    return new Action(
        "a client patches the status of the HPA: " + patch,
        context -> context.changeStatus(WEB, json("{'status':" + patch + "}")));
  }

  static Action deleteAutoscaler(String name) {
    return new Action("HPA " + name + " is deleted", context -> context.deleteAutoscaler(name));
  }

  static Action fail(InjectedFault fault) {
    return new Action(
        "%s %s returns %d".formatted(fault.method(), fault.path(), fault.code()),
        context -> context.inject(fault));
  }

  static Action clearFaults() {
    return new Action("all faults are removed", CaseContext::clearFaults);
  }

  static Action restart() {
    return new Action("the implementation is restarted", CaseContext::restart);
  }

  static Action pass(Duration time) {
    return new Action(
        "wait for %.1f s".formatted(time.toMillis() / 1000.0), context -> context.sleep(time));
  }
}
