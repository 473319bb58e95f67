package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.proto.ProtobufFormatException;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import dev.hpa.sandbox.store.StoredObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random requests of valid and invalid parts: none causes an internal error, and all stored objects
 * are readable.
 */
@Tag("security")
class FuzzHttpTest {

  private static final int REQUESTS = 1200;
  private static final int WATCHES = 150;

  private static final List<String> WATCH_PARAMETERS =
      List.of(
          "resourceVersion=0",
          "resourceVersion=1",
          "resourceVersion=x",
          "resourceVersion=18446744073709551615",
          "resourceVersionMatch=NotOlderThan",
          "resourceVersionMatch=Exact",
          "resourceVersionMatch=x",
          "sendInitialEvents=true",
          "sendInitialEvents=false",
          "allowWatchBookmarks=true",
          "allowWatchBookmarks=x",
          "timeoutSeconds=1",
          "timeoutSeconds=-1",
          "timeoutSeconds=99999999999999999999",
          "timeoutSeconds=9223372036854775807",
          "labelSelector=a%20in%20(",
          "labelSelector=a%3Db",
          "fieldSelector=metadata.name%3Da",
          "fieldSelector=x%3Dy",
          "limit=1",
          "continue=x");

  private static final List<String> METHODS =
      List.of("GET", "GET", "POST", "POST", "PUT", "PUT", "PATCH", "PATCH", "DELETE", "OPTIONS");

