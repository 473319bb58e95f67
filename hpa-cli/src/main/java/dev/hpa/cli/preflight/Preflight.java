package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.time.Timeline;
import dev.hpa.cli.capture.LiveCluster;
import dev.hpa.cli.fleet.LiveAutoscaler;
import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.shadow.ShadowSync;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.kube.discovery.ServerRelease;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks whether a cluster is ready for the controller, and what would change. Sends reads and
 * access reviews only. Used by one thread; calls block.
 */
public final class Preflight {

  private static final String AUTOSCALERS = "autoscalers";
  private static final Set<String> GROUPS_OF_THE_MANIFESTS = Set.of("", "apps");

  private final KubernetesApi api;
  private final LiveReader cluster;
  private final Timeline timeline;
  private final PreflightOptions options;
  private final Progress progress;
  private final List<Check> checks = new ArrayList<>();
  private final List<LiveAutoscaler> autoscalers = new ArrayList<>();

  private Preflight(
      KubernetesApi api, Timeline timeline, PreflightOptions options, Progress progress) {
    this.api = api;
    this.cluster = new LiveReader(api);
    this.timeline = timeline;
    this.options = options;
    this.progress = progress;
  }

  /**
   * Runs all checks. If the API server does not answer, only that check is reported.
   *
   * @param address of the API server, for messages
   * @throws dev.hpa.controller.plugins.PluginException if the provider configuration is invalid
   */
  public static PreflightReport run(
      KubernetesApi api,
      String address,
      Timeline timeline,
      PreflightOptions options,
      Progress progress) {
    return new Preflight(api, timeline, options, progress).report(address);
  }

  private PreflightReport report(String address) {
    ControllerOptions controller;
    try {
      ServerRelease release = ServerRelease.read(api);
      KubernetesVersion version =
          options.version() == null ? release.emulated() : options.version();
      controller = options.controller().apply(version);
      checks.add(ServerChecks.version(address, release, version));
      checks.add(ServerChecks.api(cluster));
    } catch (KubernetesApiException failure) {
      return new PreflightReport(
          address, List.of(ServerChecks.unreachable(address, failure)), 0, List.of());
    }
    if (checks.stream().anyMatch(each -> each.outcome() == Outcome.FAILED)) {
      return new PreflightReport(address, checks, 0, List.of());
    }
    boolean listed = list();
    boolean shadow = controller.shadow();
    if (shadow && controller.syncPeriod().compareTo(ShadowSync.SHORTEST_PERIOD) < 0) {
      checks.add(
          Check.warning(
              "shadow mode",
              "sync period",
              ShadowSync.tooShort(controller.syncPeriod()),
              "compare with a kube-controller-manager that has a longer period"));
    }
    checks.addAll(PermissionChecks.run(cluster, permissions(controller), progress));
    checks.addAll(
        MetricsApiChecks.run(
            cluster,
            autoscalers,
            !options.providers().routes().isEmpty() || options.providers().usesPrometheus()));
    checks.addAll(LeaseChecks.run(cluster, options.lease(), timeline.now(), shadow));
    List<DryRunDecision> decisions = List.of();
    if (listed) {
      checks.add(WriterChecks.run(autoscalers, timeline.now(), shadow));
      checks.addAll(WriterChecks.options(autoscalers));
      decisions = decisions(controller);
      checks.addAll(DryDecisions.checks(decisions, autoscalers.size()));
    }
    return new PreflightReport(address, checks, autoscalers.size(), decisions);
  }

  private List<DryRunDecision> decisions(ControllerOptions controller) {
    try (LiveCluster live =
        LiveCluster.open(
            api,
            timeline,
            controller.settings(),
            controller.autoscalerOptions(),
            options.providers())) {
      checks.addAll(ProviderChecks.run(live.reports()));
      return new DryDecisions(live, progress).of(autoscalers, options.mostDecisions());
    }
  }

  private boolean list() {
    try {
      cluster.autoscalers("", "", this::take);
      checks.add(
          Check.ok(AUTOSCALERS, "all namespaces", Counted.of(autoscalers.size(), "autoscaler")));
      return true;
    } catch (KubernetesApiException failure) {
      checks.add(
          Check.failed(
              AUTOSCALERS,
              "all namespaces",
              "cannot be listed: " + failure.text(),
              "grant list on horizontalpodautoscalers in all namespaces"));
      return false;
    }
  }

  private void take(JsonNode json) {
    try {
      autoscalers.add(LiveAutoscaler.decoded(json));
    } catch (KubernetesApiException malformed) {
      checks.add(
          Check.warning(
              AUTOSCALERS,
              json.at("/metadata/namespace").asText() + "/" + json.at("/metadata/name").asText(),
              malformed.text(),
              "the controller skips it"));
    }
  }

  /** Whether an autoscaler has an option, or all have it by default. */
  private boolean has(ControllerOptions controller, OptionKey key) {
    OptionName name = new OptionName(key);
    return controller.appliesOptions()
        && (controller.autoscalerOptions().defaults().containsKey(name)
            || autoscalers.stream()
                .map(each -> each.value().metadata().annotationsOrEmpty())
                .anyMatch(each -> each.containsKey(name.annotation())));
  }

  /** The permissions in the manifests, and those to scale other targets of the autoscalers. */
  private List<Permission> permissions(ControllerOptions controller) {
    Set<Permission> permissions =
        new LinkedHashSet<>(
            RequiredPermissions.of(
                options.lease(), options.state(), options.shards(), controller.shadow()));
    permissions.addAll(RequiredPermissions.ofFlags(controller, key -> has(controller, key)));
    CachedRestMapper kinds = new CachedRestMapper(api, timeline::now);
    Set<String> seen = new LinkedHashSet<>();
    for (LiveAutoscaler autoscaler : autoscalers) {
      var target = autoscaler.value().spec().scaleTargetRef();
      String group = group(target.apiVersionOrEmpty());
      if (!GROUPS_OF_THE_MANIFESTS.contains(group) && seen.add(group + "/" + target.kind())) {
        try {
          String resource = kinds.preferred(group, target.kind()).resource();
          permissions.addAll(RequiredPermissions.toScale(group, resource, controller.shadow()));
        } catch (KubernetesApiException unknown) {
          checks.add(
              Check.warning(
                  AUTOSCALERS,
                  autoscaler.name().toString(),
                  "the kind of its target is unknown: " + unknown.text(),
                  "install the custom resource definition, or correct the target"));
        }
      }
    }
    return List.copyOf(permissions);
  }

  private static String group(String apiVersion) {
    try {
      return ApiGroupVersion.parse(apiVersion).group();
    } catch (IllegalArgumentException malformed) {
      return "";
    }
  }
}
