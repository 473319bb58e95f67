package dev.hpa.sandbox.proto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectSchemaTest {

  private static ObjectSchema.Findings check(String apiVersion, String kind, String json) {
    ObjectSchema schema = ObjectSchema.of(apiVersion, kind);
    assertNotNull(schema);
    return schema.check(json.replace('\'', '"'));
  }

  private static ObjectNode settled(String apiVersion, String kind, String json) {
    ObjectSchema schema = ObjectSchema.of(apiVersion, kind);
    assertNotNull(schema);
    return schema.settled((ObjectNode) Json.tree(json.replace('\'', '"')));
  }

  private static ObjectNode tree(String json) {
    return (ObjectNode) Json.tree(json.replace('\'', '"'));
  }

  @Test
  void unknownKindsHaveNoSchema() {
    assertNull(ObjectSchema.of("apps/v9", "Deployment"));
    assertNull(ObjectSchema.of("apps/v1", "Deplyment"));
  }

  @Test
  void inlinesEmbeddedMessages() {
    ObjectSchema.Findings findings =
        check(
            "v1",
            "Pod",
            """
            {'spec':{'volumes':[{'name':'v','emptyDir':{}}],'containers':[{'name':'c',
             'env':[{'name':'e','valueFrom':{'configMapKeyRef':{'name':'m','key':'k','optional':true}}}],
             'readinessProbe':{'httpGet':{'port':80},'periodSeconds':5}}]}}
            """);
    assertNull(findings.mismatch());
    assertEquals(List.of(), findings.problems());
  }

  @Test
  void allowsTheKindOfNestedObjects() {
    ObjectSchema.Findings findings =
        check(
            "apps/v1",
            "StatefulSet",
            "{'spec':{'volumeClaimTemplates':[{'kind':'PersistentVolumeClaim','apiVersion':'v1',"
                + "'metadata':{'name':'v'}}],'template':{'kind':'x'}}}");
    assertEquals(
        List.of("unknown field \"spec.template.kind\""),
        findings.problems().stream().filter(p -> p.contains("template.")).toList());
  }

  @Test
  void reportsTheFirstMismatchAndAllProblems() {
    ObjectSchema.Findings findings =
        check(
            "v1", "ConfigMap", "{'a':1,'data':{'k':1,'l':true},'immutable':'no','a':2,'data':{}}");
    assertEquals(
        "json: cannot unmarshal number into Go struct field ConfigMap.data of type string",
        findings.mismatch());
    assertEquals(
        List.of("unknown field \"a\"", "unknown field \"a\"", "duplicate field \"data\""),
        findings.problems());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'2026-01-01T00:00:00Z' | ~~",
        "'2026-01-01T02:00:00+02:00' | ~~",
        "null | ~~",
        "'yesterday' | parsing time \"yesterday\" as \"2006-01-02T15:04:05Z07:00\": not such a time",
        "5 | json: cannot unmarshal number into Go value of type string"
      })
  void validatesTimes(String value, String mismatch) {
    String found = check("v1", "Event", "{'firstTimestamp':" + value + "}").mismatch();
    assertEquals(mismatch, found == null ? "" : found);
  }

  @Test
  void microTimesHaveSixDigits() {
    assertNull(
        check(
                "coordination.k8s.io/v1",
                "Lease",
                "{'spec':{'renewTime':'2026-01-01T00:00:02.123456Z'}}")
            .mismatch());
    assertEquals(
        "parsing time \"2026-01-01T00:00:02Z\" as \"2006-01-02T15:04:05.000000Z07:00\": cannot parse"
            + " \"Z\" as \".000000\"",
        check("coordination.k8s.io/v1", "Lease", "{'spec':{'renewTime':'2026-01-01T00:00:02Z'}}")
            .mismatch());
  }

  @Test
  void validatesIntOrString() {
    for (String port : new String[] {"80", "'http'", "null"}) {
      assertNull(
          check("v1", "Service", "{'spec':{'ports':[{'targetPort':" + port + "}]}}").mismatch());
    }
    assertEquals(
        "json: cannot unmarshal number 80.5 into Go value of type int32",
        check("v1", "Service", "{'spec':{'ports':[{'targetPort':80.5}]}}").mismatch());
  }

  @Test
  void dropsUnknownFieldsAndNulls() {
    assertEquals(
        tree("{'metadata':{'name':'m'},'data':{'k':'v'}}"),
        settled(
            "v1",
            "ConfigMap",
            "{'metadata':{'name':'m','labels':null},'data':{'k':'v'},'binaryData':null,'x':1}"));
  }

  @Test
  void normalizesQuantitiesAndTimes() {
    assertEquals(
        tree(
            "{'metadata':{'creationTimestamp':'2026-01-01T00:00:00Z'},"
                + "'spec':{'containers':[{'resources':{'limits':{'cpu':'1500m','memory':'1Gi'}}}]}}"),
        settled(
            "v1",
            "Pod",
            "{'metadata':{'creationTimestamp':'2026-01-01T02:00:00.5+02:00'},"
                + "'spec':{'containers':[{'resources':{'limits':{'cpu':1.5,'memory':'1024Mi'}}}]}}"));
  }
}
