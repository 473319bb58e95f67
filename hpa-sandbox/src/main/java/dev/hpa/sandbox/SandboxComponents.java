package dev.hpa.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.access.AccessControl;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.Authorizer;
import dev.hpa.sandbox.access.BootstrapPolicy;
import dev.hpa.sandbox.access.TokenAuthenticator;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.CustomMetrics;
import dev.hpa.sandbox.metrics.MetricValues;
import dev.hpa.sandbox.metrics.MetricsBackend;
import dev.hpa.sandbox.metrics.ObjectMetricLoader;
import dev.hpa.sandbox.metrics.ServedMetricsApis;
import dev.hpa.sandbox.server.ApiService;
import dev.hpa.sandbox.server.ManifestRejectedException;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import java.util.List;
import java.util.function.Consumer;

/** The components of a sandbox, of which the service answers requests. */
record SandboxComponents(
    Cluster cluster,
    WorkloadSimulator simulator,
    MetricsBackend metrics,
    Faults faults,
    TokenAuthenticator tokens,
    String adminToken,
    ApiService service) {

  private static final List<String> NAMESPACES =
      List.of("default", "kube-node-lease", "kube-public", "kube-system");

  /**
   * Creates the components, and the objects of the options.
   *
   * @throws ManifestRejectedException when an object is rejected
   */
  static SandboxComponents create(SandboxOptions options) throws ManifestRejectedException {
    Store store = new Store();
    Faults faults = new Faults(options.timeline(), store::revision);
    ClusterClock time = new ClusterClock(options.timeline(), faults);
    Cluster cluster = new Cluster(store, time, options.version(), options.gates());
    Authorizer authorizer = options.authorization().in(cluster);
    createNamespaces(cluster);
    BootstrapPolicy.create(cluster);
    WorkloadSimulator simulator =
        new WorkloadSimulator(cluster, options.simulator(), options.traces());
    MetricsBackend metrics = pipeline(cluster, simulator, options);
    TokenAuthenticator tokens = new TokenAuthenticator();
    String adminToken = tokens.createAdminToken();
    simulator.start();
    options.faults().forEach(faults::add);
    options.users().forEach(tokens::add);
    AccessControl access =
        new AccessControl(
            tokens,
            authorizer,
            options.authorization() == AuthorizationMode.RBAC,
            withoutObserver(options.audit()));
    ApiService service = ApiService.of(cluster, metrics, faults, access, options.manifests());
    return new SandboxComponents(cluster, simulator, metrics, faults, tokens, adminToken, service);
  }

  private static Consumer<AuditEvent> withoutObserver(Consumer<AuditEvent> audit) {
    return event -> {
      if (!event.user().equals(User.OBSERVER)) {
        audit.accept(event);
      }
    };
  }

  private static void createNamespaces(Cluster cluster) {
    for (String name : NAMESPACES) {
      ObjectNode namespace = JsonNodeFactory.instance.objectNode();
      namespace.put("kind", "Namespace").put("apiVersion", "v1");
      namespace.putObject("metadata").put("name", name);
      cluster.create(ResourceTypes.NAMESPACES, "", namespace, false);
    }
  }

  private static MetricsBackend pipeline(
      Cluster cluster, WorkloadSimulator simulator, SandboxOptions options) {
    MetricValues values = new MetricValues(options.timeline(), options.traces());
    ObjectMetricLoader.follow(cluster, values, simulator);
    return new MetricsBackend(
        simulator.metrics(),
        new CustomMetrics(cluster, simulator, values),
        values,
        new ServedMetricsApis(options.metricsApis()));
  }
}
