package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.sandbox.access.AccessControl;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.Authorizer;
import dev.hpa.sandbox.access.BootstrapPolicy;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.access.TokenAuthenticator;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.CustomMetrics;
import dev.hpa.sandbox.metrics.MetricValues;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.metrics.MetricsBackend;
import dev.hpa.sandbox.metrics.ServedMetricsApis;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.SimulatorOptions;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An API server without controllers and kubelets, whose objects only the test modifies. Objects are
 * stored as recorded, without validation.
 */
final class BareApiServer implements AutoCloseable {

  /** The APIs of the recorded server. */
  static final Set<MetricsApi> METRICS_APIS =
      Set.of(MetricsApi.RESOURCE_V1BETA1, MetricsApi.CUSTOM, MetricsApi.EXTERNAL);

  static final String JANE = "jane";
  static final String CONTROLLER_MANAGER = "system:kube-controller-manager";

  final VirtualTimeline time = new VirtualTimeline(Instant.parse("2026-11-21T04:00:00Z"));

  /** The release that the exchanges were recorded with. */
  final Cluster cluster =
      new Cluster(new Store(), time, KubernetesVersion.V1_36, KubernetesVersion.V1_36.gates());

  final ServedMetricsApis metrics = new ServedMetricsApis(METRICS_APIS);
  final SandboxClient client;
  private final ApiServer server;

  BareApiServer() throws IOException {
    Authorizer roles = AuthorizationMode.RBAC.in(cluster);
    put(ResourceTypes.NAMESPACES, namespace("kube-system"));
    BootstrapPolicy.create(cluster);
    TokenAuthenticator tokens = new TokenAuthenticator();
    tokens.add(StaticUser.parse(JANE + "=" + JANE));
    tokens.add(StaticUser.parse(CONTROLLER_MANAGER + "=" + CONTROLLER_MANAGER));
    WorkloadSimulator idle = new WorkloadSimulator(cluster, SimulatorOptions.DEFAULT, Map.of());
    MetricValues values = new MetricValues(time, Map.of());
    MetricsBackend pipeline =
        new MetricsBackend(
            idle.metrics(), new CustomMetrics(cluster, idle, values), values, metrics);
    Faults none = new Faults(time, cluster.store()::revision);
    AccessControl access = new AccessControl(tokens, roles, true, event -> {});
    this.server = ApiServer.start(ApiService.of(cluster, pipeline, none, access, List.of()), 0);
    tokens.add(StaticUser.parse("admin=admin,group=system:masters"));
    this.client = new SandboxClient(server.port(), server.certificatePem(), "admin");
    client.post(
        CustomResourceHttpTest.DEFINITIONS,
        CustomResourceHttpTest.WIDGETS
            .replace(",'default':'small'", "")
            .replace(",'categories':['all']", ""));
  }

  /** A client of the user of an exchange. */
  SandboxClient clientOf(RecordedExchange exchange) {
    if (exchange.status() == 401) {
      return client.as("wrong");
    }
    boolean isRefused = exchange.answer().path("message").asText().contains("User \"jane\"");
    boolean isJanes = exchange.file().matches("kubectl.*/(auth-norights|errors-forbidden)");
    if (isRefused || isJanes) {
      return client.as(JANE);
    }
    return exchange.file().equals("kcm-hpa-forbidden") ? client.as(CONTROLLER_MANAGER) : client;
  }

  static ObjectNode namespace(String name) {
    return SandboxClient.tree(
        """
        {'kind':'Namespace','apiVersion':'v1',
         'metadata':{'name':'%s','uid':'-','labels':{'kubernetes.io/metadata.name':'%s'}},
         'spec':{'finalizers':['kubernetes']},'status':{'phase':'Active'}}
        """
            .formatted(name, name));
  }

  /** Stores an object of the storage version; an equal object keeps its resource version. */
  StoredObject put(ResourceType type, ObjectNode object) {
    ObjectKey key = key(object);
    StoredObject there =
        cluster
            .objects(type)
            .update(
                key,
                (before, tree) ->
                    withoutRevision(tree.deepCopy()).equals(withoutRevision(object.deepCopy()))
                        ? tree
                        : object.deepCopy());
    StoredObject now = there == null ? cluster.objects(type).create(key, object.deepCopy()) : there;
    if (now == null) {
      throw new IllegalStateException("unexpected concurrent write of " + key);
    }
    return now;
  }

  private static ObjectNode withoutRevision(ObjectNode object) {
    object.withObject("/metadata").remove("resourceVersion");
    return object;
  }

  void remove(ResourceType type, ObjectKey key) {
    cluster.objects(type).remove(key, any -> true);
  }

  void removeAll(ResourceType type, Predicate<StoredObject> which) {
    cluster.objects(type).in("").stream()
        .filter(which)
        .toList()
        .forEach(each -> remove(type, each.key()));
  }

  static ObjectKey key(ObjectNode object) {
    return new ObjectKey(
        object.at("/metadata/namespace").asText(""), object.at("/metadata/name").asText());
  }

  @Override
  public void close() {
    client.close();
    server.close();
    time.close();
  }
}
