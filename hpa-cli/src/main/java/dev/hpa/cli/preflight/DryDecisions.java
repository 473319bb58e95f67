package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.time.Timeline;
import dev.hpa.cli.capture.Capture;
import dev.hpa.cli.evaluate.Evaluation;
import dev.hpa.cli.evaluate.ScenarioFormatException;
import dev.hpa.cli.evaluate.ScenarioReader;
import dev.hpa.cli.evaluate.TraceFormat;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.core.Settings;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the controller's decisions without writing. The history of the active controller is
 * unknown, so its stabilization windows may prevent changes that are shown here.
 */
final class DryDecisions {

  static final String TOPIC = "decisions";

  private static final int NAMED = 20;

  private final KubernetesApi api;
  private final Timeline timeline;
  private final Settings settings;
  private final ProviderConfig providers;

  DryDecisions(KubernetesApi api, Timeline timeline, Settings settings, ProviderConfig providers) {
    this.api = api;
    this.timeline = timeline;
    this.settings = settings;
    this.providers = providers;
  }

  List<DryRunDecision> of(List<LiveAutoscaler> autoscalers) {
    List<DryRunDecision> decisions = new ArrayList<>();
    autoscalers.forEach(each -> decisions.add(decide(each)));
    return decisions;
  }

  private DryRunDecision decide(LiveAutoscaler live) {
    int now = live.json().at("/status/currentReplicas").asInt();
    try {
      JsonNode captured =
          Capture.of(
              api,
              timeline,
              settings,
              OptionSettings.DEFAULTS,
              providers,
              live.namespace(),
              live.name(),
              null);
      JsonNode results =
          Evaluation.run(ScenarioReader.read(captured), TraceFormat.STRUCTURED)
              .at("/steps/0/results");
      return decision(live, replicas(captured, live, now), results.path(results.size() - 1));
    } catch (KubernetesApiException failure) {
      return new DryRunDecision(live.toString(), now, now, failure.text());
    } catch (ScenarioFormatException failure) {
      return new DryRunDecision(live.toString(), now, now, String.valueOf(failure.getMessage()));
    }
  }

  /** The replicas of the target, if its scale can be read. */
  private static int replicas(JsonNode captured, LiveAutoscaler live, int unknown) {
    String target = live.value().spec().scaleTargetRef().name();
    return captured
        .at("/steps/0/apply")
        .valueStream()
        .filter(each -> each.path("kind").asText().equals("Scale"))
        .filter(each -> each.at("/metadata/name").asText().equals(target))
        .map(each -> each.at("/spec/replicas").asInt())
        .findFirst()
        .orElse(unknown);
  }

  /** An unchanged status is not in the result. */
  private static DryRunDecision decision(LiveAutoscaler live, int now, JsonNode result) {
    JsonNode status =
        result.path("status").isObject() ? result.path("status") : live.json().path("status");
    String problem =
        status
            .path("conditions")
            .valueStream()
            .filter(each -> !each.path("type").asText().equals("ScalingLimited"))
            .filter(each -> each.path("status").asText().equals("False"))
            .filter(each -> !each.path("reason").asText().equals("ScalingDisabled"))
            .map(each -> each.path("reason").asText() + ": " + each.path("message").asText())
            .findFirst()
            .orElse("");
    int then = result.path("scale").asInt(now);
    return new DryRunDecision(live.toString(), now, then, problem);
  }

  /** The decisions as checks: a summary, then one for each that differs or fails. */
  static List<Check> checks(List<DryRunDecision> decisions, int autoscalers) {
    List<DryRunDecision> differing = decisions.stream().filter(DryRunDecision::differs).toList();
    List<DryRunDecision> failing =
        decisions.stream().filter(each -> !each.problem().isEmpty()).toList();
    String summary =
        "%d of %d would be scaled differently, %d cannot be evaluated%s"
            .formatted(
                differing.size(),
                decisions.size(),
                failing.size(),
                decisions.size() == autoscalers
                    ? ""
                    : "; " + (autoscalers - decisions.size()) + " more were not evaluated");
    List<Check> checks = new ArrayList<>();
    checks.add(
        differing.isEmpty() && failing.isEmpty()
            ? Check.ok(TOPIC, "autoscalers", summary)
            : Check.warning(
                TOPIC,
                "autoscalers",
                summary,
                "hpa explain NAMESPACE/NAME shows each step; run in shadow mode first"));
    checks.addAll(differing.stream().limit(NAMED).map(DryDecisions::differing).toList());
    checks.addAll(failing.stream().limit(NAMED).map(DryDecisions::failing).toList());
    return checks;
  }

  private static Check differing(DryRunDecision decision) {
    return Check.warning(
        TOPIC,
        decision.autoscaler(),
        "from %d to %d replicas".formatted(decision.now(), decision.then()),
        "");
  }

  private static Check failing(DryRunDecision decision) {
    return Check.warning(TOPIC, decision.autoscaler(), decision.problem(), "");
  }
}
