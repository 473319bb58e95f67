package dev.hpa.sandbox.proto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectSchemaTest {

  private static List<String> unknownFields(String apiVersion, String kind, String json) {
    ObjectSchema schema = ObjectSchema.of(apiVersion, kind);
    assertNotNull(schema);
    return schema.unknownFields(tree(json));
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
    assertEquals(
        List.of(),
        unknownFields(
            "v1",
            "Pod",
            """
            {'spec':{'volumes':[{'name':'v','emptyDir':{}}],'containers':[{'name':'c',
             'env':[{'name':'e','valueFrom':{'configMapKeyRef':{'name':'m','key':'k','optional':true}}}],
             'readinessProbe':{'httpGet':{'port':80},'periodSeconds':5}}]}}
            """));
  }

  @Test
  void allowsTheKindOfNestedObjects() {
    assertEquals(
        List.of("spec.template.kind"),
        unknownFields(
            "apps/v1",
            "StatefulSet",
            "{'spec':{'volumeClaimTemplates':[{'kind':'PersistentVolumeClaim','apiVersion':'v1',"
                + "'metadata':{'name':'v'}}],'template':{'kind':'x'}}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "v1 | ConfigMap | {'data':{'k':1}}",
        "v1 | ConfigMap | {'data':[]}",
        "v1 | ConfigMap | {'immutable':'no'}",
        "v1 | Event | {'firstTimestamp':'yesterday'}",
        "v1 | Event | {'firstTimestamp':5}",
        "v1 | Event | {'count':1.5}",
        "v1 | Service | {'spec':{'ports':[{'targetPort':80.5}]}}",
        "v1 | Pod | {'spec':{'containers':[{'resources':{'limits':{'cpu':'x'}}}]}}",
        "coordination.k8s.io/v1 | Lease | {'spec':{'renewTime':'2026-01-01T00:00:02Z'}}",
      })
  void refusesValuesOfWrongTypes(String apiVersion, String kind, String json) {
    assertThrows(ProtobufFormatException.class, () -> unknownFields(apiVersion, kind, json));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "v1 | Event | {'firstTimestamp':'2026-01-01T02:00:00+02:00'}",
        "v1 | Event | {'firstTimestamp':null}",
        "v1 | Service | {'spec':{'ports':[{'targetPort':80},{'targetPort':'http'},{'targetPort':null}]}}",
        "coordination.k8s.io/v1 | Lease | {'spec':{'renewTime':'2026-01-01T00:00:02.123456Z'}}",
      })
  void acceptsAllFormsOfAValue(String apiVersion, String kind, String json) {
    assertEquals(List.of(), unknownFields(apiVersion, kind, json));
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
