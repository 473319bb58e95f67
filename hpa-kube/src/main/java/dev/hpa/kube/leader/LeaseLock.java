package dev.hpa.kube.leader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Lease on the API server. Every write carries the resourceVersion that it replaces. */
public final class LeaseLock {

  private static final String LEASES = "/apis/coordination.k8s.io/v1";

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
  NamespacedName key() {
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

  Lease create(LeaseRecord record) throws KubernetesApiException {
    ObjectNode lease = JsonNodeFactory.instance.objectNode();
    lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
    lease.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
    lease.set("spec", record.spec());
    return call("POST", false, lease);
  }

  Lease replace(Lease known, LeaseRecord record) throws KubernetesApiException {
    ObjectNode lease = known.object().deepCopy();
    ((ObjectNode) lease.path("metadata")).remove("managedFields");
    lease.set("spec", record.spec());
    return call("PUT", true, lease);
  }

  private Lease call(String method, boolean named, @Nullable JsonNode body)
      throws KubernetesApiException {
    ApiRequest request =
        new ApiRequest(
            method,
            named
                ? ApiRequest.pathOf(LEASES, key.namespace(), "leases", key.name())
                : ApiRequest.pathOf(LEASES, key.namespace(), "leases"),
            query,
            new ApiRequest.Subject("leases", "coordination.k8s.io", named ? key.name() : ""),
            ApiRequest.ResponseFormat.TYPED,
            body == null ? null : "application/json",
            body == null ? null : Json.write(body));
    return api.call(request, answer -> Lease.of(Json.tree(answer.readAllBytes())));
  }

  /** A Lease and its decoded spec. */
  record Lease(ObjectNode object, LeaseRecord record) {
    static Lease of(JsonNode tree) {
      if (!(tree instanceof ObjectNode object) || !tree.path("metadata").isObject()) {
        throw new IllegalArgumentException("the response is not a Lease");
      }
      return new Lease(object, LeaseRecord.of(tree));
    }
  }
}
