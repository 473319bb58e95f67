package dev.hpa.sandbox.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.workload.SimulatedController;
import dev.hpa.sandbox.workload.SimulatorOptions;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.RollableScalableResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the real kube-controller-manager in place of the sandbox's deployment, replica set and
 * autoscaling controllers: rollout, rollback, scaling up and down, and cascading deletion.
 */
@EnabledIfEnvironmentVariable(named = "KUBE_CONTROLLER_MANAGER", matches = ".+")
@EnabledIfSystemProperty(named = "clients.seconds", matches = "[1-9]\\d*")
class KubeControllerManagerTest {

  private static final String NAMESPACE = "default";

  private static final String LOAD = "sandbox.hpa.dev/cpu";

  private static final List<String> CONTROLLERS =
      List.of(
          "horizontal-pod-autoscaler-controller", "deployment-controller", "replicaset-controller");

  /** Expected errors and warnings. */
  private static final List<Pattern> EXPLAINED =
      Stream.of(
              // No static pods are configured.
              "The manifest file is empty, ignoring",
              // Its informer has not received its own write yet; it retries.
              "read version: \\d+ is not as new as written version: \\d+",
              // The object was deleted concurrently.
              "replicasets.apps \\\\\"[^ ]+\\\\\" not found",
              // A pod has no metrics before its second scrape.
              "no metrics returned from resource metrics API",
              "did not receive metrics for targeted pods")
          .map(Pattern::compile)
          .toList();

  private static final SimulatorOptions OPTIONS =
      SimulatorOptions.DEFAULT
          .withPodTimes(
              Duration.ofMillis(100),
              Duration.ofMillis(500),
              Duration.ofMillis(500),
              Duration.ofMillis(500))
          .withScrapeInterval(Duration.ofSeconds(2))
          .withControllers(
              SimulatedController.parseAll("*,-deployment-controller,-replicaset-controller"));

  @TempDir private Path folder;

  @Test
  void worksWithoutErrors() throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(Long.getLong("clients.seconds", 0)).toNanos();
    Path log = folder.resolve("log");
    try (Timeline timeline = Timeline.real();
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(timeline).withSimulator(OPTIONS));
        KubernetesClient client = Manifests.client(sandbox)) {
      Process manager = start(sandbox, log);
      try {
        int number = 0;
        do {
          round(client, "web-" + number);
          number++;
        } while (System.nanoTime() < end);
      } finally {
        manager.destroy();
        manager.waitFor();
      }
    }
    assertEquals(List.of(), complaints(log));
  }

  private Process start(Sandbox sandbox, Path log) throws IOException {
    Path kubeconfig = folder.resolve("kubeconfig");
    sandbox.writeKubeconfig(kubeconfig);
    return new ProcessBuilder(
            System.getenv("KUBE_CONTROLLER_MANAGER"),
            "--kubeconfig=" + kubeconfig,
            "--authentication-kubeconfig=" + kubeconfig,
            "--authorization-kubeconfig=" + kubeconfig,
            "--leader-elect=false",
            "--secure-port=0",
            "--controllers=" + String.join(",", CONTROLLERS),
            "--horizontal-pod-autoscaler-sync-period=2s",
            "--horizontal-pod-autoscaler-downscale-stabilization=4s",
            "--horizontal-pod-autoscaler-initial-readiness-delay=1s",
            "--horizontal-pod-autoscaler-cpu-initialization-period=2s")
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static List<String> complaints(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .filter(line -> line.startsWith("E") || line.startsWith("W"))
          .filter(line -> EXPLAINED.stream().noneMatch(each -> each.matcher(line).find()))
          .toList();
    }
  }

  private static void round(KubernetesClient client, String name) throws InterruptedException {
    Deployment given = Serialization.unmarshal(Manifests.deployment(name, 2), Deployment.class);
    given.getMetadata().setAnnotations(Map.of(LOAD, "1500m"));
    client.apps().deployments().inNamespace(NAMESPACE).resource(given).create();
    HorizontalPodAutoscaler autoscaler =
        Serialization.unmarshal(Manifests.autoscaler(name), HorizontalPodAutoscaler.class);
    client
        .autoscaling()
        .v2()
        .horizontalPodAutoscalers()
        .inNamespace(NAMESPACE)
        .resource(autoscaler)
        .create();
    awaitPods(client, name, "web:1", 6);
    RollableScalableResource<Deployment> deployment =
        client.apps().deployments().inNamespace(NAMESPACE).withName(name);
    deployment.patch(
        PatchContext.of(PatchType.STRATEGIC_MERGE),
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"web\",\"image\":\"web:2\"}]}}}}");
    awaitPods(client, name, "web:2", 6);
    deployment.rolling().undo();
    awaitPods(client, name, "web:1", 6);
    deployment.patch(
        PatchContext.of(PatchType.JSON_MERGE),
        "{\"metadata\":{\"annotations\":{\"%s\":\"50m\"}}}".formatted(LOAD));
    awaitPods(client, name, "web:1", 2);
    deployment.withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
    awaitPods(client, name, "", 0);
    new Eventually()
        .await(
            "no replica sets",
            () ->
                client
                    .apps()
                    .replicaSets()
                    .inNamespace(NAMESPACE)
                    .withLabel("app", name)
                    .list()
                    .getItems()
                    .isEmpty());
    client
        .autoscaling()
        .v2()
        .horizontalPodAutoscalers()
        .inNamespace(NAMESPACE)
        .withName(name)
        .delete();
  }

  /** Waits until this number of pods exist, with the image and ready. */
  private static void awaitPods(KubernetesClient client, String name, String image, int count)
      throws InterruptedException {
    new Eventually()
        .await(
            count + " pods of " + name + " with the image " + image,
            () -> {
              List<Pod> pods =
                  client.pods().inNamespace(NAMESPACE).withLabel("app", name).list().getItems();
              return pods.size() == count && pods.stream().allMatch(pod -> isReady(pod, image));
            });
  }

  private static boolean isReady(Pod pod, String image) {
    return pod.getSpec().getContainers().getFirst().getImage().equals(image)
        && pod.getStatus().getConditions().stream()
            .anyMatch(each -> each.getType().equals("Ready") && each.getStatus().equals("True"));
  }
}
