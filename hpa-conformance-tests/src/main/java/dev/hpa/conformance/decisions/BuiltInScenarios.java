package dev.hpa.conformance.decisions;

import static dev.hpa.conformance.decisions.Scenario.average;
import static dev.hpa.conformance.decisions.Scenario.external;
import static dev.hpa.conformance.decisions.Scenario.ofContainer;
import static dev.hpa.conformance.decisions.Scenario.ofObject;
import static dev.hpa.conformance.decisions.Scenario.ofPods;
import static dev.hpa.conformance.decisions.Scenario.scenario;
import static dev.hpa.conformance.decisions.Scenario.utilization;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The built-in scenarios of the area DECISIONS. */
final class BuiltInScenarios {

  private static final String NOW = "1999-12-31T23:59:55Z";
  private static final String CPU = utilization("cpu", 50);

  private BuiltInScenarios() {}

  /** Returns all scenarios, by rule. */
  static List<Scenario> all() {
    return Stream.of(
            utilizations(),
            averages(),
            pods(),
            objects(),
            externals(),
            tolerances(),
            readiness(),
            missing(),
            limits(),
            multipleMetrics(),
            windows(),
            policies(),
            failures(),
            zero())
        .flatMap(each -> each)
        .toList();
  }

  /** A target whose pods have the same usage, in percent of their requests. */
  private static Scenario evenly(String rule, String name, int replicas, int percent) {
    return scenario(rule, name)
        .at("0s")
        .scale(replicas)
        .pods(1, replicas)
        .uses(1, replicas, NOW, "'cpu':'%dm','memory':'%dMi'".formatted(percent, percent));
  }

  private static Stream<Scenario> utilizations() {
    return Stream.concat(
        IntStream.of(0, 10, 24, 50, 76, 99, 101, 199)
            .mapToObj(
                percent ->
                    evenly("DECISIONS-1", "cpu at %d %%".formatted(percent), 4, percent)
                        .autoscaler(CPU)),
        Stream.of(
            evenly("DECISIONS-1", "memory", 3, 80).autoscaler(utilization("memory", 50)),
            evenly("DECISIONS-1", "container", 3, 80).autoscaler(ofContainer("app", "cpu", 50)),
            evenly("DECISIONS-1", "unequal pods", 2, 20)
                .usesOne("web-2", NOW, "'cpu':'175m'")
                .autoscaler(CPU)));
  }

  private static Stream<Scenario> averages() {
    return IntStream.of(20, 45, 46, 54, 55, 56, 130)
        .mapToObj(
            percent ->
                evenly("DECISIONS-2", "%dm against 50m".formatted(percent), 3, percent)
                    .autoscaler(average("cpu", "50m")));
  }

  private static Stream<Scenario> pods() {
    return Stream.of("5", "10", "11500m", "19", "40")
        .map(
            value ->
                scenario("DECISIONS-3", "each pod at " + value)
                    .at("0s")
                    .scale(2)
                    .pods(1, 2)
                    .custom("Pod", "web-1", "requests", value)
                    .custom("Pod", "web-2", "requests", value)
                    .autoscaler(ofPods("requests", "10")));
  }

  private static Stream<Scenario> objects() {
    return Stream.of("Value", "AverageValue")
        .flatMap(
            type ->
                Stream.of("3", "10", "22", "31500m")
                    .map(
                        value ->
                            scenario("DECISIONS-4", "%s, front at %s".formatted(type, value))
                                .at("0s")
                                .scale(2)
                                .pods(1, 2)
                                .custom("Ingress", "front", "hits", value)
                                .autoscaler(ofObject("hits", type, "10"))));
  }

  private static Stream<Scenario> externals() {
    return Stream.of("Value", "AverageValue")
        .flatMap(
            type ->
                Map.of(
                        "one value", "{'metricName':'queue','value':'25'}",
                        "two values",
                            "{'metricName':'queue','value':'12'},{'metricName':'queue','value':'9500m'}",
                        "no values", "")
                    .entrySet()
                    .stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(
                        items ->
                            scenario("DECISIONS-5", type + ", " + items.getKey())
                                .at("0s")
                                .scale(2)
                                .pods(1, 2)
                                .external(items.getValue())
                                .autoscaler(external("queue", type, "10"))));
  }

