package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonTokens;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.content.ProtobufObject;
import dev.hpa.sandbox.proto.ProtobufCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sandbox writes by the API's own definitions is read by hpa-kube, and the reverse. */
class SandboxProtobufTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {"kind":"Scale","apiVersion":"autoscaling/v1",
         "metadata":{"name":"web","namespace":"shop","uid":"u-1","resourceVersion":"80",
           "generation":3,"creationTimestamp":"2026-01-01T00:00:00Z",
           "deletionTimestamp":"2026-01-02T00:00:00Z","deletionGracePeriodSeconds":0,
           "labels":{"app":"web"},"annotations":{"note":"n"},
           "ownerReferences":[{"apiVersion":"v1","kind":"A","name":"a","uid":"u","controller":true}],
           "finalizers":["a/b","c/d"],
           "managedFields":[{"manager":"m","operation":"Update","apiVersion":"apps/v1",
             "time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{}},
             "subresource":"scale"}]},
         "spec":{"replicas":2},"status":{"replicas":1,"selector":"app=web"}}""",
        """
        {"kind":"Status","apiVersion":"v1","status":"Failure","message":"no","reason":"Gone",
         "code":410}"""
      })
  void protobufIsReadByBoth(String object) throws IOException {
    ObjectNode tree = (ObjectNode) Json.tree(object);
    byte[] body = ProtobufCodec.encode(tree);
    assertEquals(tree, Json.tree(ContentType.PROTOBUF.toJson(body)));
    try (InputStream json = ContentType.PROTOBUF.json(new ByteArrayInputStream(body))) {
      assertEquals(tree, Json.read((JsonTokens) json, JsonNode.class));
    }
    ProtobufObject read = ProtobufObject.of(body);
    byte[] message = Arrays.copyOfRange(read.bytes(), read.from(), read.to());
    byte[] written = ProtobufObject.encode(read.apiVersion(), read.kind(), message);
    assertEquals(tree, ProtobufCodec.decode(written));
  }
}
