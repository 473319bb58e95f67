package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.hpa.api.Json;
import dev.hpa.sandbox.metrics.MetricSeries;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.metricsapi.ResourceMetricsHandler;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import io.kubernetes.client.proto.Runtime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsHttpTest {

  private static final String CUSTOM = "/apis/custom.metrics.k8s.io/v1beta2/";
  private static final String CUSTOM_OLD = "/apis/custom.metrics.k8s.io/v1beta1/";
  private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/";
  private static final String SET = "/sandbox/metrics/";
  private static final String HEAPSTER =
      "/api/v1/namespaces/kube-system/services/http:heapster:/proxy/";
  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  /** {@code k8s\0} before each object. */
  private static final int PROTOBUF_MAGIC = 4;

  private ServedSandbox served;
  private SandboxClient client;

  @BeforeEach
  void start() {
    served = new ServedSandbox(options -> options.withMetricsApis(EnumSet.allOf(MetricsApi.class)));
    client = served.client;
  }

  @AfterEach
  void stop() {
    served.close();
  }

  private void set(String series, String value) {
    assertEquals(200, client.putText(SET + series, value).code(), series);
  }

  private void annotate(String path, String metric, String value) {
    Reply reply =
        client.patch(
            path,
            SandboxClient.MERGE,
            "{'metadata':{'annotations':{'sandbox.hpa.dev/metric.%s':%s}}}"
                .formatted(metric, value));
    assertEquals(200, reply.code(), reply.toString());
  }

  /** A Deployment with ready pods. */
  private void deploy(String name, int replicas) {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment(name, replicas));
    served.pass(Duration.ofMinutes(1));
  }

  private List<String> values(String path) {
    Reply reply = client.get(path);
    assertEquals(200, reply.code(), reply.toString());
    List<String> values = new ArrayList<>();
    reply.json().path("items").forEach(item -> values.add(item.path("value").asText()));
    return values;
  }

  private List<String> warnings(String reason) {
    served.pass(Duration.ZERO);
    List<String> messages = new ArrayList<>();
    for (JsonNode event : client.get("/api/v1/namespaces/shop/events").json().path("items")) {
      if (event.path("reason").asText().equals(reason)) {
        messages.add(event.path("message").asText());
      }
    }
    return messages;
  }

  @Test
  void servesCustomMetricsInBothVersions() {
    set("custom/namespaces/shop/services/web/qps", "1500m window=30s");
    assertEquals(
        Json.tree(
            """
            {"kind":"MetricValueList","apiVersion":"custom.metrics.k8s.io/v1beta2","metadata":{},
             "items":[{"describedObject":
               {"kind":"Service","namespace":"shop","name":"web","apiVersion":"/v1"},
              "metric":{"name":"qps","selector":null},"timestamp":"2026-01-01T00:00:00Z",
              "windowSeconds":30,"value":"1500m"}]}
            """),
        client.get(CUSTOM + "namespaces/shop/services/web/qps").json());
    assertEquals(
        Json.tree(
            """
            {"kind":"MetricValueList","apiVersion":"custom.metrics.k8s.io/v1beta1","metadata":{},
             "items":[{"describedObject":
               {"kind":"Service","namespace":"shop","name":"web","apiVersion":"/v1"},
              "metricName":"qps","timestamp":"2026-01-01T00:00:00Z",
              "window":30,"value":"1500m","selector":null}]}
            """),
        client.get(CUSTOM_OLD + "namespaces/shop/services/web/qps").json());
  }

  @Test
  void servesTheSeriesOfExternalMetrics() {
    set("external/namespaces/shop/queue_depth?queue=orders", "42");
    set("external/namespaces/shop/queue_depth?queue=mails", "7 window=1m");
    assertEquals(
        Json.tree(
            """
            {"kind":"ExternalMetricValueList","apiVersion":"external.metrics.k8s.io/v1beta1",
             "metadata":{},"items":[
              {"metricName":"queue_depth","metricLabels":{"queue":"mails"},
               "timestamp":"2026-01-01T00:00:00Z","window":60,"value":"7"},
              {"metricName":"queue_depth","metricLabels":{"queue":"orders"},
               "timestamp":"2026-01-01T00:00:00Z","value":"42"}]}
            """),
        client.get(EXTERNAL + "queue_depth").json());
    assertEquals(
        List.of("42"), values(EXTERNAL + "queue_depth?labelSelector=queue%20in%20(orders,other)"));
    assertEquals(List.of(), values(EXTERNAL + "queue_depth?labelSelector=queue%3Dnone"));
  }

  @Test
  void readyPodsShareTheMetricOfTheirWorkload() {
    deploy("web", 3);
    annotate(ServedSandbox.DEPLOYMENTS + "/web", "qps", "'200'");
    String pods = CUSTOM + "namespaces/shop/pods/%2A/qps";
    assertEquals(List.of("66667m", "66667m", "66667m"), values(pods));
    assertEquals(3, values(pods + "?labelSelector=app%3Dweb").size());
    assertEquals(List.of(), values(pods + "?labelSelector=app%3Dother"));
    assertEquals(List.of("200"), values(CUSTOM + "namespaces/shop/deployments.apps/web/qps"));
    assertEquals(404, client.get(CUSTOM + "namespaces/shop/replicasets.apps/%2A/qps").code());
    client.patch(
        ServedSandbox.DEPLOYMENTS + "/web", SandboxClient.MERGE, "{'spec':{'replicas':4}}");
    served.pass(Duration.ofSeconds(5));
    assertEquals(3, values(pods).size(), "the fourth is not ready yet");
    served.pass(Duration.ofSeconds(10));
    assertEquals(List.of("50", "50", "50", "50"), values(pods));
    String pod = client.get(ServedSandbox.PODS).json().at("/items/0/metadata/name").asText();
    set("custom/namespaces/shop/pods/" + pod + "/qps", "9");
    assertEquals(List.of("9", "50", "50", "50"), values(pods));
    assertEquals(List.of("9"), values(CUSTOM + "namespaces/shop/pods/" + pod + "/qps"));
  }

  @Test
  void unreadyPodsHaveNoShare() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 1));
    annotate(ServedSandbox.DEPLOYMENTS + "/web", "qps", "'200'");
    assertEquals(List.of(), values(CUSTOM + "namespaces/shop/pods/%2A/qps"));
  }

  @Test
  void profilesInAnnotationsStartWhenSet() {
    served.pass(Duration.ofSeconds(100));
    served.create(ServedSandbox.MAPS, ServedSandbox.map("a", ""));
    annotate(ServedSandbox.MAPS + "/a", "size", "'ramp:from=0,to=100,over=100s'");
    served.pass(Duration.ofSeconds(25));
    client.patch(ServedSandbox.MAPS + "/a", SandboxClient.MERGE, "{'data':{'k':'other'}}");
    String path = CUSTOM + "namespaces/shop/configmaps/a/size";
    assertEquals(List.of("25"), values(path));
    annotate(ServedSandbox.MAPS + "/a", "size", "null");
    assertEquals(404, client.get(path).code());
  }

  @Test
  void malformedAnnotationsCauseWarnings() {
    served.create(ServedSandbox.MAPS, ServedSandbox.map("a", ""));
    annotate(ServedSandbox.MAPS + "/a", "size", "'much'");
    assertEquals(1, warnings("InvalidMetric").size());
    assertTrue(
        warnings("InvalidMetric")
            .getFirst()
            .startsWith("annotation sandbox.hpa.dev/metric.size: \"much\": not a value"));
  }

  @Test
  void readsSeriesOfConfigMaps() {
    served.create(
        ServedSandbox.MAPS,
        """
        {'metadata':{'name':'series','labels':{'sandbox.hpa.dev/metrics':'true'}},
         'data':{'queues':'# two queues\\n\\nexternal/namespaces/shop/q{queue=a, shard=1} 1\\n\
        external/namespaces/shop/q{queue=b} 2 window=15s\\ninvalid\\nexternal/namespaces/shop/q x',
         'nodes':'custom/nodes/sandbox-node-1/temperature 40'}}
        """);
    assertEquals(List.of("1", "2"), values(EXTERNAL + "q"));
    assertEquals(List.of("40"), values(CUSTOM + "nodes/sandbox-node-1/temperature"));
    assertEquals(
        List.of(
            "queues, line 5: \"invalid\": value is missing; use SERIES VALUE",
            "queues, line 6: \"x\": not a value; use a quantity such as 42 or 1500m, or a profile"
                + " such as sine:min=10,max=500,period=30m"),
        warnings("InvalidMetric"));
    client.patch(
        ServedSandbox.MAPS + "/series",
        SandboxClient.MERGE,
        "{'metadata':{'labels':{'sandbox.hpa.dev/metrics':null}}}");
    assertEquals(404, client.get(EXTERNAL + "q").code());
  }

  @Test
  void callsPrecedeConfigMapsAndAnnotations() {
    served.create(ServedSandbox.MAPS, ServedSandbox.map("a", ""));
    String path = CUSTOM + "namespaces/shop/configmaps/a/size";
    annotate(ServedSandbox.MAPS + "/a", "size", "'1'");
    served.create(
        ServedSandbox.MAPS,
        """
        {'metadata':{'name':'series','labels':{'sandbox.hpa.dev/metrics':'true'}},
         'data':{'x':'custom/namespaces/shop/configmaps/a/size 2'}}
        """);
    assertEquals(List.of("2"), values(path));
    set("custom/namespaces/shop/configmaps/a/size", "3");
    assertEquals(List.of("3"), values(path));
    client.delete(SET + "custom/namespaces/shop/configmaps/a/size");
    assertEquals(List.of("2"), values(path));
    client.delete(ServedSandbox.MAPS + "/series");
    assertEquals(List.of("1"), values(path));
  }

  @Test
  void listsAndRemovesSeriesOverHttp() {
    set("external/namespaces/shop/q?queue=a", "ramp:from=0,to=10,over=10s");
    served.pass(Duration.ofSeconds(5));
    JsonNode item = client.get(SET).json().at("/items/0");
    assertEquals("external/namespaces/shop/q{queue=a}", item.path("series").asText());
    assertEquals("ramp:from=0,to=10,over=10s", item.path("set").asText());
    assertEquals("call", item.path("by").asText());
    assertEquals("5", item.path("value").asText());
    assertEquals(404, client.delete(SET + "external/namespaces/shop/q").code());
    assertEquals(200, client.delete(SET + "external/namespaces/shop/q?queue=a").code());
    assertEquals(0, client.get(SET).json().path("items").size());
    set("external/namespaces/shop/q", "1");
    assertEquals(200, client.delete(SET).code());
    assertEquals(0, client.get(SET).json().path("items").size());
  }

  @Test
  void setsSeriesInProcess() {
    served.sandbox.metrics().set(MetricSeries.parse("external/namespaces/shop/q{a=b}"), "5");
    assertEquals(List.of("5"), values(EXTERNAL + "q"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "external/namespaces/shop/q | much | \"much\": not a value",
        "custom/namespaces/shop/daemonsets.apps/a/q | 1 |"
            + " \"custom/namespaces/shop/daemonsets.apps/a/q\": not a metric of a served resource",
      })
  void rejectsInvalidCalls(String series, String value, String why) {
    Reply reply = client.putText(SET + series, value);
    assertEquals(400, reply.code());
    assertTrue(reply.message().startsWith(why), reply.message());
  }

  @Test
  void callsNeedAToken() {
    assertEquals(401, client.getAs(null, "/sandbox/metrics").code());
    assertEquals(401, client.getAs(null, "/sandbox/metrics-apis").code());
    assertEquals(404, client.get("/sandbox/other").code());
    assertEquals(404, client.get("/sandbox").code());
    assertEquals(404, client.get("/sandbox/metrics-apis/custom").code());
    assertEquals(405, client.post("/sandbox/metrics", "{}").code());
  }

  @Test
  void addsUpSelectedSeriesOfAnObject() {
    set("custom/namespaces/shop/metrics/hits?verb=GET", "10");
    set("custom/namespaces/shop/metrics/hits?verb=POST", "2500m");
    String path = CUSTOM + "namespaces/shop/metrics/hits";
    assertEquals(List.of("12500m"), values(path));
    JsonNode item =
        client
            .get(path + "?metricLabelSelector=verb%3DGET,!x,code+notin+(500,404)")
            .json()
            .at("/items/0");
    assertEquals("10", item.path("value").asText());
    assertEquals(
        Json.tree(
            """
            {"name":"hits","selector":{"matchLabels":{"verb":"GET"},"matchExpressions":[
              {"key":"code","operator":"NotIn","values":["404","500"]},
              {"key":"x","operator":"DoesNotExist"}]}}
            """),
        item.path("metric"));
    assertEquals(
        Json.tree("{\"kind\":\"Namespace\",\"name\":\"shop\",\"apiVersion\":\"/v1\"}"),
        item.path("describedObject"));
    assertEquals(
        "the server could not find the metric hits for namespaces shop",
        client.get(path + "?metricLabelSelector=verb%3DPUT").message());
  }

  @Test
  void servesClusterScopedMetrics() {
    set("custom/nodes/sandbox-node-1/temperature", "40");
    set("custom/nodes/sandbox-node-3/temperature", "50");
    served.pass(Duration.ZERO);
    assertEquals(List.of("40", "50"), values(CUSTOM + "nodes/%2A/temperature"));
    assertEquals(List.of("50"), values(CUSTOM + "nodes/sandbox-node-3/temperature"));
    deploy("web", 2);
    annotate(ServedSandbox.DEPLOYMENTS + "/web", "qps", "'3'");
    assertEquals(List.of("1500m", "1500m"), values(CUSTOM + "pods/%2A/qps"));
    assertEquals(List.of("3"), values(CUSTOM + "deployments.apps/%2A/qps"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "namespaces/shop/pods/%2A/nope           | the server could not find the metric nope for"
            + " pods",
        "namespaces/shop/pods/web/nope           | the server could not find the metric nope for"
            + " pods web",
        "namespaces/shop/deployments.apps/a/nope | the server could not find the metric nope for"
            + " deployments.apps a",
        "namespaces/shop/things.example.com/a/b  | the server could not find the metric b for"
            + " things.example.com a",
        "namespaces/shop/nodes/a/b               | the server could not find the metric b for nodes"
            + " a",
        "namespaces/shop                         | the server could not find the requested"
            + " resource",
      })
  void unknownCustomMetricsAreNotFound(String path, String message) {
    Reply reply = client.get(CUSTOM + path);
    assertEquals(404, reply.code());
    assertEquals("NotFound", reply.reason());
    assertEquals(message, reply.message());
    assertFalse(reply.json().has("details") && path.contains("nope"));
  }

  @Test
  void rejectsUnsupportedRequests() {
    set("external/namespaces/shop/q", "1");
    Reply unknown = client.get(EXTERNAL + "nope");
    assertEquals(
        "404 the server could not find the metric nope for namespaces",
        unknown.code() + " " + unknown.message());
    assertEquals(404, client.get("/apis/external.metrics.k8s.io/v1beta1/q").code());
    assertEquals(404, client.get("/apis/external.metrics.k8s.io/v1/namespaces/shop/q").code());
    assertEquals(405, client.delete(EXTERNAL + "q").code());
    assertEquals(405, client.delete(CUSTOM + "namespaces/shop/pods/a/q").code());
    assertEquals(400, client.get(EXTERNAL + "q?labelSelector=a%3D%3D%3Db").code());
    assertEquals(
        406, client.get(EXTERNAL + "q", SandboxClient.PROTOBUF).code(), "there is no such form");
  }

  @Test
  void discoveryListsMetrics() {
    set("custom/namespaces/shop/deployments.apps/web/qps", "1");
    set("custom/nodes/sandbox-node-1/temperature", "40");
    set("external/namespaces/shop/queue_depth?queue=a", "1");
    set("external/namespaces/shop/queue_depth?queue=b", "1");
    JsonNode group = client.get("/apis/custom.metrics.k8s.io").json();
    assertEquals("v1beta2", group.at("/preferredVersion/version").asText());
    assertEquals("v1beta1", group.at("/versions/1/version").asText());
    assertEquals(
        Json.tree(
            """
            {"kind":"APIResourceList","apiVersion":"v1",
             "groupVersion":"custom.metrics.k8s.io/v1beta1","resources":[
              {"name":"deployments.apps/qps","singularName":"","namespaced":true,
               "kind":"MetricValueList","verbs":["get"]},
              {"name":"pods/qps","singularName":"","namespaced":true,
               "kind":"MetricValueList","verbs":["get"]},
              {"name":"nodes/temperature","singularName":"","namespaced":false,
               "kind":"MetricValueList","verbs":["get"]}]}
            """),
        client.get("/apis/custom.metrics.k8s.io/v1beta1").json());
    assertEquals(
        Json.tree(
            """
            {"kind":"APIResourceList","apiVersion":"v1",
             "groupVersion":"external.metrics.k8s.io/v1beta1","resources":[
              {"name":"queue_depth","singularName":"","namespaced":true,
               "kind":"ExternalMetricValueList","verbs":["get"]}]}
            """),
        client.get("/apis/external.metrics.k8s.io/v1beta1").json());
    JsonNode aggregated = client.get("/apis", AGGREGATED).json().at("/items/10");
    assertEquals("custom.metrics.k8s.io", aggregated.at("/metadata/name").asText());
    assertEquals(
        Json.tree(
            """
            {"resource":"pods","responseKind":{"group":"","version":"","kind":""},
             "scope":"Namespaced","singularResource":"","verbs":null,"subresources":[
              {"subresource":"qps","responseKind":{"group":"","version":"",
               "kind":"MetricValueList"},"verbs":["get"]}]}
            """),
        aggregated.at("/versions/0/resources/1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"resource", "custom", "external"})
  void apiThatIsNotServedIsNotFound(String api) {
    String group = (api.equals("resource") ? "" : api + ".") + ResourceMetricsHandler.GROUP;
    EnumSet<MetricsApi> others = EnumSet.allOf(MetricsApi.class);
    others.removeAll(MetricsApi.parseAll(api));
    assertEquals(200, client.get("/apis/" + group).code());
    Reply reply = client.putText("/sandbox/metrics-apis", MetricsApi.names(others));
    assertEquals(MetricsApi.names(others) + "\n", reply.text());
    assertFalse(client.get("/apis").text().contains("\"" + group + "\""));
    assertFalse(client.get("/apis", AGGREGATED).text().contains("\"" + group + "\""));
    assertFalse(client.get("/openapi/v3").text().contains("/" + group + "/"));
    for (String below : List.of("", "/v1beta1", "/v1beta1/namespaces/shop/pods")) {
      Reply refused = client.get("/apis/" + group + below);
      assertEquals("404 404 page not found\n", refused.toString(), below);
    }
    served.sandbox.metricsApis().serve(EnumSet.allOf(MetricsApi.class));
    assertEquals(200, client.get("/apis/" + group).code());
    assertEquals(400, client.putText("/sandbox/metrics-apis", "all").code());
  }

  private List<String> resourceVersions() {
    List<String> versions = new ArrayList<>();
    client
        .get("/apis/metrics.k8s.io")
        .json()
        .path("versions")
        .forEach(each -> versions.add(each.path("version").asText()));
    return versions;
  }

  @Test
  void resourceMetricsHaveTwoVersions() {
    assertEquals(List.of("v1", "v1beta1"), resourceVersions());
    assertEquals(
        "v1", client.get("/apis/metrics.k8s.io").json().at("/preferredVersion/version").asText());
    String resources = client.get("/apis/metrics.k8s.io/v1").text();
    assertEquals(
        resources,
        client
            .get("/apis/metrics.k8s.io/v1beta1")
            .text()
            .replace("metrics.k8s.io/v1beta1", "metrics.k8s.io/v1"));
  }

  @ParameterizedTest
  @CsvSource({"v1, v1beta1", "v1beta1, v1"})
  void oneVersionOfResourceMetricsIsServed(String version, String other) {
    client.putText("/sandbox/metrics-apis", "resource/" + version);
    assertEquals(List.of(version), resourceVersions());
    String group = "/apis/metrics.k8s.io/";
    assertEquals(200, client.get(group + version + "/namespaces/shop/pods").code());
    assertEquals(200, client.get(group + version + "/nodes").code());
    assertEquals(404, client.get(group + other).code());
    assertEquals(404, client.get(group + other + "/namespaces/shop/pods").code());
    assertEquals(404, client.get(group + other + "/nodes").code());
    client.putText("/sandbox/metrics-apis", "resource");
    assertEquals(200, client.get(group + other + "/nodes").code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces/shop/pods", "pods", "nodes", "nodes/sandbox-node-1"})
  void bothVersionsHaveTheSameContent(String resource) {
    deploy("web", 2);
    String stable = client.get("/apis/metrics.k8s.io/v1/" + resource).text();
    String beta = client.get("/apis/metrics.k8s.io/v1beta1/" + resource).text();
    assertTrue(stable.contains("\"apiVersion\":\"metrics.k8s.io/v1\""), stable);
    assertFalse(stable.contains("v1beta1"), stable);
    assertEquals(stable, beta.replace("metrics.k8s.io/v1beta1", "metrics.k8s.io/v1"));
  }

  @Test
  void heapsterIsDisabledByDefault() {
    try (ServedSandbox usual = new ServedSandbox()) {
      assertEquals("resource,custom,external\n", usual.client.get("/sandbox/metrics-apis").text());
      Reply reply = usual.client.get(HEAPSTER + "apis/metrics/v1alpha1/namespaces/shop/pods");
      assertEquals(404, reply.code());
      assertEquals("services \"heapster\" not found", reply.message());
    }
  }

  @Test
  void findsPodsByChangedLabels() {
    deploy("web", 2);
    String pods = "/api/v1/namespaces/shop/pods";
    String name = client.get(pods).json().at("/items/0/metadata/name").asText();
    String path = "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods?labelSelector=";
    client.patch(pods + "/" + name, SandboxClient.MERGE, "{'metadata':{'labels':{'color':'red'}}}");
    assertEquals(1, client.get(path + "app%3Dweb,color%3Dred").json().path("items").size());
    assertEquals(1, client.get(path + "app%3Dweb,color%21%3Dred").json().path("items").size());
    assertEquals(2, client.get(path + "app+in+(web,other)").json().path("items").size());
    client.patch(pods + "/" + name, SandboxClient.MERGE, "{'metadata':{'labels':{'color':null}}}");
    assertEquals(0, client.get(path + "color%3Dred").json().path("items").size());
    assertEquals(2, client.get(path + "app%3Dweb").json().path("items").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v1beta1"})
  void servesPodMetricsAsProtobuf(String version) throws IOException {
    deploy("web", 2);
    String path =
        "/apis/metrics.k8s.io/" + version + "/namespaces/shop/pods?labelSelector=app%3Dweb";
    Reply reply = client.get(path, SandboxClient.PROTOBUF + ", */*");
    assertEquals(SandboxClient.PROTOBUF, reply.header("Content-Type"));
    assertEquals(usage(client.get(path).json()), usage(reply.bytes()));
    assertEquals(
        "metrics.k8s.io/" + version, envelope(reply.bytes()).getTypeMeta().getApiVersion());
    Reply json = client.get(path, "application/json, " + SandboxClient.PROTOBUF);
    assertEquals("application/json", json.header("Content-Type"));
  }

  /** Pod, container and usage: {@code web-1/app: {cpu=…, memory=…}}, from JSON. */
  private static Map<String, Map<String, String>> usage(JsonNode list) {
    Map<String, Map<String, String>> usage = new TreeMap<>();
    for (JsonNode item : list.path("items")) {
      for (JsonNode container : item.path("containers")) {
        Map<String, String> resources = new TreeMap<>();
        container
            .path("usage")
            .properties()
            .forEach(each -> resources.put(each.getKey(), each.getValue().asText()));
        usage.put(
            item.at("/metadata/name").asText() + "/" + container.path("name").asText(), resources);
      }
    }
    return usage;
  }

  private static Runtime.Unknown envelope(byte[] body) throws IOException {
    return Runtime.Unknown.parseFrom(ByteString.copyFrom(body).substring(PROTOBUF_MAGIC));
  }

  /** The usage from a PodMetricsList in protobuf, by its field numbers. */
  private static Map<String, Map<String, String>> usage(byte[] body) throws IOException {
    Runtime.Unknown envelope = envelope(body);
    assertEquals("PodMetricsList", envelope.getTypeMeta().getKind());
    Map<String, Map<String, String>> usage = new TreeMap<>();
    for (UnknownFieldSet item : messages(UnknownFieldSet.parseFrom(envelope.getRaw()), 2)) {
      String pod = text(messages(item, 1).getFirst(), 1);
      for (UnknownFieldSet container : messages(item, 4)) {
        Map<String, String> resources = new TreeMap<>();
        for (UnknownFieldSet entry : messages(container, 2)) {
          resources.put(text(entry, 1), text(messages(entry, 2).getFirst(), 1));
        }
        usage.put(pod + "/" + text(container, 1), resources);
      }
    }
    return usage;
  }

  private static List<UnknownFieldSet> messages(UnknownFieldSet message, int field)
      throws IOException {
    List<UnknownFieldSet> messages = new ArrayList<>();
    for (ByteString each : message.getField(field).getLengthDelimitedList()) {
      messages.add(UnknownFieldSet.parseFrom(each));
    }
    return messages;
  }

  private static String text(UnknownFieldSet message, int field) {
    return message.getField(field).getLengthDelimitedList().getFirst().toStringUtf8();
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1alpha1", "v1beta1"})
  void heapsterServesTheUsageOfPods(String version) {
    deploy("web", 2);
    String path = HEAPSTER + "apis/metrics/" + version + "/namespaces/shop/pods";
    JsonNode list = client.get(path + "?labelSelector=app%3Dweb").json();
    assertEquals("PodMetricsList", list.path("kind").asText());
    assertEquals("metrics/" + version, list.path("apiVersion").asText());
    assertEquals(2, list.path("items").size());
    JsonNode pod = list.at("/items/0");
    assertEquals("c", pod.at("/containers/0/name").asText());
    assertEquals("15s", pod.path("window").asText());
    assertFalse(pod.has("kind"));
    assertEquals(0, client.get(path + "?labelSelector=app%3Dnone").json().path("items").size());
    assertEquals(404, client.get(HEAPSTER + "apis/metrics/v1/namespaces/shop/pods").code());
    assertEquals(405, client.delete(path).code());
  }

  @Test
  void heapsterServesTheLatestSamplesInOrder() {
    set("custom/namespaces/shop/pods/a/qps", "12500m");
    set("custom/namespaces/shop/pods/b/qps", "7");
    String path = HEAPSTER + "api/v1/model/namespaces/shop/pod-list/b,none,a/metrics/";
    JsonNode expected =
        Json.tree(
            """
            {"items":[
              {"metrics":[{"timestamp":"2026-01-01T00:00:00Z","value":7}],
               "latestTimestamp":"2026-01-01T00:00:00Z"},
              {"metrics":[],"latestTimestamp":"0001-01-01T00:00:00Z"},
              {"metrics":[{"timestamp":"2026-01-01T00:00:00Z","value":12,"floatValue":12.5}],
               "latestTimestamp":"2026-01-01T00:00:00Z"}]}
            """);
    assertEquals(expected, client.get(path + "qps?start=2025-12-31T23%3A55%3A00Z").json());
    assertEquals(expected, client.get(path + "custom/qps").json());
    assertEquals(
        0,
        client
            .get(path + "qps?start=2026-01-01T00%3A00%3A01Z")
            .json()
            .at("/items/0/metrics")
            .size());
    assertEquals(400, client.get(path + "qps?start=now").code());
    assertEquals(404, client.get(HEAPSTER + "api/v1/model/nodes").code());
  }

  @Test
  void heapsterServesCpuAndMemory() {
    served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 1));
    client.patch(
        ServedSandbox.DEPLOYMENTS + "/web",
        SandboxClient.MERGE,
        "{'metadata':{'annotations':{'sandbox.hpa.dev/cpu':'250m'}}}");
    served.pass(Duration.ofMinutes(2));
    String pod = client.get(ServedSandbox.PODS).json().at("/items/0/metadata/name").asText();
    String path = HEAPSTER + "api/v1/model/namespaces/shop/pod-list/" + pod + "/metrics/";
    for (String cpu : List.of("cpu-usage", "cpu/usage_rate")) {
      assertEquals(250, client.get(path + cpu).json().at("/items/0/metrics/0/value").asInt());
    }
    assertEquals(
        64 * 1024 * 1024,
        client.get(path + "memory/usage").json().at("/items/0/metrics/0/value").asInt());
  }
}
