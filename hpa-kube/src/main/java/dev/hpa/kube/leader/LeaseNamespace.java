package dev.hpa.kube.leader;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The Leases of a namespace. */
public final class LeaseNamespace {

  private final KubernetesApi api;
  private final String namespace;
  private final Duration timeout;

  /**
   * @param api client that does not retry and that gives up after the timeout
   * @param timeout server-side timeout of a request
   */
  public LeaseNamespace(KubernetesApi api, String namespace, Duration timeout) {
    this.api = api;
    this.namespace = namespace;
    this.timeout = timeout;
  }

  /** One of them, existing or not. */
  public LeaseLock lock(String name) {
    return new LeaseLock(api, namespace, name, timeout);
  }

  /**
   * All of them, as of a time after the call began: the request has no resourceVersion, so that the
   * server does not return an older state.
   */
  public List<Lease> list() throws KubernetesApiException {
    ApiRequest request =
        new ApiRequest(
            "GET",
            ApiRequest.pathOf(LeaseLock.LEASES, namespace, "leases"),
            Map.of("timeout", GoDuration.format(timeout)),
            new ApiRequest.Subject("leases", "coordination.k8s.io", ""),
            ApiRequest.ResponseFormat.JSON,
            null,
            null);
    return api.call(request, answer -> leases(Json.tree(answer.readAllBytes())));
  }

  private static List<Lease> leases(JsonNode list) {
    List<Lease> leases = new ArrayList<>();
    list.path("items").forEach(each -> leases.add(Lease.of(each)));
    return leases;
  }
}