  private static Stream<Scenario> tolerances() {
    String own =
        "'behavior':{'scaleUp':{'tolerance':'300m'},'scaleDown':{'tolerance':'20m',"
            + "'stabilizationWindowSeconds':0}}";
    return Stream.concat(
        IntStream.of(44, 45, 55, 56)
            .mapToObj(
                percent ->
                    evenly("DECISIONS-6", "%d %%, default".formatted(percent), 10, percent)
                        .autoscalerWith("'maxReplicas':20", CPU)),
        IntStream.of(48, 49, 65, 66)
            .mapToObj(
                percent ->
                    evenly("DECISIONS-6", "%d %%, custom".formatted(percent), 10, percent)
                        .with("'featureGates':{'HPAConfigurableTolerance':true}")
                        .autoscalerWith("'maxReplicas':20," + own, CPU)));
  }

  private static Stream<Scenario> readiness() {
    return Stream.of("'conditions':[]", ready("False", "23:59:00"), ready("False", "23:59:50"))
        .flatMap(
            status ->
                Stream.of("22:00:00", "23:58:00", "23:59:45")
                    .map(
                        started ->
                            evenly(
                                    "DECISIONS-7",
                                    "started %s, %s".formatted(started, word(status)),
                                    2,
                                    90)
                                .pod(
                                    "web-3",
                                    "Running",
                                    "'startTime':'1999-12-31T%sZ',%s".formatted(started, status))
                                .usesOne("web-3", NOW, "'cpu':'90m'")
                                .scale(3)
                                .autoscaler(CPU)));
  }

  private static String ready(String status, String since) {
    return "'conditions':[{'type':'Ready','status':'%s','lastTransitionTime':'1999-12-31T%sZ'}]"
        .formatted(status, since);
  }

  private static String word(String status) {
    return status.contains("23:59:50")
        ? "just unready"
        : status.contains("False") ? "unready" : "no condition";
  }

  private static Stream<Scenario> missing() {
    return Stream.of(
        evenly("DECISIONS-8", "1 of 4 missing, above the target", 3, 90)
            .scale(4)
            .pods(4, 4)
            .autoscaler(CPU),
        evenly("DECISIONS-8", "1 of 4 missing, below the target", 3, 20)
            .scale(4)
            .pods(4, 4)
            .autoscaler(CPU),
        evenly("DECISIONS-8", "direction reversed", 1, 60).scale(3).pods(2, 3).autoscaler(CPU),
        scenario("DECISIONS-8", "all missing").at("0s").scale(2).pods(1, 2).autoscaler(CPU),
        evenly("DECISIONS-8", "failed pod", 2, 90)
            .pod("web-3", "Failed", "'conditions':[]")
            .autoscaler(CPU),
        evenly("DECISIONS-8", "pending pods", 2, 90)
            .scale(4)
            .pod("web-3", "Pending", "'conditions':[]")
            .pod("web-4", "Pending", "'conditions':[]")
            .autoscaler(CPU));
  }

  private static Stream<Scenario> limits() {
    return Stream.of(
        evenly("DECISIONS-9", "recommendation above the maximum", 6, 190).autoscaler(CPU),
        evenly("DECISIONS-9", "recommendation below the minimum", 6, 1)
            .autoscalerWith(
                "'minReplicas':3,'behavior':{'scaleDown':{'stabilizationWindowSeconds':0}}", CPU),
        evenly("DECISIONS-9", "replicas above the maximum", 12, 50).autoscaler(CPU),
        evenly("DECISIONS-9", "replicas below the minimum", 1, 50)
            .autoscalerWith("'minReplicas':2", CPU),
        evenly("DECISIONS-9", "1 to 4 replicas", 1, 900).autoscalerWith("'maxReplicas':50", CPU),
        evenly("DECISIONS-9", "6 to 12 replicas", 6, 900).autoscalerWith("'maxReplicas':50", CPU));
  }

  private static Stream<Scenario> multipleMetrics() {
    return Stream.of(
        evenly("DECISIONS-10", "higher proposal", 2, 90)
            .external("{'metricName':'queue','value':'70'}")
            .autoscaler(CPU, external("queue", "AverageValue", "10")),
        evenly("DECISIONS-10", "1 above the target, 1 failed", 2, 90)
            .autoscaler(CPU, external("queue", "AverageValue", "10")),
        evenly("DECISIONS-10", "1 below the target, 1 failed", 4, 10)
            .autoscaler(CPU, external("queue", "AverageValue", "10")),
        evenly("DECISIONS-10", "both failed", 2, 90)
            .fault(
                "{'api':'metrics.k8s.io','code':503,'reason':'ServiceUnavailable','message':'away'}")
            .autoscaler(CPU, external("queue", "AverageValue", "10")));
  }

