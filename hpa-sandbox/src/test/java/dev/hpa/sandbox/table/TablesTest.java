package dev.hpa.sandbox.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TablesTest {

  private static final Instant NOW = Instant.parse("2024-05-01T12:00:00Z");
  private static final String META =
      "'metadata':{'name':'web','namespace':'shop','creationTimestamp':'2024-05-01T11:55:30Z'}";

  @Test
  void writesAListAsTable() {
    TableOptions options =
        TableOptions.at(NOW).withResourceVersion("42").withContinue("abc", OptionalLong.of(7));
    ObjectNode table =
        Tables.table("coordination.k8s.io", "leases", List.of(object("'spec':{}")), options);
    JsonNode column = table.path("columnDefinitions").path(0);
    assertEquals("Name string name 0", columnText(column));
    table.remove("columnDefinitions");
    assertEquals(
        json(
            "{'kind':'Table','apiVersion':'meta.k8s.io/v1',"
                + "'metadata':{'resourceVersion':'42','continue':'abc','remainingItemCount':7},"
                + "'rows':[{'cells':['web','','4m30s'],"
                + "'object':{'kind':'PartialObjectMetadata','apiVersion':'meta.k8s.io/v1',"
                + META
                + "}}]}"),
        Json.tree(table.toString()));
  }

  @Test
  void omitsTheColumnsOfLaterEvents() {
    ObjectNode table = Tables.table("", "pods", List.of(), TableOptions.at(NOW).withoutColumns());
    assertEquals(
        json(
            "{'kind':'Table','apiVersion':'meta.k8s.io/v1','metadata':{},"
                + "'columnDefinitions':null,'rows':[]}"),
        table);
  }

  @Test
  void includesTheRequestedObject() {
    ObjectNode object = object("'kind':'Lease','apiVersion':'coordination.k8s.io/v1','spec':{}");
    TableOptions options = TableOptions.at(NOW).withApiVersion(TableOptions.V1BETA1);
    assertEquals(
        json("{'kind':'PartialObjectMetadata','apiVersion':'meta.k8s.io/v1beta1'," + META + "}"),
        included(object, options));
    assertEquals(
        json("null"), included(object, options.withIncludeObject(IncludeObject.parse("None"))));
    TableOptions whole = options.withIncludeObject(IncludeObject.parse("Object"));
    assertEquals(object, included(object, whole));
    assertEquals(json("{}"), included(object, whole.withShown(o -> o.objectNode())));
  }

  @Test
  void rejectsUnknownIncludeObject() {
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> IncludeObject.parse("Bogus"));
    assertEquals(
        "Unable to convert to Table as requested: includeObject: Invalid value: \"Bogus\": must be"
            + " 'Metadata', 'Object', 'None', or empty",
        failure.getMessage());
  }

  @Test
  void printsAutoscalers() {
    String reference = "'scaleTargetRef':{'kind':'Deployment','name':'d'}";
    assertEquals(
        json("['web','Deployment/d','cpu: 70%/50%, 1500m/2k + 1 more...','1',5,2,'4m30s']"),
        cells(
            "autoscaling/horizontalpodautoscalers",
            "'spec':{"
                + reference
                + ",'minReplicas':1,'maxReplicas':5,'metrics':["
                + "{'type':'Resource','resource':{'name':'cpu','target':{'averageUtilization':50}}},"
                + "{'type':'Pods','pods':{'target':{'averageValue':'2k'}}},{'type':'External'}]},"
                + "'status':{'currentReplicas':2,'currentMetrics':["
                + "{'type':'Resource','resource':{'current':{'averageUtilization':70}}},"
                + "{'type':'Pods','pods':{'current':{'averageValue':'1.5'}}}]}"));
  }

  @Test
  void printsAnEmptyAutoscalerForABookmark() {
    JsonNode bookmark = json("{'metadata':{'resourceVersion':'1376'}}");
    assertEquals(
        json("['','/','<none>','<unset>',0,0,'<unknown>']"),
        row("autoscaling/horizontalpodautoscalers", (ObjectNode) bookmark).path("cells"));
  }

  @Test
  void marksCompletedPods() {
    ObjectNode pod =
        object("'spec':{'containers':[{}]},'status':{'phase':'Failed','reason':'Evicted'}");
    JsonNode row = row("/pods", pod);
    assertEquals(
        json("['web','0/1','Evicted','0','4m30s','<none>','<none>','<none>','<none>']"),
        row.path("cells"));
    assertEquals(
        json(
            "[{'type':'Completed','status':'True','reason':'Failed','message':'The pod failed.'}]"),
        row.path("conditions"));
  }

  @Test
  void printsServices() {
    assertEquals(
        json("['web','ClusterIP','10.0.0.1','<none>','80/TCP,53:30053/UDP','4m30s','a=1,b=2']"),
        cells(
            "/services",
            "'spec':{'type':'ClusterIP','clusterIP':'10.0.0.1','clusterIPs':['10.0.0.1'],"
                + "'ports':[{'port':80,'protocol':'TCP'},"
                + "{'port':53,'protocol':'UDP','nodePort':30053}],'selector':{'b':'2','a':'1'}}"));
    assertEquals(
        json("['web','LoadBalancer','<none>','<pending>','<none>','4m30s','<none>']"),
        cells("/services", "'spec':{'type':'LoadBalancer'}"));
    assertEquals(
        json("['web','LoadBalancer','None','1.1.1.1,host,9.9.9.9','<none>','4m30s','<none>']"),
        cells(
            "/services",
            "'spec':{'type':'LoadBalancer','clusterIP':'None','externalIPs':['9.9.9.9']},"
                + "'status':{'loadBalancer':{'ingress':[{'hostname':'host'},{'ip':'1.1.1.1'}]}}"));
    assertEquals(
        json("['web','ExternalName','<none>','db.example.com','<none>','4m30s','<none>']"),
        cells("/services", "'spec':{'type':'ExternalName','externalName':'db.example.com'}"));
  }

  @Test
  void printsNodes() {
    ObjectNode node =
        object(
            "'spec':{'unschedulable':true},'status':{'conditions':[{'type':'Ready','status':'True'}],"
                + "'addresses':[{'type':'InternalIP','address':'10.0.0.9'}],"
                + "'nodeInfo':{'kubeletVersion':'v1.36.2','osImage':'Linux'}}");
    ((ObjectNode) node.path("metadata"))
        .putObject("labels")
        .put("node-role.kubernetes.io/worker", "")
        .put("kubernetes.io/role", "edge");
    assertEquals(
        json(
            "['web','Ready,SchedulingDisabled','edge,worker','4m30s','v1.36.2','10.0.0.9','<none>',"
                + "'Linux','<unknown>','<unknown>']"),
        row("/nodes", node).path("cells"));
  }

  @Test
  void printsEventsOfBothGroups() {
    JsonNode expected =
        json("['2m','Warning','Failed','pod/p','','kubelet, node-1','oops','5m',3,'web']");
    assertEquals(
        expected,
        cells(
            "/events",
            "'type':'Warning','reason':'Failed','involvedObject':{'kind':'Pod','name':'p'},"
                + "'source':{'component':'kubelet','host':'node-1'},'message':' oops\\n','count':3,"
                + "'firstTimestamp':'2024-05-01T11:55:00Z','lastTimestamp':'2024-05-01T11:58:00Z'"));
    assertEquals(
        expected,
        cells(
            "events.k8s.io/events",
            "'type':'Warning','reason':'Failed','regarding':{'kind':'Pod','name':'p'},"
                + "'reportingController':'kubelet','reportingInstance':'node-1','note':'oops',"
                + "'eventTime':'2024-05-01T11:55:00.000001Z',"
                + "'deprecatedFirstTimestamp':'2024-05-01T11:55:00Z',"
                + "'series':{'count':3,'lastObservedTime':'2024-05-01T11:58:00.000000Z'}"));
  }

  @Test
  void printsConfigMapsAndSecrets() {
    assertEquals(
        json("['web',3,'4m30s']"),
        cells("/configmaps", "'data':{'a':'','b':''},'binaryData':{'c':''}"));
    assertEquals(
        json("['web','Opaque',1,'4m30s']"), cells("/secrets", "'type':'Opaque','data':{'a':''}"));
    assertEquals(json("['web',0,'4m30s']"), cells("/serviceaccounts", "'secrets':null"));
  }

  @Test
  void printsNameAndTimeOfOtherResources() {
    assertEquals(
        json("['web','2024-05-01T11:55:30Z']"),
        cells("apiextensions.k8s.io/customresourcedefinitions", "'spec':{}"));
    assertEquals(
        "Created At date  0",
        columnText(
            Tables.table("rbac.authorization.k8s.io", "roles", List.of(), TableOptions.at(NOW))
                .path("columnDefinitions")
                .path(1)));
  }

  @ParameterizedTest
  @CsvSource({
    "-2, <invalid>",
    "-1, 0s",
    "0, 0s",
    "119, 119s",
    "120, 2m",
    "125, 2m5s",
    "600, 10m",
    "10799, 179m",
    "10800, 3h",
    "27000, 7h30m",
    "28800, 8h",
    "172799, 47h",
    "172800, 2d",
    "183600, 2d3h",
    "691200, 8d",
    "34560000, 400d",
    "63072000, 2y",
    "66096000, 2y35d",
    "252288000, 8y",
    "283824000, 9y"
  })
  void printsAges(long seconds, String text) {
    assertEquals(text, AgeFormat.since(NOW.minusSeconds(seconds), NOW));
  }

  @Test
  void roundsAgesTowardsZero() {
    assertEquals("0s", AgeFormat.since(NOW.plusMillis(1999), NOW));
    assertEquals("1s", AgeFormat.since(NOW.minusMillis(1999), NOW));
  }

  private static JsonNode cells(String resource, String members) {
    return row(resource, object(members)).path("cells");
  }

  private static JsonNode row(String resource, ObjectNode object) {
    String[] parts = resource.split("/", -1);
    return Tables.table(parts[0], parts[1], List.of(object), TableOptions.at(NOW))
        .path("rows")
        .path(0);
  }

  private static JsonNode included(ObjectNode object, TableOptions options) {
    return Tables.table("coordination.k8s.io", "leases", List.of(object), options)
        .path("rows")
        .path(0)
        .path("object");
  }

  private static String columnText(JsonNode column) {
    return "%s %s %s %s"
        .formatted(
            column.path("name").asText(),
            column.path("type").asText(),
            column.path("format").asText(),
            column.path("priority").asText());
  }

  private static ObjectNode object(String members) {
    return (ObjectNode) json("{" + META + "," + members + "}");
  }

  private static JsonNode json(String text) {
    return Json.tree(text.replace('\'', '"'));
  }
}
