package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.OwnerFilter.Lookup;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.kube.memory.Limit;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.TargetScale;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Owners and workloads of a replica with shards: only those of namespaces in its shards are kept.
 */
@Tag("security")
class ScopedCachesTest {

  private static final CrossVersionObjectReference WEB =
      new CrossVersionObjectReference("Deployment", "web", "apps/v1");

  @TempDir private Path folder = Path.of("");
  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final Set<String> scope = ConcurrentHashMap.newKeySet();
  private Sandbox sandbox;
  private ClusterConnection connection;

  @SuppressWarnings("NullAway.Init")
  ScopedCachesTest() {}

  @BeforeEach
  void start() throws Exception {
    sandbox = Sandbox.start(SandboxOptions.in(timeline));
    Path kubeconfig = folder.resolve("kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    connection = ClusterConnection.open(kubeconfig, null, timeline);
    for (String namespace : new String[] {"shop", "bank"}) {
      sandbox
          .cluster()
          .create(ResourceTypes.NAMESPACES, "", tree("metadata: {name: " + namespace + "}"), false);
      sandbox
          .cluster()
          .create(
              ResourceTypes.DEPLOYMENTS,
              namespace,
              tree(
                  """
                  kind: Deployment
                  apiVersion: apps/v1
                  metadata: {name: web}
                  spec:
                    replicas: 3
                    selector: {matchLabels: {app: web}}
                    template:
                      metadata: {labels: {app: web}}
                      spec: {containers: [{name: app, image: web}]}
                  """),
              false);
    }
  }

  private static ObjectNode tree(String manifest) throws Exception {
    return (ObjectNode) new YAMLMapper().readTree(manifest);
  }

  @AfterEach
  void stop() {
    connection.close();
    sandbox.close();
    timeline.close();
  }

  private OwnerFilter.Owner web(String namespace) {
    String uid =
        sandbox.cluster().objects(ResourceTypes.DEPLOYMENTS).in(namespace).iterator().next().uid();
    return OwnerFilter.Owner.of("apps/v1", "Deployment", "web", uid);
  }

  @Test
  void ownersOfOtherNamespacesAreNotKept() {
    scope.add("shop");
    HttpKubernetesApi api = new HttpKubernetesApi(connection);
    try (OwnerIndex owners =
        new OwnerIndex(
            connection,
            new CachedRestMapper(api, timeline::now),
            timeline,
            scope::contains,
            Runnable::run)) {
      assertEquals(new Lookup.Known(null), owners.find("shop", web("shop")));
      assertInstanceOf(Lookup.Unknown.class, owners.find("bank", web("bank")));
      scope.remove("shop");
      owners.watches().forEach(each -> each.drop("shop"::equals));
      assertInstanceOf(Lookup.Unknown.class, owners.find("shop", web("shop")));
    }
  }

  /** As those without permission, or with an API server that is not available. */
  @Test
  void kindsWhoseFirstListFailsLeaveTheirWatchesToOthers() throws Exception {
    scope.add("shop");
    RestMapper mapper = mock(RestMapper.class);
    when(mapper.preferred(any(), any()))
        .thenAnswer(
            call -> {
              String kind = call.getArgument(1);
              boolean exists = kind.equals("Node");
              return new ResourceMapping(
                  exists ? "" : "example.com", "v1", exists ? "nodes" : "widgets", kind, false);
            });
    try (OwnerIndex owners =
        new OwnerIndex(connection, mapper, timeline, scope::contains, Runnable::run)) {
      for (int i = 0; i < Limit.NAMESPACE_OWNER_KINDS.asInt(); i++) {
        assertTrue(problem(owners, "Widget" + i).contains("could not find"), "Widget" + i);
      }
      assertTrue(problem(owners, "Node").contains("more than 5 kinds"));
      assertEquals(Limit.NAMESPACE_OWNER_KINDS.asInt(), owners.watches().size());
      timeline.advance(Duration.ofMinutes(1));
      assertEquals(List.of(), owners.watches());
      assertEquals("the owner Node web is unknown", problem(owners, "Node"));
      timeline.advance(Duration.ofMinutes(10));
      assertEquals(1, owners.watches().size(), "a kind that was listed stays");
    }
  }

  private static String problem(OwnerIndex owners, String kind) {
    OwnerFilter.Owner owner = OwnerFilter.Owner.of("example.com/v1", kind, "web", "uid-1");
    return assertInstanceOf(Lookup.Unknown.class, owners.find("shop", owner)).reason();
  }

  @Test
  void workloadsOfOtherNamespacesAreNotKept() throws Exception {
    scope.addAll(Set.of("shop", "bank"));
    ScaleClient server = mock(ScaleClient.class);
    when(server.read(any(), any()))
        .thenReturn(
            new TargetScale(
                "bank",
                "web",
                "apps",
                "deployments",
                ObjectMeta.EMPTY,
                new Scale("bank", "web", null, "1", 7, 7, "app=web")));
    try (WatchedScales scales = new WatchedScales(server, connection, scope::contains)) {
      scales.track(WEB);
      scales.watches().getFirst().awaitSynced();
      while (!scales.watches().getFirst().isInStep()) {
        Thread.onSpinWait();
      }
      assertEquals(3, scales.read("bank", WEB).scale().specReplicas());
      verify(server, never()).read(any(), any());
      scope.remove("bank");
      scales.watches().forEach(each -> each.drop("bank"::equals));
      assertEquals(7, scales.read("bank", WEB).scale().specReplicas(), "from the server");
      assertEquals(3, scales.read("shop", WEB).scale().specReplicas());
      verify(server).read(eq("bank"), any());
    }
  }
}
