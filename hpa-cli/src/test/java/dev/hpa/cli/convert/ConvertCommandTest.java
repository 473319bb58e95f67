package dev.hpa.cli.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConvertCommandTest {

  private static final String V2 =
      "{\"apiVersion\":\"autoscaling/v2\",\"kind\":\"HorizontalPodAutoscaler\",\"metadata\":{\"name\":\"web\"},"
          + "\"spec\":{\"maxReplicas\":3,\"scaleTargetRef\":{\"kind\":\"Deployment\",\"name\":\"web\","
          + "\"apiVersion\":\"apps/v1\"}}}";
  private static final String BAD = V2.replace("\"maxReplicas\":3", "\"maxReplicas\":2.5");
  private static final String POD = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{}}";

  @TempDir private Path folder = Path.of("unset");

  @Test
  void annotationsHaveTheRecordedBytes() throws IOException, URISyntaxException {
    for (String version : new String[] {"v1", "v2beta1", "v2beta2"}) {
      Program program =
          Program.run(
              "", "convert", "--to", "autoscaling/" + version, "-f", golden("full-v2.yaml"));
      assertEquals(0, program.status(), program.err());
      assertEquals(
          Files.readString(Path.of(golden("full-" + version + ".yaml"))), program.out(), version);
    }
  }

  @Test
  void convertedDocumentsRoundTrip() throws IOException, URISyntaxException {
    Program v1 = Program.run("", "convert", "--to", "autoscaling/v1", "-f", golden("full-v2.yaml"));
    Program back = Program.run(v1.out(), "convert", "--to", "autoscaling/v2", "-f", "-");
    Program again = Program.run(back.out(), "convert", "--to", "autoscaling/v1", "-f", "-");
    assertEquals(v1.out(), again.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "v2beta1|{type: Resource, resource: {name: cpu, target: {type: Utilization,"
            + " averageUtilization: 70}}}|spec.metrics[0].resource.target|write"
            + " targetAverageUtilization, targetAverageValue or targetValue, or apiVersion:"
            + " autoscaling/v2, which has target",
        "v2|{type: Resource, resource: {name: cpu, targetAverageUtilization:"
            + " 80}}|spec.metrics[0].resource.targetAverageUtilization|write target: {type:"
            + " Utilization, averageUtilization: NUMBER}",
        "v2|{type: Pods, pods: {metricName: q, target: {type: AverageValue, averageValue:"
            + " 1}}}|spec.metrics[0].pods.metricName|write metric: {name: NAME}",
        "v2beta2|{type: Resource, resource: {name: cpu, targetAverageValue:"
            + " 80}}|spec.metrics[0].resource.targetAverageValue|write target: {type: AverageValue,"
            + " averageValue: QUANTITY}",
        "v2|{type: Resource, resource: {nmae: cpu}}|spec.metrics[0].resource.nmae|did you mean"
            + " name?",
      })
  void droppedFieldsAreReportedWithTheRightOne(
      String version, String metric, String field, String fix) {
    String input =
        """
        apiVersion: autoscaling/%s
        kind: HorizontalPodAutoscaler
        metadata: {name: a}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a}
          maxReplicas: 8
          metrics:
          - %s
        """
            .formatted(version, metric);
    Program convert = Program.run(input, "convert", "--to", "autoscaling/v2", "-f", "-");
    assertEquals(
        "hpa: - document 1: dropped: unknown field \"%s\"; %s\n".formatted(field, fix),
        convert.err());
    assertEquals(1, convert.status());
    assertTrue(convert.out().contains("name: a\n"), convert.out());
    JsonNode error =
        Json.tree(Program.run(input, "lint", "-o", "json", "-f", "-").out()).at("/0/errors/0");
    assertEquals(
        "strict decoding error: unknown field \"" + field + "\"", error.path("message").asText());
    assertEquals(fix, error.path("do").asText());
  }

  @Test
  void droppedFieldsOfListItemsAreReported() {
    String unknown = V2.replace("\"maxReplicas\"", "\"behaviour\":{},\"maxReplicas\"");
    String list =
        "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[" + V2 + "," + unknown + "]}";
    Program run = Program.run(list, "convert", "--to", "autoscaling/v1", "-f", "-");
    assertEquals(1, run.status());
    assertEquals(
        "hpa: -:1: dropped: items[1]: unknown field \"spec.behaviour\"; did you mean behavior?\n",
        run.err());
  }

  @Test
  void aMisspelledKindIsNotAnotherObject() {
    String misspelled = V2.replace("HorizontalPodAutoscaler", "HorizontalPodAutoScaler");
    String why =
        "no matches for kind \"HorizontalPodAutoScaler\" in version \"autoscaling/v2\"; write"
            + " HorizontalPodAutoscaler";
    Program run = Program.run("---\n" + misspelled, "convert", "--to", "autoscaling/v1", "-f", "-");
    assertEquals(1, run.status());
    assertEquals("hpa: - document 1: kind: " + why + "\n", run.err());
    Program lint = Program.run(misspelled, "lint", "-o", "ndjson", "-f", "-");
    assertEquals(1, lint.status());
    assertEquals(why, Json.tree(lint.out()).at("/errors/0/message").asText());
    String scale = "{\"apiVersion\":\"autoscaling/v1\",\"kind\":\"Scale\",\"metadata\":{}}";
    assertEquals(0, Program.run(scale, "lint", "-f", "-").status());
  }

  @Test
  void ndjsonOutputKeepsOneLinePerDocument() {
    Program program =
        Program.run(
            V2 + "\n\n" + BAD + "\nnonsense\n" + POD + "\n[]\n" + V2 + "\n",
            "convert",
            "--to",
            "autoscaling/v1",
            "-f",
            "-");
    assertEquals(1, program.status());
    assertEquals(6, program.lines().size(), program.out());
    assertEquals(
        "{\"error\":\"-:3: spec.maxReplicas: number 2.5 is not an integer\"}",
        program.lines().get(1));
    assertTrue(program.lines().get(2).startsWith("{\"error\":\"-:4: is not JSON: "));
    assertEquals(POD, program.lines().get(3));
    assertEquals("{\"error\":\"-:6: is not an object\"}", program.lines().get(4));
    assertEquals("autoscaling/v1", Json.tree(program.lines().get(5)).path("apiVersion").asText());
  }

  @Test
  void invalidFirstLineDoesNotStopTheConversion() {
    Program program =
        Program.run("{\"kind\n" + V2 + "\n", "convert", "--to", "autoscaling/v1", "-f", "-");
    assertEquals(1, program.status());
    assertEquals(2, program.lines().size(), program.out());
    assertTrue(program.lines().getFirst().startsWith("{\"error\":\"-:1: "));
  }

  @Test
  void convertsAnyNumberOfLines() {
    int count = 20_000;
    byte[] line = (V2 + "\n").getBytes(StandardCharsets.UTF_8);
    InputStream endless =
        new SequenceInputStream(
            Collections.enumeration(
                IntStream.range(0, count)
                    .mapToObj(i -> (InputStream) new java.io.ByteArrayInputStream(line))
                    .toList()));
    Program program = Program.run(endless, "convert", "--to", "autoscaling/v1", "-f", "-");
    assertEquals(0, program.status());
    assertEquals(count, program.lines().size());
  }

  @Test
  void invalidDocumentsDoNotStopTheConversion() throws IOException {
    Path file = folder.resolve("mixed.yaml");
    Files.writeString(file, "# first\n---\n" + V2 + "\n---\na: [\n---\n" + POD + "\n---\n" + V2);
    Program program = Program.run("", "convert", "--to", "autoscaling/v1", "-f", file.toString());
    assertEquals(1, program.status());
    assertEquals(2, program.out().split("apiVersion: autoscaling/v1", -1).length - 1);
    assertTrue(program.err().contains("mixed.yaml document 2: is not valid YAML or JSON: "));
    assertTrue(program.err().contains("(line 6)"), program.err());
    assertTrue(program.out().contains("---\n" + POD + "\n---\n"), program.out());
  }

  @Test
  void otherDocumentsKeepTheirOrderAndText() {
    String service =
        """
        # the service
        kind: Service
        apiVersion: v1
        metadata: {name: web} # here too
        spec:
          ports: [{port: 0x50}]
        """;
    String input = "# licence\n---\n" + service + "---\n" + V2 + "\n---\n" + service;
    Program yaml = Program.run(input, "convert", "--to", "autoscaling/v1", "-f", "-");
    assertEquals(0, yaml.status(), yaml.err());
    assertTrue(
        yaml.out()
            .startsWith("# licence\n---\n" + service + "---\nkind: HorizontalPodAutoscaler\n"),
        yaml.out());
    assertTrue(yaml.out().endsWith("---\n" + service), yaml.out());
    Program json =
        Program.run(input, "convert", "--to", "autoscaling/v1", "-o", "ndjson", "-f", "-");
    assertEquals(80, Json.tree(json.lines().getFirst()).at("/spec/ports/0/port").asInt());
    assertEquals(3, json.lines().size());
  }

  @Test
  void aListKeepsItsOtherItemsAndADocumentWithoutAKindIsAnError() {
    String list = "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[" + POD + "," + V2 + "]}";
    assertEquals(Json.tree(POD), Json.tree(onlyLine(list)).at("/items/0"));
    String pods = "{\"kind\":\"List\", \"apiVersion\":\"v1\",\"items\":[ " + POD + "]}";
    assertEquals(pods, onlyLine(pods));
    assertEquals(
        "{\"error\":\"-:1: kind: is missing; set a kind, such as HorizontalPodAutoscaler\"}",
        onlyLine("{\"a\":1}"));
  }

  @Test
  void othersCanBeSkipped() {
    Program program =
        Program.run(
            POD + "\n" + V2 + "\n",
            "convert",
            "--to",
            "autoscaling/v1",
            "--skip-others",
            "-f",
            "-");
    assertEquals(0, program.status());
    assertEquals(1, program.lines().size());
  }

  @Test
  void listsStayLists() {
    String list = "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[" + V2 + "," + V2 + "]}";
    JsonNode converted = Json.tree(onlyLine(list));
    assertEquals("List", converted.path("kind").asText());
    assertEquals("autoscaling/v1", converted.at("/items/1/apiVersion").asText());

    String autoscalers =
        "{\"kind\":\"HorizontalPodAutoscalerList\",\"apiVersion\":\"autoscaling/v2\",\"items\":[{}]}";
    assertEquals(
        "{\"kind\":\"HorizontalPodAutoscalerList\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{},"
            + "\"items\":[{\"metadata\":{},\"spec\":{\"scaleTargetRef\":{\"kind\":\"\",\"name\":\"\"},"
            + "\"maxReplicas\":0}}]}",
        onlyLine(autoscalers));

    String broken = "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[" + V2 + "," + BAD + "]}";
    assertEquals(
        "{\"error\":\"-:1: items[1].spec.maxReplicas: number 2.5 is not an integer\"}",
        onlyLine(broken));
  }

  @Test
  void setsDefaultsOnRequest() {
    assertEquals(false, Json.tree(onlyLine(V2)).path("spec").has("minReplicas"));
    Program program =
        Program.run(V2, "convert", "--to", "autoscaling/v2", "--default", "-o", "json", "-f", "-");
    JsonNode spec = Json.tree(program.out()).path("spec");
    assertEquals(1, spec.path("minReplicas").asInt());
    assertEquals(80, spec.at("/metrics/0/resource/target/averageUtilization").asInt());
  }

  @Test
  void ambiguousStringsAreQuoted() {
    String labels =
        "{\"a\":\"1e3\",\"b\":\"no\",\"c\":\"12:30\",\"d\":\"0x1F\",\"e\":\"\",\"f\":\"null\",\"g\":\"2024-01-01\"}";
    String input = V2.replace("\"name\":\"web\"}", "\"name\":\"web\",\"labels\":" + labels + "}");
    Program yaml = Program.run(input, "convert", "--to", "autoscaling/v2", "-o", "yaml", "-f", "-");
    Program back =
        Program.run(yaml.out(), "convert", "--to", "autoscaling/v2", "-o", "ndjson", "-f", "-");
    assertEquals(0, back.status(), back.out());
    assertEquals(Json.tree(labels), Json.tree(back.out()).at("/metadata/labels"));
  }

  @Test
  void foldersAreTakenByName() throws IOException {
    Files.writeString(folder.resolve("b.json"), V2.replace("web", "second"));
    Files.writeString(folder.resolve("a.yaml"), V2.replace("web", "first"));
    Files.writeString(folder.resolve("c.txt"), "ignored");
    Program program =
        Program.run(
            "", "convert", "--to", "autoscaling/v1", "-o", "ndjson", "-f", folder.toString());
    assertEquals(0, program.status());
    assertEquals("first", Json.tree(program.lines().get(0)).at("/metadata/name").asText());
    assertEquals("second", Json.tree(program.lines().get(1)).at("/metadata/name").asText());
  }

  @Test
  void reportsUsageErrors() {
    Program version = Program.run(V2, "convert", "--to", "autoscaling/v3", "-f", "-");
    assertEquals(2, version.status());
    assertTrue(version.err().contains("autoscaling/v2, autoscaling/v1, autoscaling/v2beta2"));
    assertEquals(2, Program.run("", "convert", "-f", "-").status());
    assertEquals(2, Program.run("", "convert", "--to", "autoscaling/v1").status());
    Program missing = Program.run("", "convert", "--to", "autoscaling/v1", "-f", "/no/such.yaml");
    assertEquals(2, missing.status());
    assertEquals("hpa: /no/such.yaml: does not exist; check the path\n", missing.err());
  }

  private static String onlyLine(String input) {
    Program program = Program.run(input, "convert", "--to", "autoscaling/v1", "-f", "-");
    assertEquals(1, program.lines().size());
    return program.lines().getFirst();
  }

  private static String golden(String name) throws URISyntaxException {
    URL resource = ConvertCommandTest.class.getResource(name);
    return Path.of(Objects.requireNonNull(resource, name).toURI()).toString();
  }

  private static final String SCALED =
      """
      apiVersion: %s
      kind: ScaledObject
      metadata: {name: %s, namespace: shop}
      spec:
        minReplicaCount: 1
        scaleTargetRef: {name: web}
        triggers: [{type: %s, metricType: Utilization, metadata: {value: "60"}}]
      ---
      """;

  @Test
  void whatCannotBeConvertedIsSkippedIfRequested() {
    String input =
        SCALED.formatted("keda.sh/v1alpha1", "first", "cpu")
            + SCALED.formatted("keda.sh/v1alpha1", "queue", "kafka")
            + SCALED.formatted("keda.k8s.io/v1alpha1", "old", "cpu")
            + SCALED.formatted("keda.sh/v1alpha1", "last", "cpu");
    Program all = Program.run(input, "convert", "-f", "-");
    assertEquals(1, all.status());
    assertEquals("", all.out());

    Program some = Program.run(input, "convert", "--skip-unsupported", "-o", "ndjson", "-f", "-");
    assertEquals(1, some.status());
    assertEquals(
        List.of("first", "last"),
        some.lines().stream().map(each -> Json.tree(each).at("/metadata/name").asText()).toList());
    List<String> table = some.err().lines().dropWhile(each -> !each.startsWith("SKIPPED")).toList();
    assertEquals(3, table.size(), some.err());
    assertTrue(table.get(1).startsWith("shop/queue  -:"), table.get(1));
    assertTrue(table.get(2).contains("whose scaleTargetRef has name in place of"), table.get(2));
  }

  @Test
  void removedVersionsOfReferencesAreNoted() {
    Program program =
        Program.run(
            """
            apiVersion: autoscaling/v2beta1
            kind: HorizontalPodAutoscaler
            metadata: {name: web}
            spec:
              scaleTargetRef: {apiVersion: extensions/v1beta1, kind: Deployment, name: web}
              maxReplicas: 10
              metrics:
              - type: Object
                object:
                  metricName: hits
                  targetValue: 2k
                  target: {apiVersion: networking.k8s.io/v1beta1, kind: Ingress, name: main}
            """,
            "convert",
            "--to",
            "autoscaling/v2",
            "-f",
            "-");
    assertEquals(0, program.status());
    assertFalse(program.out().contains("status"), program.out());
    assertEquals(
        """
        hpa: - document 1: note: spec.scaleTargetRef.apiVersion: extensions/v1beta1 is no longer served; write apiVersion: apps/v1
        hpa: - document 1: note: spec.metrics[0].object.describedObject.apiVersion: networking.k8s.io/v1beta1 is no longer served; write apiVersion: networking.k8s.io/v1
        """,
        program.err());
  }

  @Test
  void lintCountsWhatItDoesNotCheck() {
    String one = SCALED.formatted("keda.sh/v1alpha1", "first", "cpu");
    Program lint = Program.run(one + one, "lint", "-f", "-");
    assertEquals(0, lint.status());
    assertEquals("hpa: 2 ScaledObjects are not checked; use hpa convert\n", lint.err());
  }
}
