package dev.hpa.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Archive;
import dev.hpa.cli.deploy.Grant;
import dev.hpa.cli.deploy.Kubectl;
import dev.hpa.cli.deploy.Rendered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A real API server with the manifests applied, workloads, metrics, and the packaged controller,
 * which has only the permissions of its service account.
 */
final class Laboratory implements AutoCloseable {

  private static final String ACCOUNT = "hpa-controller";
  private static final String NAMESPACE = "hpa-system";

  private static final String WIDGETS =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: widgets.example.com}
      spec:
        group: example.com
        scope: Namespaced
        names: {plural: widgets, singular: widget, kind: Widget}
        versions:
          - name: v1
            served: true
            storage: true
            schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            subresources:
              status: {}
              scale:
                specReplicasPath: .spec.replicas
                statusReplicasPath: .status.replicas
                labelSelectorPath: .status.selector
      """;

  private final Path folder;
  private final RealCluster cluster;
  private final Rendered manifests;
  private final Workloads workloads;
  private final MetricsServer metrics;

  private Laboratory(
      Path folder, RealCluster cluster, Rendered manifests, List<Target> targets, Load load)
      throws Exception {
    this.folder = folder;
    this.cluster = cluster;
    this.manifests = manifests;
    this.workloads = Workloads.follow(cluster.admin(), targets);
    this.metrics = MetricsServer.start(workloads, load);
  }

  /**
   * Sets up everything except the controller, with the overlay {@code drop-in}.
   *
   * @param folder an empty one
   * @param autoscalers autoscalers with their status before the controller starts
   */
  static Laboratory open(Path folder, List<Target> targets, List<JsonNode> autoscalers, Load load)
      throws Exception {
    return open(folder, List.of(), targets, autoscalers, load);
  }

  /**
   * Sets up everything except the controller.
   *
   * @param folder an empty one
   * @param components names of components to add to the overlay {@code drop-in}
   * @param autoscalers autoscalers with their status before the controller starts
   */
  static Laboratory open(
      Path folder,
      List<String> components,
      List<Target> targets,
      List<JsonNode> autoscalers,
      Load load)
      throws Exception {
    Laboratory laboratory = furnish(folder, components, targets, autoscalers, load);
    try {
      laboratory.connectMetrics();
      return laboratory;
    } catch (Throwable failure) {
      laboratory.close();
      throw failure;
    }
  }

  private static Laboratory furnish(
      Path folder,
      List<String> components,
      List<Target> targets,
      List<JsonNode> autoscalers,
      Load load)
      throws Exception {
    RealCluster cluster =
        RealCluster.start(folder, "system:serviceaccount:" + NAMESPACE + ":" + ACCOUNT);
    try {
      LabApi admin = cluster.admin();
      Rendered manifests = install(folder, components);
      createNamespaces(admin, targets, autoscalers);
      for (Target target : targets) {
        admin.create(target.collection(), target.object());
      }
      for (JsonNode each : autoscalers) {
        create(admin, each);
      }
      return new Laboratory(folder, cluster, manifests, targets, load);
    } catch (Throwable failure) {
      cluster.close();
      throw failure;
    }
  }

  private void connectMetrics() throws Exception {
    metrics.register(cluster.admin());
    cluster.await("metrics APIs", () -> MetricsServer.isServed(cluster.admin()));
  }

  private static Rendered install(Path folder, List<String> components) throws Exception {
    Rendered manifests =
        Rendered.overlay(Files.createDirectory(folder.resolve("kustomize")), "drop-in", components);
    apply(folder, manifests.text());
    apply(folder, WIDGETS);
    return manifests;
  }

  private static void apply(Path folder, String text) throws Exception {
    Kubectl.run(folder, text, "apply", "--validate=strict", "-f", "-");
  }

  private static void createNamespaces(LabApi api, List<Target> targets, List<JsonNode> autoscalers)
      throws Exception {
    Set<String> names = new TreeSet<>();
    targets.forEach(each -> names.add(each.namespace()));
    autoscalers.forEach(each -> names.add(each.at("/metadata/namespace").asText()));
    for (String name : names) {
      api.create("/api/v1/namespaces", Json.tree(Map.of("metadata", Map.of("name", name))));
    }
  }

  private static void create(LabApi api, JsonNode autoscaler) throws Exception {
    String collection =
        "/apis/autoscaling/v2/namespaces/"
            + autoscaler.at("/metadata/namespace").asText()
            + "/horizontalpodautoscalers";
    JsonNode created = api.create(collection, autoscaler);
    if (autoscaler.has("status")) {
      api.replace(
          collection + "/" + autoscaler.at("/metadata/name").asText() + "/status",
          ((ObjectNode) created).set("status", autoscaler.path("status")));
    }
  }

  /**
   * Starts the controller from the archive, with the arguments of the manifests.
   *
   * @param flags additional arguments, which take precedence
   * @return the running program, which serves health and metrics at {@code port}
   */
  Daemon startController(int port, List<String> flags) throws Exception {
    Path kubeconfig = folder.resolve("controller.kubeconfig");
    cluster.writeKubeconfig(kubeconfig, token());
    List<String> command = new ArrayList<>();
    command.add(Archive.unpack(folder).resolve("bin/hpa-controller").toString());
    manifests.arguments().forEach(each -> command.add(each.replace("$(POD_NAMESPACE)", NAMESPACE)));
    // In a pod, these three have defaults.
    command.add("--kubeconfig=" + kubeconfig);
    command.add("--authentication-kubeconfig=" + kubeconfig);
    command.add("--authorization-kubeconfig=" + kubeconfig);
    command.add("--bind-address=127.0.0.1");
    command.add("--secure-port=" + port);
    command.addAll(flags);
    return Daemon.start(folder.resolve("controller.log"), command);
  }

  private String token() throws Exception {
    return Kubectl.run(
            folder, "", "create", "token", ACCOUNT, "--namespace=" + NAMESPACE, "--duration=4h")
        .strip();
  }

  /** Returns a client with the controller's service account. */
  LabApi account() throws Exception {
    return cluster.as(token());
  }

  /** Returns a client of an administrator. */
  LabApi admin() {
    return cluster.admin();
  }

  /** Returns the time since the controller's first metric query; zero if there was none. */
  Duration sinceFirstQuestion() {
    return metrics.sinceFirstQuestion();
  }

  /** Returns the controller's requests so far. */
  List<AuditedRequest> audited() throws IOException {
    return cluster.audited();
  }

  List<Grant> grants() {
    return manifests.grants();
  }

  @Override
  public void close() {
    try (cluster;
        metrics;
        workloads) {}
  }
}
