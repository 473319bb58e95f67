package dev.hpa.kube.leader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.kube.http.MisdirectedResponseException;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Lease on the API server. Every write carries the resourceVersion that it replaces. */
public final class LeaseLock {

  static final String LEASES = "/apis/coordination.k8s.io/v1";

  private final KubernetesApi api;
  private final NamespacedName key;
  private final Map<String, String> query;

  /**
   * @param api client that does not retry and that gives up after the timeout
   * @param timeout server-side timeout of a request
   */
  public LeaseLock(KubernetesApi api, String namespace, String name, Duration timeout) {
    this.api = api;
    this.key = new NamespacedName(namespace, name);
    this.query = Map.of("timeout", GoDuration.format(timeout));
  }

  /** The namespace and the name of the Lease. */
  public NamespacedName key() {
    return key;
  }

  /** The current Lease; null if there is none. */
  @Nullable Lease read() throws KubernetesApiException {
    try {
      return call("GET", true, null);
    } catch (KubernetesApiException failure) {
      if (failure.code() == 404) {
        return null;
      }
      throw failure;
    }
  }

  Lease create(LeaseRecord record, Map<String, String> annotations) throws KubernetesApiException {
    ObjectNode lease = JsonNodeFactory.instance.objectNode();
    lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
    lease.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
    annotate(lease, annotations);
    lease.set("spec", record.spec());
    return written(record, call("POST", false, lease));
  }

  /**
   * @param annotations annotations to set; those with empty values are removed
   */
  Lease replace(Lease known, LeaseRecord record, Map<String, String> annotations)
      throws KubernetesApiException {
    ObjectNode lease = known.object().deepCopy();
    ((ObjectNode) lease.path("metadata")).remove("managedFields");
    // Items of a list have neither.
    lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
    annotate(lease, annotations);
    lease.set("spec", record.spec());
    return written(record, call("PUT", true, lease));
  }

  private static void annotate(ObjectNode lease, Map<String, String> annotations) {
    if (annotations.isEmpty()) {
      return;
    }
    ObjectNode all = ((ObjectNode) lease.path("metadata")).withObjectProperty("annotations");
    annotations.forEach(
        (key, value) -> {
          if (value.isEmpty()) {
            all.remove(key);
          } else {
            all.put(key, value);
          }
        });
  }

  /** Deletes the Lease if it is still the known one. */
  void delete(Lease known) throws KubernetesApiException {
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    options.put("apiVersion", "v1").put("kind", "DeleteOptions");
    options.putObject("preconditions").put("resourceVersion", known.resourceVersion());
    api.call(request("DELETE", true, options), answer -> answer.readAllBytes());
  }

  private Lease call(String method, boolean named, @Nullable JsonNode body)
      throws KubernetesApiException {
    return api.call(request(method, named, body), this::lease);
  }

  private Lease lease(InputStream answer) throws IOException {
    Lease lease = Lease.of(Json.tree(answer.readAllBytes()));
    MisdirectedResponseException.check("namespace", key.namespace(), lease.key().namespace());
    MisdirectedResponseException.check("Lease", key.name(), lease.key().name());
    return lease;
  }

  /**
   * A write whose response has another spec was not carried out: the response is that of another
   * request.
   */
  private static Lease written(LeaseRecord sent, Lease answer) throws KubernetesApiException {
    if (!answer.record().equals(sent.inMicroseconds())) {
      throw new KubernetesApiException(
          0, "", "the response of the server is not that of this write", null);
    }
    return answer;
  }

  private ApiRequest request(String method, boolean named, @Nullable JsonNode body) {
    return new ApiRequest(
        method,
        named
            ? ApiRequest.pathOf(LEASES, key.namespace(), "leases", key.name())
            : ApiRequest.pathOf(LEASES, key.namespace(), "leases"),
        query,
        new ApiRequest.Subject("leases", "coordination.k8s.io", named ? key.name() : ""),
        ApiRequest.ResponseFormat.JSON,
        body == null ? null : "application/json",
        body == null ? null : Json.write(body));
  }
}
