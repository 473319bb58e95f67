package dev.hpa.cli.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Valid inputs of each decoder, small so that damage meets every part of them. */
final class Corpus {

  static final List<byte[]> AUTOSCALERS =
      texts(
          """
          {"kind":"HorizontalPodAutoscaler","apiVersion":"autoscaling/v2",
           "metadata":{"name":"web","namespace":"shop","resourceVersion":"7","generation":2,
             "creationTimestamp":"2026-01-01T00:00:00Z","labels":{"app":"web"},
             "annotations":{"autoscaling.alpha.kubernetes.io/metrics":"[]"}},
           "spec":{"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"},
             "minReplicas":1,"maxReplicas":10,
             "metrics":[
               {"type":"Resource","resource":{"name":"cpu",
                 "target":{"type":"Utilization","averageUtilization":60}}},
               {"type":"Object","object":{"describedObject":{"kind":"Ingress","name":"main"},
                 "metric":{"name":"rps","selector":{"matchExpressions":[
                   {"key":"a","operator":"In","values":["b","c"]}]}},
                 "target":{"type":"Value","value":"1500m"}}},
               {"type":"External","external":{"metric":{"name":"queue"},
                 "target":{"type":"AverageValue","averageValue":"30"}}}],
             "behavior":{"scaleDown":{"stabilizationWindowSeconds":300,"selectPolicy":"Max",
               "tolerance":"50m",
               "policies":[{"type":"Percent","value":10,"periodSeconds":60}]}}},
           "status":{"currentReplicas":1,"desiredReplicas":2,
             "lastScaleTime":"2026-01-01T00:00:00Z",
             "conditions":[{"type":"AbleToScale","status":"True","reason":"Ready",
               "lastTransitionTime":"2026-01-01T00:00:00Z","message":"m"}]}}""",
          """
          {"kind":"HorizontalPodAutoscaler","apiVersion":"autoscaling/v1",
           "metadata":{"name":"web","namespace":"shop","annotations":{
             "autoscaling.alpha.kubernetes.io/metrics":
               "[{\\"type\\":\\"Pods\\",\\"pods\\":{\\"metricName\\":\\"q\\"}}]",
             "autoscaling.alpha.kubernetes.io/behavior":"{\\"scaleUp\\":{\\"policies\\":null}}"}},
           "spec":{"scaleTargetRef":{"kind":"Deployment","name":"web"},"maxReplicas":3,
             "targetCPUUtilizationPercentage":80}}""");

  static final List<byte[]> SCALES =
      texts(
          """
          {"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"web",
           "namespace":"shop","uid":"u","resourceVersion":"9"},"spec":{"replicas":3},
           "status":{"replicas":3,"selector":"app=web,tier in (a,b),!old"}}""",
          """
          {"kind":"Scale","apiVersion":"extensions/v1beta1","metadata":{"name":"web"},
           "spec":{"replicas":3},"status":{"replicas":3,"selector":{"app":"web"},
           "targetSelector":"app=web"}}""");

  static final List<byte[]> PODS =
      texts(
          """
          {"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-1","namespace":"shop",
           "resourceVersion":"12","labels":{"app":"web"},
           "deletionTimestamp":"2026-01-01T00:00:00Z"},
           "spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"500m",
             "memory":"64Mi"},"limits":{"cpu":1}}}],
             "initContainers":[{"name":"i","restartPolicy":"Always"}],
             "resources":{"requests":{"cpu":"2"}}},
           "status":{"phase":"Running","startTime":"2026-01-01T00:00:00Z",
             "conditions":[{"type":"Ready","status":"True",
               "lastTransitionTime":"2026-01-01T00:00:10Z"}]}}""");

  static final List<byte[]> QUANTITIES =
      texts("1", "1500m", "0.5", "1e3", "12Ki", "-3.25Gi", "1E", "+7n", "100000000000000000000");

  static final List<byte[]> SELECTORS =
      texts("app=web", "a in (b,c),d notin (e),!f,g", "x==y,z!=w", "n>5,m<7", "example.com/a=b-c");

  static final List<byte[]> TIMES =
      texts("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.123456789+01:00", "1h2m3.5s", "-15ms");

  static final List<byte[]> POD_METRICS =
      texts(
          """
          {"kind":"PodMetricsList","apiVersion":"metrics.k8s.io/v1beta1","metadata":{},
           "items":[{"metadata":{"name":"web-1","namespace":"shop","labels":{"app":"web"}},
             "timestamp":"2026-01-01T00:00:00Z","window":"15s",
             "containers":[{"name":"c","usage":{"cpu":"12345n","memory":"20Mi"}}]}]}""");

  static final List<byte[]> METRIC_VALUES =
      texts(
          """
          {"kind":"MetricValueList","apiVersion":"custom.metrics.k8s.io/v1beta2","metadata":{},
           "items":[{"describedObject":{"kind":"Pod","namespace":"shop","name":"web-1",
             "apiVersion":"/v1"},"metric":{"name":"rps","selector":null},
             "timestamp":"2026-01-01T00:00:00Z","windowSeconds":60,"value":"1500m"}]}""",
          """
          {"kind":"MetricValueList","apiVersion":"custom.metrics.k8s.io/v1beta1","metadata":{},
           "items":[{"describedObject":{"kind":"Pod","name":"web-1"},"metricName":"rps",
             "timestamp":"2026-01-01T00:00:00Z","value":"3"}]}""",
          """
          {"kind":"ExternalMetricValueList","apiVersion":"external.metrics.k8s.io/v1beta1",
           "metadata":{},"items":[{"metricName":"queue","metricLabels":{"q":"a"},
             "timestamp":"2026-01-01T00:00:00Z","value":"42"}]}""",
          """
          {"kind":"Status","apiVersion":"v1","status":"Failure","message":"no","reason":"Gone",
           "code":410}""");

  static final List<byte[]> KUBECONFIGS =
      texts(
          """
          apiVersion: v1
          kind: Config
          current-context: a
          contexts: [{name: a, context: {cluster: c, user: u, namespace: shop}}]
          clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
          users: [{name: u, user: {token: t, as: other, as-groups: [g]}}]
          """);

  static final List<byte[]> CSV =
      texts("time,value\n2026-01-01T00:00:00Z,1\n2026-01-01T00:01:00Z,2.5\n", "0,1\n60,\"2\"\n");

  static final List<byte[]> PROMETHEUS =
      texts(
          """
          {"status":"success","data":{"resultType":"matrix","result":[
           {"metric":{"__name__":"m"},"values":[[1767225600,"1"],[1767225660.5,"NaN"]]}]}}""");

  static final List<byte[]> SCENARIOS =
      texts(
          """
          {"name":"s","hpa":{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler",
           "metadata":{"name":"web","namespace":"shop"},"spec":{"maxReplicas":3,
           "scaleTargetRef":{"kind":"Deployment","name":"web","apiVersion":"apps/v1"}}},
           "steps":[{"at":"2026-01-01T00:00:00Z"}]}""");

  private Corpus() {}

  static List<byte[]> texts(String... texts) {
    return List.of(texts).stream().map(each -> each.getBytes(StandardCharsets.UTF_8)).toList();
  }
}
