package dev.hpa.kube.leader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One Lease of the API server. Every write says which revision it replaces. */
public final class LeaseLock {

  private static final String LEASES = "/apis/coordination.k8s.io/v1";

  private final KubernetesApi api;
  private final String namespace;
  private final String name;
  private final Map<String, String> query;

  /**
   * @param api asks once and gives up after the time
   * @param timeout how long the server may take over a request
   */
  public LeaseLock(KubernetesApi api, String namespace, String name, Duration timeout) {
    this.api = api;
    this.namespace = namespace;
    this.name = name;
    this.query = Map.of("timeout", GoDuration.format(timeout));
  }

  String name() {
    return name;
  }

  String namespace() {
    return namespace;
  }

  /** The Lease as it is now; null when there is none. */
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
    lease.putObject("metadata").put("name", name).put("namespace", namespace);
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
                ? ApiRequest.pathOf(LEASES, namespace, "leases", name)
                : ApiRequest.pathOf(LEASES, namespace, "leases"),
            query,
            new ApiRequest.Subject("leases", "coordination.k8s.io", named ? name : ""),
            ApiRequest.Answer.TYPED,
            body == null ? null : "application/json",
            body == null ? null : Json.write(body));
    return api.call(request, answer -> Lease.of(Json.tree(answer.readAllBytes())));
  }

  /** A Lease and what it says. */
  record Lease(ObjectNode object, LeaseRecord record) {
    static Lease of(JsonNode tree) {
      if (!(tree instanceof ObjectNode object) || !tree.path("metadata").isObject()) {
        throw new IllegalArgumentException("the server did not answer with a Lease");
      }
      return new Lease(object, LeaseRecord.of(tree));
    }
  }
}
