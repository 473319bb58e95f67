package dev.hpa.scale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Json;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.RestMapper;
import dev.hpa.spi.ScaleClientFactory;
import dev.hpa.tck.InMemoryApi;
import dev.hpa.tck.ScaleClientContract;
import java.time.InstantSource;
import java.util.Objects;

class ContractTest extends ScaleClientContract {

  private static final String SCALE = "/apis/apps/v1/namespaces/shop/deployments/web/scale";

  private final Server server = new Server();

  /** An API server with one Deployment. A write updates only the spec. */
  private static final class Server implements KubernetesApi {
    private final InMemoryApi answers =
        new InMemoryApi()
            .answer("/api", "{\"versions\":[]}")
            .answer(
                "/apis",
                """
                {"groups":[{"name":"apps","versions":[
                  {"groupVersion":"apps/v1","version":"v1"}]}]}\
                """)
            .answer(
                "/apis/apps/v1",
                """
                {"resources":[
                  {"name":"deployments","kind":"Deployment"},
                  {"name":"deployments/scale","kind":"Scale",
                   "group":"autoscaling","version":"v1"}]}\
                """);

    private ObjectNode held =
        (ObjectNode)
            Json.tree(
                """
                {"kind":"Scale","apiVersion":"autoscaling/v1",
                 "metadata":{"name":"web","namespace":"shop","resourceVersion":"80"},
                 "spec":{"replicas":2},"status":{"replicas":2,"selector":"app=web"}}\
                """);

    @Override
    public synchronized <T> T call(ApiRequest request, BodyReader<T> reader)
        throws KubernetesApiException {
      if (request.method().equals("PUT")) {
        put(Json.tree(Objects.requireNonNull(request.body())));
      }
      return answers.answer(SCALE, held.toString()).call(request, reader);
    }

    private void put(JsonNode sent) throws KubernetesApiException {
      int version = held.at("/metadata/resourceVersion").asInt();
      if (sent.at("/metadata/resourceVersion").asInt() != version) {
        throw new KubernetesApiException(409, "Conflict", "the object has been modified", null);
      }
      held = held.deepCopy();
      held.set("spec", sent.path("spec"));
      held.withObjectProperty("metadata").put("resourceVersion", String.valueOf(version + 1));
    }

    synchronized JsonNode stateBesidesReplicas() {
      ObjectNode rest = held.deepCopy();
      rest.withObjectProperty("spec").remove("replicas");
      rest.withObjectProperty("metadata").remove("resourceVersion");
      return rest;
    }
  }

  @Override
  protected ScaleClientFactory factory() {
    return new DiscoveryScaleClientFactory();
  }

  @Override
  protected RestMapper restMapper() {
    return new CachedRestMapper(api(), InstantSource.system());
  }

  @Override
  protected KubernetesApi api() {
    return server;
  }

  @Override
  protected String namespace() {
    return "shop";
  }

  @Override
  protected CrossVersionObjectReference target() {
    return new CrossVersionObjectReference("Deployment", "web", "apps/v1");
  }

  @Override
  protected int replicas() {
    return 2;
  }

  @Override
  protected Object stateBesidesReplicas() {
    return server.stateBesidesReplicas();
  }
}
