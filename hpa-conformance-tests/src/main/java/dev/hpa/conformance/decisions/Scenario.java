package dev.hpa.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.util.Locale;
import java.util.Map;

/**
 * A scenario, while it is being written. In JSON single quotes stand for double ones.
 *
 * @param json one object, as {@code docs/evaluate.md} describes it
 */
record Scenario(String json) {

  /** The autoscaler and target of every scenario, from one to ten replicas. */
  private static final String AUTOSCALER =
      """
      {'apiVersion':'autoscaling/v2','kind':'HorizontalPodAutoscaler',
       'metadata':{'name':'web','namespace':'shop'},
       'spec':{'scaleTargetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'web'},
         'minReplicas':1,'maxReplicas':10,'metrics':[%s]}}
      """;

  /**
   * Begins one.
   *
   * @param rule the id of the rule it tries
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

  /** From now on things are applied to the cluster at another time of the scenario. */
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

  /** With the autoscaler. */
  Scenario autoscaler(String... metrics) {
    return apply(AUTOSCALER.formatted(String.join(",", metrics)));
  }

  /**
   * With the autoscaler.
   *
   * @param spec more of its spec, or other values, as JSON without the braces
   */
  Scenario autoscalerWith(String spec, String... metrics) {
    ObjectNode object = (ObjectNode) parsed(AUTOSCALER.formatted(String.join(",", metrics)));
    ((ObjectNode) object.get("spec")).setAll((ObjectNode) parsed("{" + spec + "}"));
    return apply(Json.text(object));
  }

  /** With the scale of the target. */
  Scenario scale(int replicas) {
    return apply(
        """
        {'apiVersion':'autoscaling/v1','kind':'Scale','metadata':{'name':'web','namespace':'shop'},
         'spec':{'replicas':%1$d},'status':{'replicas':%1$d,'selector':'app=web'}}
        """
            .formatted(replicas));
  }

  /** With pods that have been ready for an hour and request 100m of CPU and 100Mi of memory. */
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
   * @param status more of it, as JSON without the braces
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
   * With what pods use.
   *
   * @param usage like {@code 'cpu':'100m'}
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

  /** With the value of a metric of an object. */
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
   * With values of external metrics.
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
