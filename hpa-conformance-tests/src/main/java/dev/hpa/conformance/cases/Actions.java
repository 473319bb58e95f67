package dev.hpa.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The actions cases are made of. In JSON single quotes stand for double ones. */
final class Actions {

  /** The name of the target and of the autoscaler most cases have. */
  static final String WEB = "web";

  private Actions() {}

  static JsonNode json(String text) {
    return Json.tree(text.replace('\'', '"'));
  }

  /** A target whose pods are those labelled app=web. */
  static Action target(int replicas) {
    return target(WEB, replicas, "app=web");
  }

  static Action target(String name, int replicas, String selector) {
    return new Action(
        "%s has %d replicas".formatted(name, replicas),
        scene -> scene.createTarget(name, replicas, selector));
  }

  /** A user sets the replicas. */
  static Action replicas(int replicas) {
    return new Action(
        "somebody sets the replicas to " + replicas, scene -> scene.setReplicas(WEB, replicas));
  }

  static Action targetStatus(String patch) {
    return new Action(
        "status of the target: " + patch,
        scene -> scene.setTargetStatus(WEB, json("{'status':" + patch + "}")));
  }

  /** The target has from now on the pods it asks for, all of one kind. */
  static Action follow(Pod like) {
    return new Action("pods follow the replicas", scene -> scene.follow(WEB, like, Duration.ZERO));
  }

  static Action pods(Pod... pods) {
    return new Action(
        pods.length + " pods",
        scene -> {
          for (Pod pod : pods) {
            scene.put(pod);
          }
        });
  }

  /** As many pods of a kind. */
  static Action pods(int count, Pod like) {
    return pods(
        Stream.iterate(1, number -> number + 1)
            .limit(count)
            .map(number -> like.called("web-" + number))
            .toArray(Pod[]::new));
  }

  static Action deletePod(String name) {
    return new Action(name + " is deleted", scene -> scene.delete("/api/v1/pods", name));
  }

  static Action object(String collection, String object) {
    return new Action("there is " + object, scene -> scene.create(collection, json(object)));
  }

  static Action delete(String collection, String name) {
    return new Action(name + " is deleted", scene -> scene.delete(collection, name));
  }

  static Action uses(Sample... samples) {
    return new Action(
        Stream.of(samples).map(each -> each.pod() + " uses " + each.usage()).toList().toString(),
        scene -> List.of(samples).forEach(scene.metrics()::use));
  }

  /** The same use of the pods web-1, web-2 and so on. */
  static Action uses(int count, String resource, String amount) {
    return new Action(
        "each pod uses %s of %s".formatted(amount, resource),
        scene -> {
          for (int number = 1; number <= count; number++) {
            scene.metrics().use(Sample.of("web-" + number, resource, amount));
          }
        });
  }

  static Action forget(String pod) {
    return new Action("no sample of " + pod + " any more", scene -> scene.metrics().forget(pod));
  }

  static Action podsMetric(String metric, Map<String, String> values) {
    return new Action(
        metric + " of pods " + values, scene -> scene.metrics().ofPods(metric, values));
  }

  static Action objectMetric(String object, String metric, String value) {
    return new Action(
        "%s of %s is %s".formatted(metric, object, value),
        scene -> scene.metrics().ofObject(object, metric, value));
  }

  static Action external(String metric, String... values) {
    return new Action(
        "external metric %s is %s".formatted(metric, List.of(values)),
        scene ->
            scene
                .metrics()
                .external(
                    metric,
                    Stream.of(values).map(value -> new Metrics.Series(Map.of(), value)).toList()));
  }

  static Action external(String metric, Metrics.Series... series) {
    return new Action(
        "external metric %s is %s".formatted(metric, List.of(series)),
        scene -> scene.metrics().external(metric, List.of(series)));
  }

  static Action metricsAnswer(Metrics.Api api, int code) {
    return new Action(
        "the %s metrics API answers %d".formatted(api, code),
        scene -> scene.metrics().answer(api, code));
  }

  static Action autoscaler(Spec spec) {
    return autoscaler(WEB, spec);
  }

  static Action autoscaler(String name, Spec spec) {
    return new Action(
        "autoscaler " + name + " " + spec.json(),
        scene -> scene.createAutoscaler(name, spec.json()));
  }

  /** Changes the spec of an autoscaler by a merge patch. */
  static Action spec(String patch) {
    return new Action(
        "the autoscaler's spec is changed: " + patch,
        scene -> scene.changeAutoscaler(WEB, json("{'spec':" + patch + "}")));
  }

  static Action status(String patch) {
    return new Action(
        "somebody writes the autoscaler's status: " + patch,
        scene -> scene.changeStatus(WEB, json("{'status':" + patch + "}")));
  }

  static Action deleteAutoscaler(String name) {
    return new Action("autoscaler " + name + " is deleted", scene -> scene.deleteAutoscaler(name));
  }

  static Action fail(InjectedFault mishap) {
    return new Action(
        "%s %s is answered %d".formatted(mishap.method(), mishap.path(), mishap.code()),
        scene -> scene.fail(mishap));
  }

  static Action failNothing() {
    return new Action("nothing fails any more", CaseContext::failNothing);
  }

  static Action restart() {
    return new Action("the implementation is restarted", CaseContext::restart);
  }

  static Action pass(Duration time) {
    return new Action("%.1f s pass".formatted(time.toMillis() / 1000.0), scene -> scene.pass(time));
  }
}