  private static final List<String> SEGMENTS =
      List.of(
          "api",
          "apis",
          "v1",
          "v2",
          "apps",
          "autoscaling",
          "namespaces",
          "shop",
          "default",
          "pods",
          "deployments",
          "horizontalpodautoscalers",
          "services",
          "nodes",
          "a",
          "web",
          "scale",
          "status",
          "%2F",
          "x%20y",
          "openapi",
          "v3",
          "watch",
          "metrics.k8s.io",
          "v1beta1");

  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/yaml",
          "application/vnd.kubernetes.protobuf",
          SandboxClient.MERGE,
          SandboxClient.STRATEGIC,
          SandboxClient.JSON_PATCH,
          "application/apply-patch+yaml",
          "text/plain",
          ";;;",
          "");

  private static final List<String> ACCEPTS =
      List.of(
          "application/json",
          "*/*",
          "application/yaml",
          "application/vnd.kubernetes.protobuf",
          "application/json;as=Table;v=v1;g=meta.k8s.io",
          "application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io",
          "image/png",
          ",,;=");

  private static final List<String> PARAMETERS =
      List.of(
          "limit=1",
          "limit=-5",
          "limit=99999999999999999999",
          "continue=x",
          "dryRun=All",
          "dryRun=x",
          "fieldValidation=Strict",
          "fieldValidation=Ignore",
          "resourceVersion=0",
          "resourceVersion=-1",
          "resourceVersion=18446744073709551615",
          "resourceVersionMatch=Exact",
          "labelSelector=a%20in%20(",
          "labelSelector=a%3Db",
          "fieldSelector=metadata.name%3Da",
          "fieldSelector=%3D",
          "gracePeriodSeconds=-1",
          "propagationPolicy=Orphan",
          "force=true",
          "includeObject=Object",
          "pretty=true",
          "timeout=1s",
          "fieldManager=%0A",
          "fieldManager=a",
          "fieldManager=b&force=true",
          "limit=1&continue=00000000-0000-0000-0000-000000000000",
          "labelSelector=a%21%3D%C3%28",
          "fieldSelector=spec.nodeName%21%3Da,status.phase%3D",
          "metricLabelSelector=a%3D",
          "a%ZZ=b",
          "%");

  /** Errors that real servers report as internal. */
  private static final List<String> MEANT =
      List.of("resourceVersion should not be set", "strconv.ParseUint: parsing");

  private final Random random = new Random(0);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noRequestCausesAnInternalError(long seed) {
    random.setSeed(seed);
    try (ServedSandbox served = new ServedSandbox()) {
      served.create(ServedSandbox.DEPLOYMENTS, ServedSandbox.deployment("web", 1));
      served.create(ServedSandbox.HPAS, ServedSandbox.hpa("a", 3));
      for (int i = 0; i < REQUESTS; i++) {
        String method = any(METHODS);
        String path = path();
        byte[] body = body();
        Reply reply =
            served.client.send(
                method, path, any(ACCEPTS), any(TYPES), method.equals("GET") ? null : body);
        boolean meant = MEANT.stream().anyMatch(reply.text()::contains);
        assertTrue(
            reply.code() < 500 || reply.code() == 501 || reply.code() == 504 || meant,
            () ->
                "%s %s %s%n%s"
                    .formatted(method, path, new String(body, StandardCharsets.UTF_8), reply));
        assertFalse(reply.text().contains("Exception"), reply::toString);
        if (i % 50 == 0) {
          served.pass(Duration.ofSeconds(20));
        }
      }
      served.pass(Duration.ofMinutes(5));
      requireWhole(served);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void noWatchCausesAnInternalError(long seed) {
    random.setSeed(seed);
    try (ServedSandbox served = new ServedSandbox()) {
      served.create(ServedSandbox.MAPS, ServedSandbox.map("a", ""));
      for (int i = 0; i < WATCHES; i++) {
        String path =
            any(List.of(ServedSandbox.MAPS, ServedSandbox.PODS, ServedSandbox.HPAS_V1))
                + "?watch=true";
        for (int more = random.nextInt(5); more > 0; more--) {
          path += "&" + any(WATCH_PARAMETERS);
        }
        try (SandboxClient.Events events = served.client.watch(path, any(ACCEPTS))) {
          boolean malformed = path.contains("resourceVersion=x");
          assertTrue(events.code() < 500 || malformed, path);
        }
      }
      assertEquals(200, served.client.get(ServedSandbox.MAPS + "/a").code());
    }
  }

  /** The HTTP library rejects these and closes the connection. */
  @ParameterizedTest
  @ValueSource(strings = {"/api/%00", "/../api"})
  void invalidHttpIsRejectedWithAStatus(String path) {
    try (ServedSandbox served = new ServedSandbox()) {
      Reply reply = served.client.get(path);
      assertEquals(400, reply.code());
      assertEquals("BadRequest", reply.reason());
      assertEquals("close", reply.header("connection"));
    }
  }

  /** Every object can be read in every format at its own path. */
  private static void requireWhole(ServedSandbox served) {
    for (ResourceType type : ResourceTypes.all()) {
      for (ResourceType.Version version : type.versions()) {
        String path = (version.group().isEmpty() ? "/api/" : "/apis/") + version.apiVersion();
        Reply list = served.client.get(path + "/" + type.plural());
        assertEquals(200, list.code(), list::toString);
        Reply table =
            served.client.get(
                path + "/" + type.plural(), "application/json;as=Table;v=v1;g=meta.k8s.io");
        assertEquals(
            list.json().path("items").size(), table.json().path("rows").size(), table::toString);
        assertEquals(
            ProtobufCodec.supports(version.apiVersion(), type.kind()) ? 200 : 406,
            served.client.get(path + "/" + type.plural(), SandboxClient.PROTOBUF).code());
      }
      for (StoredObject object : served.sandbox.cluster().objects(type).in("")) {
        JsonNode metadata = object.tree().path("metadata");
        assertEquals(object.name(), metadata.path("name").asText());
        assertEquals(object.namespace(), metadata.path("namespace").asText(""));
        assertEquals(object.uid(), metadata.path("uid").asText());
        assertEquals(type.kind(), object.tree().path("kind").asText());
      }
    }
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private String path() {
    StringBuilder path = new StringBuilder();
    if (random.nextInt(4) > 0) {
      path.append(
          any(
              List.of(
                  ServedSandbox.HPAS,
                  ServedSandbox.HPAS_V1,
                  ServedSandbox.hpas("autoscaling/v2beta2"),
                  ServedSandbox.hpas("autoscaling/v2beta1"),
                  ServedSandbox.hpas("autoscaling/v2alpha1"),
                  ServedSandbox.hpas("extensions/v1beta1"),
                  ServedSandbox.DEPLOYMENTS,
                  ServedSandbox.PODS,
                  ServedSandbox.MAPS,
                  ServedSandbox.REPLICA_SETS,
                  "/api/v1/namespaces",
                  "/api/v1/nodes",
                  "/api/v1/namespaces/shop/services",
                  "/api/v1/namespaces/shop/events",
                  "/api/v1/namespaces/shop/replicationcontrollers",
                  "/apis/coordination.k8s.io/v1/namespaces/shop/leases",
                  "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                  "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods",
                  "/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/pods/*",
                  "/apis/external.metrics.k8s.io/v1beta1/namespaces/shop",
                  "/sandbox/metrics/external/namespaces/shop",
                  "/sandbox/metrics-apis",
                  "/sandbox/faults")));
      if (random.nextBoolean()) {
        path.append('/').append(any(List.of("a", "b", "web", "a/status", "web/scale", "web/log")));
      }
    } else {
      int length = random.nextInt(8);
      for (int i = 0; i < length; i++) {
        path.append('/').append(any(SEGMENTS));
      }
    }
    if (path.isEmpty()) {
      path.append('/');
    }
    List<String> query = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      query.add(any(PARAMETERS).replace("%ZZ", "%41").replaceAll("%$", ""));
    }
    return query.isEmpty() ? path.toString() : path + "?" + String.join("&", query);
  }

  private byte[] body() {
    return switch (random.nextInt(8)) {
      case 0 -> new byte[0];
      case 1 -> noise();
      case 2 ->
          any(List.of("null", "[]", "1", "{", "\"x\"", "- a", "{\"a\":", "a: ["))
              .getBytes(StandardCharsets.UTF_8);
      case 3 -> operations().getBytes(StandardCharsets.UTF_8);
      case 4 -> protobuf();
      default -> Json.write(object());
    };
  }

  private byte[] noise() {
    byte[] bytes = new byte[random.nextInt(64)];
    random.nextBytes(bytes);
    return bytes;
  }

  private String operations() {
    return "[{\"op\":\"%s\",\"path\":\"%s\",\"value\":%s}]"
        .formatted(
            any(List.of("add", "remove", "replace", "test", "copy", "unknown")),
            any(List.of("/spec", "/metadata/name", "/spec/replicas", "", "x", "/metadata")),
            value(2));
  }

  private byte[] protobuf() {
    try {
      byte[] bytes = ProtobufCodec.encode(object());
      if (bytes.length > 10 && random.nextBoolean()) {
        bytes[10 + random.nextInt(bytes.length - 10)] ^= (byte) (1 + random.nextInt(255));
      }
      return bytes;
    } catch (ProtobufFormatException | IllegalArgumentException notEncodable) {
      return noise();
    }
  }

  /** An object with mostly valid and some invalid parts. */
  private ObjectNode object() {
    String text =
        any(
            List.of(
                ServedSandbox.hpa(any(List.of("a", "b")), random.nextInt(6)),
                ServedSandbox.deployment(any(List.of("a", "web")), random.nextInt(4) - 1),
                ServedSandbox.map(any(List.of("a", "b")), "'a':'b'"),
                "{'metadata':{'name':'b'},'spec':{'containers':[{'name':'c','image':'i'}]}}",
                "{'metadata':{'name':'a'},'spec':{'ports':[{'port':80}]}}",
                "{'metadata':{'name':'b'},'involvedObject':{'namespace':'shop'}}",
                "{'spec':{'replicas':2}}"));
    ObjectNode object = (ObjectNode) Json.tree(SandboxClient.quoted(text));
    for (int i = random.nextInt(3); i > 0; i--) {
      damage(object);
    }
    return object;
  }

  private void damage(ObjectNode object) {
    ObjectNode place = object;
    while (true) {
      List<String> names = new ArrayList<>();
      place.fieldNames().forEachRemaining(names::add);
      String name =
          names.isEmpty() || random.nextInt(6) == 0
              ? any(List.of("spec", "status", "metadata", "labels", "finalizers", "kind", "x"))
              : any(names);
      if (place.get(name) instanceof ObjectNode inner && random.nextInt(3) > 0) {
        place = inner;
      } else {
        place.set(name, Json.tree(value(3)));
        return;
      }
    }
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0 -> "null";
      case 1 -> any(List.of("0", "-1", "1.5", "1e400", "99999999999999999999", "true"));
      case 2 -> "\"" + any(List.of("", "a", "\\u0000", "é", "1Gi", "2026-01-01T00:00:00Z")) + "\"";
      case 3 -> "\"" + "x".repeat(random.nextInt(300)) + "\"";
      case 4 -> "[]";
      case 5 -> "{}";
      case 6 -> "[" + value(depth - 1) + "]";
      default ->
          "{\"%s\":%s}"
              .formatted(
                  any(List.of("name", "a", "metadata", "app", "f.example/x")), value(depth - 1));
    };
  }
}
