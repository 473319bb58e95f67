package dev.hpa.sandbox.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TablesTest {

  private static final Instant NOW = Instant.parse("2024-05-01T12:00:00Z");
  private static final TableOptions OPTIONS =
      new TableOptions(NOW, "v1", IncludeObject.METADATA, object -> object);
  private static final String META =
      "'metadata':{'name':'web','namespace':'shop','creationTimestamp':'2024-05-01T11:55:30Z'}";

  @Test
  void writesAListAsTable() {
    ObjectNode table =
        Tables.table(
            "coordination.k8s.io",
            "leases",
            List.of(object("'spec':{}")),
            (ObjectNode) json("{'resourceVersion':'42'}"),
            true,
            OPTIONS);
    JsonNode column = table.path("columnDefinitions").path(0);
    assertEquals("Name string name 0", columnText(column));
    table.remove("columnDefinitions");
    assertEquals(
        json(
            "{'kind':'Table','apiVersion':'meta.k8s.io/v1',"
                + "'metadata':{'resourceVersion':'42'},"
                + "'rows':[{'cells':['web','4m30s'],"
                + "'object':{'kind':'PartialObjectMetadata','apiVersion':'meta.k8s.io/v1',"
                + META
                + "}}]}"),
        Json.tree(table.toString()));
  }

  @Test
  void omitsTheColumnsOfLaterEvents() {
    ObjectNode metadata = (ObjectNode) json("{}");
    ObjectNode table = Tables.table("", "pods", List.of(), metadata, false, OPTIONS);
    assertEquals(
        json(
            "{'kind':'Table','apiVersion':'meta.k8s.io/v1','metadata':{},"
                + "'columnDefinitions':null,'rows':[]}"),
        table);
  }

  @Test
  void includesTheRequestedObject() {
    ObjectNode object = object("'kind':'Lease','apiVersion':'coordination.k8s.io/v1','spec':{}");
    assertEquals(
        json("{'kind':'PartialObjectMetadata','apiVersion':'meta.k8s.io/v1'," + META + "}"),
        included(object, "Metadata"));
    assertEquals(json("null"), included(object, "None"));
    assertEquals(json("{}"), included(object, "Object"));
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
  void printsDeployments() {
    assertEquals(
        json("['web','1/2',2,1,'4m30s']"),
        cells(
            "apps/deployments",
            "'spec':{'replicas':2},"
                + "'status':{'readyReplicas':1,'updatedReplicas':2,'availableReplicas':1}"));
  }

  @Test
  void printsPods() {
    assertEquals(
        json("['web','1/2','ContainerCreating',3,'4m30s','10.0.0.7','n']"),
        cells(
            "/pods",
            "'spec':{'nodeName':'n','containers':[{},{}]},'status':{'phase':'Pending',"
                + "'podIP':'10.0.0.7','containerStatuses':[{'ready':true,'restartCount':3},"
                + "{'state':{'waiting':{'reason':'ContainerCreating'}}}]}"));
    assertEquals(
        json("['web','0/1','Evicted',0,'4m30s','<none>','<none>']"),
        cells(
            "/pods", "'spec':{'containers':[{}]},'status':{'phase':'Failed','reason':'Evicted'}"));
  }

  @Test
  void printsNameAndAgeOfOtherResources() {
    assertEquals(json("['web','4m30s']"), cells("/services", "'spec':{'type':'ClusterIP'}"));
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
    assertEquals(text, age(NOW.minusSeconds(seconds)));
  }

  private static String age(Instant created) {
    return AgeFormat.of(json("{'metadata':{'creationTimestamp':'" + created + "'}}"), NOW);
  }

  private static JsonNode cells(String resource, String members) {
    return row(resource, object(members)).path("cells");
  }

  private static JsonNode row(String resource, ObjectNode object) {
    String[] parts = resource.split("/", -1);
    return Tables.table(parts[0], parts[1], List.of(object), object.objectNode(), true, OPTIONS)
        .path("rows")
        .path(0);
  }

  private static JsonNode included(ObjectNode object, String include) {
    TableOptions options =
        new TableOptions(NOW, "v1", IncludeObject.parse(include), o -> o.objectNode());
    return Tables.table(
            "coordination.k8s.io", "leases", List.of(object), object.objectNode(), true, options)
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
