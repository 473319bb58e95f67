package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.ListRequest;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.spi.ApiRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Reflector of hpa-kube with the sandbox; its own tests use scripted servers. */
@Tag("security")
class SandboxReflectorTest {

  @TempDir private Path folder = Path.of("");
  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2024-05-01T10:00:00Z"));
  private final Changes changes = new Changes();

  private static final class Changes implements Reflector.Sink<String> {
    final BlockingQueue<String> all = new LinkedBlockingQueue<>();

    @Override
    public Map<NamespacedName, RuntimeException> replace(
        List<String> objects, List<UnreadableObject> unreadable) {
      all.add("all " + objects.stream().sorted().toList());
      return Map.of();
    }

    @Override
    public void put(String object) {
      all.add("put " + object);
    }

    @Override
    public void remove(String object) {
      all.add("remove " + object);
    }

    @Override
    public void unreadable(UnreadableObject object) {
      all.add("unreadable " + object.key());
    }

    @Override
    public void removeUnreadable(UnreadableObject object) {
      all.add("remove unreadable " + object.key());
    }
  }

  private Reflector<String> reflector(ClusterConnection connection) {
    return new Reflector<>(
        connection,
        ListRequest.of("/api/v1/namespaces", new ApiRequest.Subject("namespaces", "", "")),
        in -> {
          JsonNode metadata = in.<JsonNode>readValueAsTree().path("metadata");
          return new Reflector.Versioned<>(
              "",
              metadata.path("name").asText(),
              metadata.path("resourceVersion").asText(),
              metadata.path("name").asText());
        },
        changes);
  }

  private static ObjectNode namespace(String name) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("kind", "Namespace").put("apiVersion", "v1");
    node.putObject("metadata").put("name", name);
    return node;
  }

  @Test
  void listAndWatchOfARealServerKeepInStep() throws Exception {
    try (Sandbox sandbox = Sandbox.start(SandboxOptions.in(timeline))) {
      Path kubeconfig = folder.resolve("sandbox");
      sandbox.writeKubeconfig(kubeconfig);
      try (ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline);
          Reflector<String> reflector = reflector(connection)) {
        reflector.start();
        reflector.awaitSynced();
        assertEquals(
            "all [default, kube-node-lease, kube-public, kube-system]", changes.all.take());
        sandbox.cluster().create(ResourceTypes.NAMESPACES, "", namespace("shop"), false);
        assertEquals("put shop", changes.all.take());
      }
    }
  }

  @Test
  void whatTheServerForgotDoesNotKeepAListFromBeingFollowed() throws Exception {
    try (Sandbox sandbox = Sandbox.start(SandboxOptions.in(timeline))) {
      sandbox.cluster().create(ResourceTypes.NAMESPACES, "", namespace("one"), false);
      sandbox.cluster().store().compact();
      Path kubeconfig = folder.resolve("sandbox");
      sandbox.writeKubeconfig(kubeconfig);
      try (ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline);
          Reflector<String> reflector = reflector(connection)) {
        reflector.start();
        assertTrue(changes.all.take().contains("one"));
        sandbox.cluster().create(ResourceTypes.NAMESPACES, "", namespace("two"), false);
        assertEquals("put two", changes.all.take());
      }
    }
  }

  @Test
  void aWatchIsOpenBeforeItsFirstEvent() throws Exception {
    try (Sandbox sandbox = Sandbox.start(SandboxOptions.in(timeline))) {
      Path kubeconfig = folder.resolve("sandbox");
      sandbox.writeKubeconfig(kubeconfig);
      try (ClusterConnection connection = ClusterConnection.open(kubeconfig, null, timeline);
          Reflector<String> reflector = reflector(connection)) {
        reflector.start();
        while (!reflector.isInStep()) {
          Thread.onSpinWait();
        }
        reflector.reopen();
        timeline.advance(Duration.ofSeconds(20));
        while (!reflector.downFor().isZero()) {
          // A pause that began after the time was advanced.
          if (!timeline.sleepers().isEmpty()) {
            timeline.advance(Duration.ofSeconds(1));
          }
          Thread.onSpinWait();
        }
        assertEquals(1, changes.all.size());
      }
    }
  }
}
