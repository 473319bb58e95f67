package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Scale;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.core.Rollout;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.scale.DiscoveryScaleClientFactory;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scales from watches beside those of the scale subresource, over HTTP. */
class WatchedScalesTest {

  private static final CrossVersionObjectReference WEB = apps("Deployment", "web");

  @TempDir private Path folder = Path.of("");
  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2024-05-01T10:00:00Z"));
  private Sandbox sandbox;
  private ClusterConnection connection;
  private CountedScales server;
  private WatchedScales scales;

  @SuppressWarnings("NullAway.Init")
  WatchedScalesTest() {}

  /** The client of the server; counts what is read. */
  private static final class CountedScales implements ScaleClient {
    private final ScaleClient client;
    private final AtomicInteger reads = new AtomicInteger();

    CountedScales(ScaleClient client) {
      this.client = client;
    }

    @Override
    public TargetScale read(String namespace, CrossVersionObjectReference target)
        throws ScaleException {
      reads.incrementAndGet();
      return client.read(namespace, target);
    }

    @Override
    public TargetScale reread(TargetScale target) throws ScaleException {
      reads.incrementAndGet();
      return client.reread(target);
    }

    @Override
    public TargetScale write(TargetScale target) throws ScaleException {
      return client.write(target);
    }
  }

  @BeforeEach
  void start() throws Exception {
    sandbox = Sandbox.start(SandboxOptions.in(timeline));
    Path kubeconfig = folder.resolve("kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    connection = ClusterConnection.open(kubeconfig, null, timeline);
    server =
        new CountedScales(
            new DiscoveryScaleClientFactory()
                .create(
                    new ProviderContext(
                        new HttpKubernetesApi(connection),
                        timeline,
                        new CachedRestMapper(new HttpKubernetesApi(connection), timeline::now))));
    scales = new WatchedScales(server, connection, NamespaceScope.ALL);
  }

  @AfterEach
  void stop() {
    scales.close();
    connection.close();
    sandbox.close();
    timeline.close();
  }

  private static CrossVersionObjectReference apps(String kind, String name) {
    return new CrossVersionObjectReference(kind, name, "apps/v1");
  }

  private void create(ResourceType type, String name, String selector) throws Exception {
    ObjectNode tree =
        (ObjectNode)
            new YAMLMapper()
                .readTree(
                    """
                    kind: %s
                    apiVersion: %s
                    metadata: {name: %s}
                    spec:
                      replicas: 3
                      selector: %s
                      template:
                        metadata: {labels: {app: web, tier: front}}
                        spec: {containers: [{name: app, image: web}]}
                    """
                        .formatted(
                            type.kind(),
                            type.group().isEmpty() ? "v1" : "apps/v1",
                            name,
                            selector));
    sandbox.cluster().create(type, "default", tree, false);
  }

  private void createWeb() throws Exception {
    create(ResourceTypes.DEPLOYMENTS, "web", "{matchLabels: {app: web}}");
  }

  /** Scales as another client. */
  private void scaleByHand(int replicas) {
    sandbox
        .cluster()
        .update(
            ResourceTypes.DEPLOYMENTS,
            new ObjectKey("default", "web"),
            "",
            tree -> {
              tree.withObject("/spec").put("replicas", replicas);
              return tree;
            },
            false);
  }

  private TargetScale read(CrossVersionObjectReference target) throws ScaleException {
    return scales.read("default", target);
  }

  /** Whether a read is answered without the server. */
  private boolean isWatched(CrossVersionObjectReference target) throws ScaleException {
    int before = server.reads.get();
    read(target);
    return server.reads.get() == before;
  }

  private void awaitWatched(CrossVersionObjectReference target) throws ScaleException {
    while (!isWatched(target)) {
      Thread.onSpinWait();
    }
  }

  private void assertSameAsServer(CrossVersionObjectReference target) throws ScaleException {
    awaitWatched(target);
    TargetScale watched = read(target);
    assertEquals(server.read("default", target), watched);
    assertEquals(3, watched.scale().specReplicas());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{matchLabels: {tier: front, app: web}}",
        "{matchLabels: {app: web}, matchExpressions: [{key: tier, operator: Exists}]}",
        "{matchExpressions: [{key: tier, operator: In, values: [front, back, front]}]}",
        "{matchExpressions: [{key: tier, operator: In, values: [front]}]}",
        "{matchExpressions: [{key: old, operator: DoesNotExist}, {key: app, operator: NotIn,"
            + " values: [api, '']}]}",
        "{matchExpressions: [{key: app, operator: Exists}, {key: app, operator: In, values: [web]}],"
            + " matchLabels: {app: web}}",
      })
  void selectorsAreShownAsTheServerShowsThem(String selector) throws Exception {
    create(ResourceTypes.REPLICA_SETS, "web", selector);
    create(ResourceTypes.DEPLOYMENTS, "web", selector);
    create(ResourceTypes.STATEFUL_SETS, "web", selector);
    assertSameAsServer(apps("ReplicaSet", "web"));
    assertSameAsServer(apps("Deployment", "web"));
    assertSameAsServer(apps("StatefulSet", "web"));
  }

