package dev.hpa.conformance.environment;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;

/**
 * Registers the metrics APIs of the suite at the API server, which has two ways to reach a Service.
 * Without {@code --enable-aggregator-routing} it connects to the name of a Service of type
 * ExternalName. With it, it connects to an endpoint, which must not be a loopback address.
 */
final class MetricsRegistration {

  private static final String SERVICE = "metrics";
  private static final int FIRST_PRIORITY = 200;
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** A part of the message of an API server with {@code --enable-aggregator-routing}. */
  private static final String NO_EXTERNAL_NAME = "unsupported service type";

  private final ClusterApi api;
  private final String run;
  private final MetricsAddress address;
  private final int port;
  private final MetricsApiServices apiServices;

  /**
   * @param port the port on which the suite serves the APIs
   */
  MetricsRegistration(ClusterApi api, String run, MetricsAddress address, int port) {
    this.api = api;
    this.run = run;
    this.address = address;
    this.port = port;
    this.apiServices = new MetricsApiServices(api, run);
  }

  /**
   * Saves what the registration replaces.
   *
   * @throws TestClusterException if APIServices exist that must not be replaced; then nothing was
   *     changed
   */
  void prepare(ClusterAccess access) throws TestClusterException, IOException {
    Map<String, JsonNode> existing = apiServices.replaceable(MetricsServer.APIS, access);
    api.create(
        SuiteObjects.NAMESPACES,
        SuiteObjects.labelled(
            "{\"metadata\": {\"name\": \"%s\"}}".formatted(SuiteObjects.namespace(run)), run));
    apiServices.save(existing);
  }

  /**
   * Registers the APIs and waits until the API server serves them.
   *
   * @throws TestClusterException if the API server does not reach the address
   */
  void register() throws TestClusterException, IOException, InterruptedException {
    boolean hasEndpoint = !endpoint().isLoopbackAddress();
    boolean served = false;
    if (!address.isIpv6()) {
      createService("\"type\": \"ExternalName\", \"externalName\": \"" + address.host() + "\",");
      createApiServices();
      served = isServed(true);
    }
    if (!served && hasEndpoint) {
      createService("");
      createEndpoints(endpoint());
      createApiServices();
      served = isServed(false);
    }
    if (!served) {
      throw new TestClusterException(
          ("metrics APIs: the API server does not reach %s on port %d: %s; set --metrics-address to"
                  + " an address of this machine that the API server reaches")
              .formatted(address.host(), port, unavailable()));
    }
  }

  private InetAddress endpoint() {
    try {
      return InetAddress.getByName(address.host());
    } catch (UnknownHostException unknown) {
      // The API server may resolve what this machine does not.
      return InetAddress.getLoopbackAddress();
    }
  }

  private String in(String collection) {
    return collection + "/namespaces/" + SuiteObjects.namespace(run);
  }

  private void createService(String type) throws IOException {
    String services = in("/api/v1") + "/services";
    api.deleteIfExists(services + "/" + SERVICE);
    api.create(
        services,
        SuiteObjects.labelled(
            """
            {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "%s"},
              "spec": {%s "ports": [{"name": "https", "port": %d}]}}
            """
                .formatted(SERVICE, type, port),
            run));
  }

  /** Older API servers read Endpoints, newer ones EndpointSlices. */
  private void createEndpoints(InetAddress endpoint) throws IOException {
    String ip = endpoint.getHostAddress().replaceFirst("%.*", "");
    String slices = in("/apis/discovery.k8s.io/v1") + "/endpointslices";
    api.deleteIfExists(slices + "/" + SERVICE);
    api.create(
        slices,
        labelled(
            """
            {"apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "metadata": {"name": "%s"},
              "addressType": "%s", "endpoints": [{"addresses": ["%s"], "conditions": {"ready": true}}],
              "ports": [{"name": "https", "port": %d, "protocol": "TCP"}]}
            """
                .formatted(SERVICE, ip.contains(":") ? "IPv6" : "IPv4", ip, port),
            Map.of("kubernetes.io/service-name", SERVICE)));
    String endpoints = in("/api/v1") + "/endpoints";
    api.deleteIfExists(endpoints + "/" + SERVICE);
    api.create(
        endpoints,
        labelled(
            """
            {"apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": "%s"},
              "subsets": [{"addresses": [{"ip": "%s"}], "ports": [{"name": "https", "port": %d}]}]}
            """
                .formatted(SERVICE, ip, port),
            Map.of("endpointslice.kubernetes.io/skip-mirror", "true")));
  }

  private JsonNode labelled(String json, Map<String, String> labels) {
    var object = SuiteObjects.labelled(json, run);
    var all = object.withObjectProperty("metadata").withObjectProperty("labels");
    labels.forEach(all::put);
    return object;
  }

  private void createApiServices() throws IOException {
    int priority = FIRST_PRIORITY;
    for (String each : MetricsServer.APIS) {
      apiServices.serve(each, priority--, SERVICE, port);
    }
  }

  /**
   * @param externalName whether the Service has this type, which some API servers do not support
   */
  private boolean isServed(boolean externalName) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!MetricsServer.isServed(api)) {
      if (System.nanoTime() > deadline
          || (externalName && unavailable().contains(NO_EXTERNAL_NAME))) {
        return false;
      }
      Thread.sleep(Duration.ofMillis(50));
    }
    return true;
  }

  private String unavailable() throws IOException {
    return apiServices.unavailable(MetricsServer.APIS);
  }
}
