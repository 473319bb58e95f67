package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.SteppedCluster;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.OwnerFilter.Lookup;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.store.ObjectKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Owners that change while they are watched, and while they are not. */
class OwnerWatchTest {

  private static final ObjectKey WEB = new ObjectKey("default", "web-1");

  @TempDir private Path folder;
  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));

  private Sandbox sandbox;
  private ClusterConnection connection;
  private OwnerIndex owners;

  @BeforeEach
  void start() throws Exception {
    sandbox = Sandbox.start(SandboxOptions.in(timeline));
    Path kubeconfig = folder.resolve("kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    connection = ClusterConnection.open(kubeconfig, null, timeline);
    owners =
        new OwnerIndex(
            connection,
            new CachedRestMapper(new HttpKubernetesApi(connection), timeline::now),
            timeline,
            NamespaceScope.ALL,
            Runnable::run);
  }

  @AfterEach
  void stop() {
    owners.close();
    connection.close();
    sandbox.close();
    timeline.close();
  }

  /** Creates the ReplicaSet; returns its UID. */
  private String create(String controller) throws Exception {
    ObjectNode tree =
        (ObjectNode)
            new YAMLMapper()
                .readTree(
                    """
                    kind: ReplicaSet
                    apiVersion: apps/v1
                    metadata:
                      name: web-1
                      ownerReferences:
                      - {apiVersion: example.com/v1, kind: Rollout, name: %1$s, uid: uid-of-%1$s,
                         controller: true}
                    spec:
                      replicas: 0
                      selector: {matchLabels: {app: web}}
                      template:
                        metadata: {labels: {app: web}}
                        spec: {containers: [{name: app, image: web}]}
                    """
                        .formatted(controller));
    sandbox.cluster().create(ResourceTypes.REPLICA_SETS, "default", tree, false);
    return sandbox
        .cluster()
        .get(ResourceTypes.REPLICA_SETS, WEB)
        .tree()
        .at("/metadata/uid")
        .asText();
  }

  private void adopt(String controller) {
    sandbox
        .cluster()
        .update(
            ResourceTypes.REPLICA_SETS,
            WEB,
            "",
            tree -> {
              ((ObjectNode) tree.at("/metadata/ownerReferences/0"))
                  .put("name", controller)
                  .put("uid", "uid-of-" + controller);
              return tree;
            },
            false);
  }

  private void orphan() {
    sandbox
        .cluster()
        .update(
            ResourceTypes.REPLICA_SETS,
            WEB,
            "",
            tree -> {
              tree.withObject("/metadata").remove("ownerReferences");
              return tree;
            },
            false);
  }

  /** The name of the controller; empty for none, or "unknown". */
  private String controller(String uid) {
    return switch (owners.find(
        "default", OwnerFilter.Owner.of("apps/v1", "ReplicaSet", "web-1", uid))) {
      case Lookup.Known known -> known.controller() == null ? "" : known.controller().name();
      case Lookup.Unknown _ -> "unknown";
    };
  }

  private void awaitController(String uid, String expected) {
    SteppedCluster.await(
        () -> {
          timeline.advance(Duration.ofMillis(100));
          return controller(uid).equals(expected);
        });
    assertEquals(expected, controller(uid));
  }

  @Test
  void anOwnerThatIsAdoptedOrOrphanedHasItsNewController() throws Exception {
    String uid = create("first");
    assertEquals("first", controller(uid));
    adopt("second");
    awaitController(uid, "second");
    orphan();
    awaitController(uid, "");
  }

  @Test
  void anOwnerThatWasAdoptedWhileNoWatchWasOpenHasItsNewController() throws Exception {
    String uid = create("first");
    assertEquals("first", controller(uid));
    sandbox.stopServing();
    adopt("second");
    sandbox.faults().add(Fault.parse("expire-watch:first=10"));
    sandbox.serveAgain();
    awaitController(uid, "second");
  }

  @Test
  void anOwnerThatWasRecreatedWhileNoWatchWasOpenIsAnotherOne() throws Exception {
    String before = create("first");
    assertEquals("first", controller(before));
    sandbox.stopServing();
    sandbox.cluster().delete(ResourceTypes.REPLICA_SETS, WEB, DeleteOptions.DEFAULT);
    String after = create("second");
    sandbox.faults().add(Fault.parse("expire-watch:first=10"));
    sandbox.serveAgain();
    awaitController(after, "second");
    awaitController(before, "unknown");
  }
}
