package dev.hpa.app.process;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.GoDuration;
import dev.hpa.app.serving.Page;
import dev.hpa.app.serving.PageRequest;
import dev.hpa.app.serving.PageResponse;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.content.ContentType;
import dev.hpa.kube.leader.LeaderElectionOptions;

/** {@code /configz}: the configuration in the format of kube-controller-manager. */
final class ConfigzPage implements Page {

  private final ObjectNode configuration;

  ConfigzPage(RunOptions options) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ObjectNode config = root.putObject("kubecontrollermanager.config.k8s.io");
    config.put("kind", "KubeControllerManagerConfiguration");
    config.put("apiVersion", "kubecontrollermanager.config.k8s.io/v1alpha1");
    generic(options, config.putObject("Generic"));
    config
        .putObject("KubeCloudShared")
        .put("UseServiceAccountCredentials", options.serviceAccountCredentials());
    autoscaler(options.controller(), config.putObject("HPAController"));
    this.configuration = root;
  }

  private static void generic(RunOptions options, ObjectNode generic) {
    boolean protobuf = options.client().form() == ContentType.PROTOBUF;
    generic
        .putObject("ClientConnection")
        .put("kubeconfig", options.kubeconfig() == null ? "" : options.kubeconfig().toString())
        .put("acceptContentTypes", "")
        .put("contentType", protobuf ? "application/vnd.kubernetes.protobuf" : "application/json")
        .put("qps", options.client().requestsPerSecond())
        .put("burst", options.client().burst());
    LeaderElectionOptions election = options.leaderElection();
    generic
        .putObject("LeaderElection")
        .put("leaderElect", election.enabled())
        .put("leaseDuration", GoDuration.format(election.leaseDuration()))
        .put("renewDeadline", GoDuration.format(election.renewDeadline()))
        .put("retryPeriod", GoDuration.format(election.retryPeriod()))
        .put("resourceLock", "leases")
        .put("resourceName", election.name())
        .put("resourceNamespace", election.namespace());
    generic.putArray("Controllers").add("horizontal-pod-autoscaler-controller");
    generic.putObject("Debugging").put("enableProfiling", options.profiling());
  }

  private static void autoscaler(ControllerOptions options, ObjectNode config) {
    Settings settings = options.settings();
    config.put("ConcurrentHorizontalPodAutoscalerSyncs", options.workers());
    config.put("HorizontalPodAutoscalerSyncPeriod", GoDuration.format(options.syncPeriod()));
    config.put(
        "HorizontalPodAutoscalerDownscaleStabilizationWindow",
        GoDuration.format(settings.downscaleStabilization()));
    config.put("HorizontalPodAutoscalerTolerance", settings.tolerance());
    config.put(
        "HorizontalPodAutoscalerCPUInitializationPeriod",
        GoDuration.format(settings.cpuInitializationPeriod()));
    config.put(
        "HorizontalPodAutoscalerInitialReadinessDelay",
        GoDuration.format(settings.initialReadinessDelay()));
  }

  @Override
  public PageResponse answer(PageRequest ask) {
    return PageResponse.json(200, configuration);
  }
}
