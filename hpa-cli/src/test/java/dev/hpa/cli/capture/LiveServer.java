package dev.hpa.cli.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hpa.api.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An API server of one namespace, shop, whose responses are text, so that it can answer as an
 * adapter that no simulation would imitate. Access reviews allow everything.
 */
public final class LiveServer implements AutoCloseable {

  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  private static final String AUTOSCALERS =
      "/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers";

  private final HttpServer server;
  private final Map<String, String> responses = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> autoscalers = new ArrayList<>();
  private final List<String> pods = new ArrayList<>();

  public LiveServer(String version) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    serve("/version", "{gitVersion: %s}".formatted(version));
    serve("/apis/autoscaling", "{versions: [{version: v2}]}");
    serve("/apis/external.metrics.k8s.io", "{preferredVersion: {version: v1beta1}}");
    serve("/apis/external.metrics.k8s.io/v1beta1", "{resources: []}");
    serve("/api", groups(resources("", "v1", "pods: Pod")));
    serve(
        "/apis",
        groups(
            resources("apps", "v1", "deployments: Deployment"),
            resources("custom.metrics.k8s.io", "v1beta2", "pods: Pod"),
            resources("external.metrics.k8s.io", "v1beta1", "q: ExternalMetricValueList")));
  }

  private static String groups(String... groups) {
    return "{kind: APIGroupDiscoveryList, apiVersion: apidiscovery.k8s.io/v2, items: [%s]}"
        .formatted(String.join(", ", groups));
  }

  private static String resources(String group, String version, String resource) {
    String[] parts = resource.split(": ", -1);
    return """
        {metadata: {name: '%s'}, versions: [{version: %s, freshness: Current, resources: [
          {resource: %s, scope: Namespaced, verbs: [get, list],
           responseKind: {group: '%s', version: %s, kind: %s},
           subresources: [{subresource: scale, verbs: [get],
             responseKind: {group: autoscaling, version: v1, kind: Scale}}]}]}]}"""
        .formatted(group, version, parts[0], group, version, parts[1]);
  }

  /** Sets the response to a path, in YAML. */
  public void serve(String path, String yaml) {
    try {
      serveText(path, Json.text(new YAMLMapper().readValue(yaml, JsonNode.class)));
    } catch (IOException malformed) {
      throw new IllegalArgumentException(yaml, malformed);
    }
  }

  /** Sets the response to a path to the letter. */
  void serveText(String path, String body) {
    responses.put(path, body);
  }

  /**
   * Adds an autoscaler, its Deployment of the same name and ready pods.
   *
   * @param spec the fields after {@code scaleTargetRef}
   * @param status the status of the autoscaler
   */
  public void add(String name, int replicas, int podCount, String spec, String status) {
    String object =
        """
        {apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler,
         metadata: {name: %s, namespace: shop, uid: u-%s},
         spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: %s}, %s},
         status: %s}"""
            .formatted(name, name, name, spec, status);
    autoscalers.add(object);
    serve(AUTOSCALERS + "/" + name, object);
    String list =
        "{kind: HorizontalPodAutoscalerList, apiVersion: autoscaling/v2, items: [%s]}"
            .formatted(String.join(", ", autoscalers));
    serve(AUTOSCALERS, list);
    serve("/apis/autoscaling/v2/horizontalpodautoscalers", list);
    serve(
        "/apis/apps/v1/namespaces/shop/deployments/" + name + "/scale",
        """
        {kind: Scale, apiVersion: autoscaling/v1, metadata: {name: %s, namespace: shop},
         spec: {replicas: %d}, status: {replicas: %d, selector: app=%s}}"""
            .formatted(name, replicas, replicas, name));
    for (int i = 0; i < podCount; i++) {
      pods.add(
          """
          {metadata: {name: %s-%d, namespace: shop, labels: {app: %s}},
           spec: {containers: [{name: app}]},
           status: {phase: Running, startTime: '2026-01-01T00:00:00Z', conditions: [
             {type: Ready, status: 'True', lastTransitionTime: '2026-01-01T00:01:00Z'}]}}"""
              .formatted(name, i, name));
    }
    serve(
        "/api/v1/namespaces/shop/pods",
        "{kind: PodList, apiVersion: v1, metadata: {}, items: [%s]}"
            .formatted(String.join(", ", pods)));
    serve("/api/v1/namespaces/shop/events", "{kind: EventList, apiVersion: v1, items: []}");
  }

  /** Writes a kubeconfig of this server. */
  public String kubeconfig(Path folder) throws IOException {
    return Files.writeString(
            folder.resolve("kubeconfig"),
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
            users: [{name: u, user: {}}]
            contexts: [{name: x, context: {cluster: c, user: u, namespace: shop}}]
            current-context: x
            """
                .formatted(server.getAddress().getPort()))
        .toString();
  }

  /** How many requests had a path that ends so. */
  long requests(String suffix) {
    return requests.stream().filter(path -> path.endsWith(suffix)).count();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    requests.add(path);
    exchange.getRequestBody().readAllBytes();
    String found =
        path.endsWith("/selfsubjectaccessreviews")
            ? "{\"status\":{\"allowed\":true}}"
            : responses.get(path);
    byte[] body =
        (found == null
                ? "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":404,"
                    + "\"reason\":\"NotFound\",\"message\":\"the server could not find it\"}"
                : found)
            .getBytes(UTF_8);
    boolean isDiscovery = path.equals("/api") || path.equals("/apis");
    exchange
        .getResponseHeaders()
        .add("Content-Type", isDiscovery ? AGGREGATED : "application/json");
    exchange.sendResponseHeaders(found == null ? 404 : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
