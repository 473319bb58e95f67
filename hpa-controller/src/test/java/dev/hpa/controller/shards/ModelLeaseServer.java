package dev.hpa.controller.shards;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The Leases of an API server: optimistic concurrency and lists that are never outdated. */
final class ModelLeaseServer {

  private final Map<String, ObjectNode> leases = new TreeMap<>();
  private long version;

  /** Executes a request; returns the body of the response. */
  byte[] answer(ApiRequest request) throws KubernetesApiException {
    String name = request.subject().name();
    if (name.isEmpty()) {
      return request.method().equals("POST") ? create(body(request)) : Json.write(list());
    }
    ObjectNode known = leases.get(name);
    if (known == null) {
      throw new KubernetesApiException(404, "NotFound", "leases \"" + name + "\" not found", null);
    }
    return switch (request.method()) {
      case "GET" -> Json.write(known);
      case "PUT" -> replace(known, body(request));
      case "DELETE" -> {
        check(known, body(request).path("preconditions").path("resourceVersion").asText());
        leases.remove(name);
        yield Json.write(known);
      }
      default -> throw new IllegalArgumentException(request.method());
    };
  }

  private static ObjectNode body(ApiRequest request) {
    return (ObjectNode) Json.tree(Objects.requireNonNull(request.body()));
  }

  private ObjectNode list() {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.putArray("items").addAll(leases.values());
    return list;
  }

  private byte[] create(ObjectNode lease) throws KubernetesApiException {
    String name = lease.path("metadata").path("name").asText();
    if (leases.containsKey(name)) {
      throw new KubernetesApiException(409, "AlreadyExists", name + " already exists", null);
    }
    return store(name, lease);
  }

  private byte[] replace(ObjectNode known, ObjectNode lease) throws KubernetesApiException {
    check(known, lease.path("metadata").path("resourceVersion").asText());
    return store(known.path("metadata").path("name").asText(), lease);
  }

  private static void check(ObjectNode known, String expected) throws KubernetesApiException {
    if (!known.path("metadata").path("resourceVersion").asText().equals(expected)) {
      throw new KubernetesApiException(409, "Conflict", "the object has been modified", null);
    }
  }

  private byte[] store(String name, ObjectNode lease) {
    ((ObjectNode) lease.path("metadata")).put("resourceVersion", String.valueOf(++version));
    leases.put(name, lease);
    return Json.write(lease);
  }

  List<String> names() {
    return List.copyOf(leases.keySet());
  }

  String holder(String name) {
    ObjectNode lease = leases.get(name);
    return lease == null ? "" : lease.path("spec").path("holderIdentity").asText();
  }

  void delete(String name) {
    leases.remove(name);
  }
}