  @Test
  void replicationControllersSelectByLabels() throws Exception {
    create(ResourceTypes.REPLICATION_CONTROLLERS, "web", "{tier: front, app: web}");
    assertSameAsServer(new CrossVersionObjectReference("ReplicationController", "web", "v1"));
    assertSameAsServer(new CrossVersionObjectReference("replicationcontroller", "web", null));
  }

  @Test
  void theVersionOfAReferenceIsIgnored() throws Exception {
    createWeb();
    assertSameAsServer(new CrossVersionObjectReference("deployment", "web", "apps/v1beta1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"apps/v1", "v1", "a/b/c", "shop.example/v1"})
  void whatIsNotThereFailsAsItDoesWithTheServer(String apiVersion) throws Exception {
    createWeb();
    awaitWatched(WEB);
    CrossVersionObjectReference ghost =
        new CrossVersionObjectReference("Deployment", "ghost", apiVersion);
    ScaleException expected =
        assertThrows(ScaleException.class, () -> server.read("default", ghost));
    ScaleException failure = assertThrows(ScaleException.class, () -> read(ghost));
    assertEquals(expected.text(), failure.text());
    assertEquals(expected.reason(), failure.reason());
  }

  @Test
  void aWriteIsSeenByTheNextRead() throws Exception {
    createWeb();
    awaitWatched(WEB);
    for (int replicas = 4; replicas < 40; replicas++) {
      TargetScale read = read(WEB);
      scales.write(read.withScale(read.scale().withSpecReplicas(replicas)));
      assertEquals(replicas, read(WEB).scale().specReplicas());
    }
    awaitWatched(WEB);
  }

  @Test
  void aConcurrentWriteConflictsAndTheNextReadUsesTheApiServer() throws Exception {
    createWeb();
    awaitWatched(WEB);
    TargetScale stale = read(WEB);
    scaleByHand(7);
    ScaleException failure =
        assertThrows(
            ScaleException.class,
            () -> scales.write(stale.withScale(stale.scale().withSpecReplicas(9))));
    assertEquals(ScaleException.Reason.CONFLICT, failure.reason());
    int before = server.reads.get();
    assertEquals(7, read(WEB).scale().specReplicas());
    assertEquals(before + 1, server.reads.get());
    awaitWatched(WEB);
  }

  @Test
  void aRereadAlwaysUsesTheApiServer() throws Exception {
    createWeb();
    awaitWatched(WEB);
    TargetScale stale = read(WEB);
    scaleByHand(7);
    assertEquals(7, scales.reread(stale).scale().specReplicas());
    assertEquals(7, read(WEB).scale().specReplicas(), "never older than a scale returned before");
  }

  /** Its scale alone does not show it, and its end would let the controller add pods for it. */
  @Test
  void aBrokenWatchDoesNotEndARollout() throws Exception {
    createWeb();
    awaitWatched(WEB);
    Scale scale = read(WEB).scale();
    Rollout rollout = new Rollout(true, "not all requested replicas are updated");
    assertEquals(rollout, scales.rollout(WEB, scale));
    sandbox.close();
    while (scales.watches().stream().anyMatch(Reflector::isInStep)) {
      Thread.onSpinWait();
    }
    assertEquals(rollout, scales.rollout(WEB, scale));
  }

  @Test
  void withoutAWatchReadsUseTheApiServer() throws Exception {
    createWeb();
    awaitWatched(WEB);
    sandbox.close();
    int before = server.reads.get();
    while (server.reads.get() == before) {
      try {
        read(WEB);
      } catch (ScaleException gone) {
        assertEquals(ScaleException.Reason.READ, gone.reason());
      }
    }
  }
}
