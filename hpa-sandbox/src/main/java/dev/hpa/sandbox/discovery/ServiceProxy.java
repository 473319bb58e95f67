package dev.hpa.sandbox.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.net.http.HttpClient;
import java.util.List;

/**
 * The proxy of Services, {@code services/[SCHEME:]NAME:PORT/proxy/PATH}. The Service must be of
 * type ExternalName, since nothing listens on other addresses; its {@code targetPort} is used, if
 * any.
 */
public final class ServiceProxy {
  /** Of the segments of a path. */
  private static final int SERVICE = 5;

  private static final int PROXY = 6;

  private final Cluster cluster;
  private final HttpClient http = HttpClient.newHttpClient();

  public ServiceProxy(Cluster cluster) {
    this.cluster = cluster;
  }

  public static boolean serves(List<String> path) {
    return path.size() > PROXY
        && path.get(2).equals("namespaces")
        && path.get(SERVICE - 1).equals("services")
        && path.get(PROXY).equals("proxy");
  }

  /**
   * The response of the server.
   *
   * @throws StatusException if there is no such Service or port, or its server cannot be reached
   */
  public ApiResponse answer(ApiRequest request) {
    String[] parts = request.path().get(SERVICE).split(":", -1);
    String scheme = parts.length == 3 && !parts[0].isEmpty() ? parts[0] : "http";
    String name = parts[parts.length == 3 ? 1 : 0];
    StoredObject service =
        cluster.find(ResourceTypes.SERVICES, new ObjectKey(request.path().get(3), name));
    if (service == null) {
      throw StatusException.notFound(ResourceTypes.SERVICES, name);
    }
    JsonNode spec = service.tree().path("spec");
    int port = port(spec, parts[parts.length - 1]);
    if (port == 0 || !spec.path("type").asText().equals("ExternalName")) {
      throw StatusException.of(
          503,
          "ServiceUnavailable",
          "no endpoints available for service \"%s\"".formatted(request.path().get(SERVICE)));
    }
    return AggregatedServer.forwarded(
        http,
        "%s://%s:%d%s"
            .formatted(
                scheme,
                spec.path("externalName").asText(),
                port,
                request.rawPath().replaceFirst("^.*?/services/[^/]+/proxy", "")),
        request,
        any -> {});
  }

  private static int port(JsonNode spec, String wanted) {
    for (JsonNode each : spec.path("ports")) {
      if (each.path("port").asText().equals(wanted)
          || each.path("name").asText("").equals(wanted)) {
        return each.path("targetPort").asInt(each.path("port").asInt());
      }
    }
    return 0;
  }
}
