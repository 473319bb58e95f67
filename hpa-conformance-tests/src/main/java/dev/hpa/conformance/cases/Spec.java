package dev.hpa.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;

/**
 * The spec of an HPA. JSON arguments use single quotes in place of double quotes.
 *
 * @param text as JSON
 */
record Spec(String text) {

  /** The apiVersion of the default target. */
  static final String TARGET_API = "conformance.hpa.dev/v1";

  static final String TARGET_KIND = "Workload";

  /** A spec for the default target, without metrics. */
  static Spec of(int min, int max) {
    return of(TARGET_API, TARGET_KIND, Actions.WEB, min, max);
  }

  static Spec of(String apiVersion, String kind, String name, int min, int max) {
    return new Spec(
        Actions.json(
                """
                {'scaleTargetRef':{'apiVersion':'%s','kind':'%s','name':'%s'},
                 'minReplicas':%d,'maxReplicas':%d,'metrics':[]}
                """
                    .formatted(apiVersion, kind, name, min, max))
            .toString());
  }

  private Spec metric(String json) {
    ObjectNode tree = (ObjectNode) json();
    tree.withArray("/metrics").add(Actions.json(json));
    return new Spec(tree.toString());
  }

  Spec utilization(String resource, int percent) {
    return metric(
        "{'type':'Resource','resource':{'name':'%s','target':{'type':'Utilization','averageUtilization':%d}}}"
            .formatted(resource, percent));
  }

  Spec averageUse(String resource, String amount) {
    return metric(
        "{'type':'Resource','resource':{'name':'%s','target':{'type':'AverageValue','averageValue':'%s'}}}"
            .formatted(resource, amount));
  }

  Spec containerUtilization(String container, String resource, int percent) {
    return metric(
        "{'type':'ContainerResource','containerResource':{'container':'%s','name':'%s','target':{'type':'Utilization','averageUtilization':%d}}}"
            .formatted(container, resource, percent));
  }

  Spec containerAverageUse(String container, String resource, String amount) {
    return metric(
        "{'type':'ContainerResource','containerResource':{'container':'%s','name':'%s','target':{'type':'AverageValue','averageValue':'%s'}}}"
            .formatted(container, resource, amount));
  }

  Spec ofPods(String metric, String average) {
    return metric(
        "{'type':'Pods','pods':{'metric':{'name':'%s'},'target':{'type':'AverageValue','averageValue':'%s'}}}"
            .formatted(metric, average));
  }

  /**
   * @param target such as {@code 'type':'Value','value':'10'}
   */
  Spec ofObject(String apiVersion, String kind, String name, String metric, String target) {
    return metric(
        "{'type':'Object','object':{'describedObject':{'apiVersion':'%s','kind':'%s','name':'%s'},'metric':{'name':'%s'},'target':{%s}}}"
            .formatted(apiVersion, kind, name, metric, target));
  }

  /**
   * @param target such as {@code 'type':'Value','value':'10'}
   */
  Spec external(String metric, String target) {
    return metric(
        "{'type':'External','external':{'metric':{'name':'%s'},'target':{%s}}}"
            .formatted(metric, target));
  }

  /**
   * @param selector as JSON
   * @param target such as {@code 'type':'Value','value':'10'}
   */
  Spec external(String metric, String selector, String target) {
    return metric(
        "{'type':'External','external':{'metric':{'name':'%s','selector':%s},'target':{%s}}}"
            .formatted(metric, selector, target));
  }

  Spec behavior(String json) {
    ObjectNode tree = (ObjectNode) json();
    tree.set("behavior", Actions.json(json));
    return new Spec(tree.toString());
  }

  JsonNode json() {
    return Json.tree(text);
  }
}
