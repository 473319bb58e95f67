package dev.hpa.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.util.Locale;
import java.util.Map;

/**
 * A builder of scenarios. JSON arguments use single quotes in place of double quotes.
 *
 * @param json one object in the format of {@code docs/evaluate.md}
 */
record Scenario(String json) {

  /** The HPA of every scenario: 1 to 10 replicas. */
  private static final String AUTOSCALER =
      """
      {'apiVersion':'autoscaling/v2','kind':'HorizontalPodAutoscaler',
       'metadata':{'name':'web','namespace':'shop'},
       'spec':{'scaleTargetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'web'},
         'minReplicas':1,'maxReplicas':10,'metrics':[%s]}}
      """;

  /**
   * Creates a scenario.
   *
   * @param rule the id of the rule that it tests
   */
  static Scenario scenario(String rule, String name) {
    return new Scenario(Json.text(Map.of("name", rule + " " + name)));
  }

  /**
   * @param settings as JSON, without the braces
   */
  Scenario with(String settings) {
    ObjectNode tree = tree();
    tree.set("settings", parsed("{" + settings + "}"));
    return new Scenario(Json.text(tree));
  }

  /** Adds a step at a time of the scenario; later objects belong to it. */
  Scenario at(String time) {
    ObjectNode tree = tree();
    tree.withArray("/steps").addObject().put("at", time).putArray("apply");
    return new Scenario(Json.text(tree));
  }

  Scenario apply(String object) {
    return add("apply", parsed(object));
  }

  Scenario fault(String fault) {
    return add("faults", parsed(fault));
  }

  private Scenario add(String list, JsonNode what) {
    ObjectNode tree = tree();
    JsonNode steps = tree.path("steps");
    ((ObjectNode) steps.get(steps.size() - 1)).withArray("/" + list).add(what);
    return new Scenario(Json.text(tree));
  }

  /** Adds the HPA. */
  Scenario autoscaler(String... metrics) {
    return apply(AUTOSCALER.formatted(String.join(",", metrics)));
  }

  /**
   * Adds the HPA.
   *
   * @param spec more fields of its spec as JSON without the braces
   */
  Scenario autoscalerWith(String spec, String... metrics) {
    ObjectNode object = (ObjectNode) parsed(AUTOSCALER.formatted(String.join(",", metrics)));
    ((ObjectNode) object.get("spec")).setAll((ObjectNode) parsed("{" + spec + "}"));
    return apply(Json.text(object));
  }

  /** Adds the scale of the target. */
  Scenario scale(int replicas) {
    return apply(
        """
        {'apiVersion':'autoscaling/v1','kind':'Scale','metadata':{'name':'web','namespace':'shop'},
         'spec':{'replicas':%1$d},'status':{'replicas':%1$d,'selector':'app=web'}}
        """
            .formatted(replicas));
  }

  /** Adds pods that have been ready for 1 h and request 100m CPU and 100Mi memory. */
  Scenario pods(int first, int last) {
    Scenario changed = this;
    for (int number = first; number <= last; number++) {
      changed =
          changed.pod(
              "web-" + number,
              "Running",
              "'startTime':'1999-12-31T23:00:00Z','conditions':[{'type':'Ready','status':'True',"
                  + "'lastTransitionTime':'1999-12-31T23:00:30Z'}]");
    }
    return changed;
  }

  /**
   * @param status more fields of its status as JSON without the braces
   */
  Scenario pod(String name, String phase, String status) {
    return apply(
        """
        {'apiVersion':'v1','kind':'Pod',
         'metadata':{'name':'%s','namespace':'shop','labels':{'app':'web'}},
         'spec':{'containers':[{'name':'app',
           'resources':{'requests':{'cpu':'100m','memory':'100Mi'}}}]},
         'status':{'phase':'%s',%s}}
        """
            .formatted(name, phase, status));
  }

  /**
   * Adds samples of pods.
   *
   * @param usage such as {@code 'cpu':'100m'}
   */
  Scenario uses(int first, int last, String time, String usage) {
    Scenario changed = this;
    for (int number = first; number <= last; number++) {
      changed = changed.usesOne("web-" + number, time, usage);
    }
    return changed;
  }

  Scenario usesOne(String pod, String time, String usage) {
    return apply(
        """
        {'apiVersion':'metrics.k8s.io/v1beta1','kind':'PodMetrics',
         'metadata':{'name':'%s','namespace':'shop','labels':{'app':'web'}},
         'timestamp':'%s','window':'30s','containers':[{'name':'app','usage':{%s}}]}
        """
            .formatted(pod, time, usage));
  }

  /** Adds the value of an Object or Pods metric. */
  Scenario custom(String kind, String name, String metric, String value) {
    return apply(
        """
        {'apiVersion':'custom.metrics.k8s.io/v1beta2','kind':'MetricValueList','items':[
         {'describedObject':{'apiVersion':'%s','kind':'%s','namespace':'shop','name':'%s'},
          'metric':{'name':'%s'},'timestamp':'1999-12-31T23:59:50Z','value':'%s'}]}
        """
            .formatted(
                kind.equals("Pod") ? "v1" : "networking.k8s.io/v1", kind, name, metric, value));
  }

  /**
   * Adds values of External metrics.
   *
   * @param items as JSON
   */
  Scenario external(String items) {
    return apply(
        """
        {'apiVersion':'external.metrics.k8s.io/v1beta1','kind':'ExternalMetricValueList',
         'metadata':{'namespace':'shop'},'items':[%s]}
        """
            .formatted(items));
  }

  private ObjectNode tree() {
    return (ObjectNode) Json.tree(json);
  }

  private static JsonNode parsed(String text) {
    return Json.tree(text.replace('\'', '"'));
  }

  static String utilization(String resource, int percent) {
    return ("{'type':'Resource','resource':{'name':'%s',"
            + "'target':{'type':'Utilization','averageUtilization':%d}}}")
        .formatted(resource, percent);
  }

  static String average(String resource, String amount) {
    return ("{'type':'Resource','resource':{'name':'%s',"
            + "'target':{'type':'AverageValue','averageValue':'%s'}}}")
        .formatted(resource, amount);
  }

  static String ofContainer(String container, String resource, int percent) {
    return ("{'type':'ContainerResource','containerResource':{'container':'%s','name':'%s',"
            + "'target':{'type':'Utilization','averageUtilization':%d}}}")
        .formatted(container, resource, percent);
  }

  static String ofPods(String metric, String amount) {
    return ("{'type':'Pods','pods':{'metric':{'name':'%s'},"
            + "'target':{'type':'AverageValue','averageValue':'%s'}}}")
        .formatted(metric, amount);
  }

  static String ofObject(String metric, String type, String amount) {
    return ("{'type':'Object','object':{'describedObject':{'apiVersion':'networking.k8s.io/v1',"
            + "'kind':'Ingress','name':'front'},'metric':{'name':'%s'},'target':{'type':'%s','%s':'%s'}}}")
        .formatted(metric, type, lower(type), amount);
  }

  static String external(String metric, String type, String amount) {
    return ("{'type':'External','external':{'metric':{'name':'%s'},"
            + "'target':{'type':'%s','%s':'%s'}}}")
        .formatted(metric, type, lower(type), amount);
  }

  private static String lower(String type) {
    return type.substring(0, 1).toLowerCase(Locale.ROOT) + type.substring(1);
  }
}