  private static Stream<Scenario> windows() {
    return Stream.of(
        evenly("DECISIONS-11", "default window, down after 5 min", 6, 50)
            .autoscaler(CPU)
            .at("15s")
            .uses(1, 6, NOW, "'cpu':'10m'")
            .at("4m59s")
            .at("5m1s"),
        evenly("DECISIONS-11", "scale-up window", 2, 50)
            .autoscalerWith("'behavior':{'scaleUp':{'stabilizationWindowSeconds':60}}", CPU)
            .at("15s")
            .uses(1, 2, NOW, "'cpu':'100m'")
            .at("45s")
            .at("1m16s"),
        evenly("DECISIONS-11", "scale-down window", 6, 50)
            .autoscalerWith("'behavior':{'scaleDown':{'stabilizationWindowSeconds':30}}", CPU)
            .at("15s")
            .uses(1, 6, NOW, "'cpu':'10m'")
            .at("31s"));
  }

  private static Stream<Scenario> policies() {
    return Stream.of(
            "{'scaleUp':{'policies':[{'type':'Pods','value':1,'periodSeconds':60}]}}",
            "{'scaleUp':{'policies':[{'type':'Percent','value':50,'periodSeconds':30}]}}",
            "{'scaleUp':{'selectPolicy':'Min','policies':[{'type':'Pods','value':3,'periodSeconds':30},"
                + "{'type':'Percent','value':10,'periodSeconds':30}]}}",
            "{'scaleUp':{'selectPolicy':'Disabled'}}",
            "{'scaleDown':{'stabilizationWindowSeconds':0,'selectPolicy':'Disabled'}}",
            "{'scaleDown':{'stabilizationWindowSeconds':0,"
                + "'policies':[{'type':'Pods','value':2,'periodSeconds':30}]}}",
            "{'scaleDown':{'stabilizationWindowSeconds':0,"
                + "'policies':[{'type':'Percent','value':10,'periodSeconds':60}]}}")
        .flatMap(
            behavior ->
                IntStream.of(10, 150)
                    .mapToObj(
                        percent ->
                            evenly("DECISIONS-12", policy(behavior, percent), 6, percent)
                                .autoscalerWith("'maxReplicas':30,'behavior':" + behavior, CPU)
                                .at("15s")
                                .at("31s")
                                .at("1m1s")));
  }

  private static String policy(String behavior, int percent) {
    return behavior.replaceAll("[{}'\\[\\]]", "").replace("stabilizationWindowSeconds:0,", "")
        + (percent > 50 ? ", up" : ", down");
  }

  private static Stream<Scenario> failures() {
    return Stream.of(
            "{'api':'metrics.k8s.io','code':503,'reason':'ServiceUnavailable','message':'away'}",
            "{'api':'scale.get','code':404,'reason':'NotFound','message':'no scale'}",
            "{'api':'scale.update','code':409,'reason':'Conflict','message':'changed','times':1}",
            "{'api':'scale.update','code':403,'reason':'Forbidden','message':'not you'}",
            "{'api':'status.update','code':500,'reason':'InternalError','message':'oh'}")
        .map(
            fault ->
                evenly("DECISIONS-13", fault.replaceAll("[{}']", ""), 2, 90)
                    .fault(fault)
                    .autoscaler(CPU)
                    .at("15s"));
  }

  private static Stream<Scenario> zero() {
    return Stream.of(false, true)
        .flatMap(
            gate ->
                Stream.of(0, 5)
                    .flatMap(
                        queue ->
                            Stream.of(0, 2)
                                .map(
                                    replicas ->
                                        scenario(
                                                "DECISIONS-14",
                                                "gate %s, queue %d, replicas %d"
                                                    .formatted(gate, queue, replicas))
                                            .with(
                                                "'featureGates':{'HPAScaleToZero':%s}"
                                                    .formatted(gate))
                                            .at("0s")
                                            .scale(replicas)
                                            .pods(1, replicas)
                                            .external(
                                                "{'metricName':'queue','value':'%d'}"
                                                    .formatted(queue))
                                            .autoscalerWith(
                                                "'minReplicas':%d,'behavior':{'scaleDown':{'stabilizationWindowSeconds':0}}"
                                                    .formatted(gate ? 0 : 1),
                                                external("queue", "AverageValue", "10")))));
  }
}
