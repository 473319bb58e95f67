package dev.hpa.controller.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** ConfigMaps of an API server with optimistic concurrency, and faults. Thread-safe. */
final class FakeConfigMaps implements KubernetesApi {

  /** Fails requests; returns for those that succeed. */
  @FunctionalInterface
  interface Faults {
    void check(ApiRequest request) throws KubernetesApiException;
  }

  private final Map<String, ObjectNode> objects = new TreeMap<>();
  private final List<String> requests = new ArrayList<>();
  private long revision;
  private Faults faults = request -> {};

  static KubernetesApiException failure(int code, String reason, String message) {
    return new KubernetesApiException(code, reason, message, null);
  }

  synchronized void faults(Faults value) {
    faults = value;
  }

  /** All requests so far, such as {@code PUT name}; clears them. */
  synchronized List<String> requests() {
    List<String> taken = List.copyOf(requests);
    requests.clear();
    return taken;
  }

  synchronized List<String> names() {
    return List.copyOf(objects.keySet());
  }

  synchronized ObjectNode get(String name) {
    return Objects.requireNonNull(objects.get(name), name).deepCopy();
  }

  /** Stores an object as another client does. */
  synchronized void put(String name, ObjectNode object) {
    ObjectNode stored = object.deepCopy();
    stored
        .withObjectProperty("metadata")
        .put("name", name)
        .put("resourceVersion", Long.toString(++revision));
    objects.put(name, stored);
  }

  synchronized void delete(String name) {
    objects.remove(name);
  }

  @Override
  public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
    JsonNode answer = answer(request);
    try {
      return reader.read(new ByteArrayInputStream(Json.write(answer)));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private synchronized JsonNode answer(ApiRequest request) throws KubernetesApiException {
    JsonNode body = request.body() == null ? Json.tree("{}") : Json.tree(request.body());
    String path = request.path();
    String name =
        request.method().equals("POST")
            ? body.at("/metadata/name").asText()
            : path.substring(path.lastIndexOf('/') + 1);
    requests.add(request.method() + " " + name);
    faults.check(request);
    ObjectNode known = objects.get(name);
    if (request.method().equals("POST")) {
      if (known != null) {
        throw failure(409, "AlreadyExists", "configmaps \"" + name + "\" already exists");
      }
    } else if (known == null) {
      throw failure(404, "NotFound", "configmaps \"" + name + "\" not found");
    }
    if (request.method().equals("GET")) {
      return Objects.requireNonNull(known);
    }
    String expected = body.at("/metadata/resourceVersion").asText();
    if (known != null && !expected.equals(known.at("/metadata/resourceVersion").asText())) {
      throw failure(409, "Conflict", "the object has been modified");
    }
    put(name, (ObjectNode) body);
    return get(name);
  }
}
