package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HpaCondition;
import dev.hpa.cli.capture.Capture;
import dev.hpa.cli.capture.LiveCluster;
import dev.hpa.cli.capture.LiveNamespace;
import dev.hpa.cli.evaluate.Evaluation;
import dev.hpa.cli.evaluate.ScenarioFormatException;
import dev.hpa.cli.evaluate.ScenarioReader;
import dev.hpa.cli.evaluate.TraceFormat;
import dev.hpa.cli.fleet.FleetLoop;
import dev.hpa.cli.fleet.LiveAutoscaler;
import dev.hpa.spi.KubernetesApiException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * Makes the controller's decisions without writing. The history of the active controller is
 * unknown, so its stabilization windows may prevent changes that are shown here.
 *
 * <p>Autoscalers are taken from the list, and what they share is read once per namespace, so that
 * the number of requests is linear in the number of autoscalers.
 */
final class DryDecisions {

  static final String TOPIC = "decisions";

  private static final String SOURCES = "sources";

  private static final int NAMED = 20;

  /** Autoscalers whose metrics are read at the same time, so that they share requests. */
  private static final int AT_ONCE = 50;

  /** The conditions that are False if the controller cannot decide. */
  private static final Set<String> DECIDING =
      Set.of(HpaCondition.ABLE_TO_SCALE, HpaCondition.SCALING_ACTIVE);

  private final LiveCluster cluster;
  private final Progress progress;

  DryDecisions(LiveCluster cluster, Progress progress) {
    this.cluster = cluster;
    this.progress = progress;
  }

  /**
   * Decides about autoscalers.
   *
   * @param all all autoscalers of the cluster
   * @param most how many to decide about
   */
  List<DryRunDecision> of(List<LiveAutoscaler> all, int most) {
    List<LiveAutoscaler> wanted = all.stream().limit(most).toList();
    List<DryRunDecision> decisions = new ArrayList<>();
    byNamespace(wanted)
        .forEach(
            (name, some) -> {
              LiveNamespace namespace =
                  cluster.namespace(
                      name, all.stream().filter(each -> namespace(each).equals(name)).toList());
              for (int begin = 0; begin < some.size(); begin += AT_ONCE) {
                List<LiveAutoscaler> part =
                    some.subList(begin, Math.min(some.size(), begin + AT_ONCE));
                decisions.addAll(decide(namespace, part, decisions.size(), wanted.size()));
              }
            });
    return decisions;
  }

  private static Map<String, List<LiveAutoscaler>> byNamespace(List<LiveAutoscaler> autoscalers) {
    return autoscalers.stream()
        .collect(
            Collectors.groupingBy(
                DryDecisions::namespace, LinkedHashMap::new, Collectors.toList()));
  }

  private static String namespace(LiveAutoscaler live) {
    return live.name().namespace();
  }

  private List<DryRunDecision> decide(
      LiveNamespace namespace, List<LiveAutoscaler> part, int done, int total) {
    List<Callable<DryRunDecision>> prepared = new ArrayList<>();
    for (LiveAutoscaler live : part) {
      progress.show(done + prepared.size(), total, "HPAs");
      prepared.add(prepare(namespace, live));
    }
    List<DryRunDecision> decisions = new ArrayList<>();
    try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<DryRunDecision> each : readers.invokeAll(prepared)) {
        decisions.add(each.resultNow());
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", stopping);
    }
    return decisions;
  }

  /** Reads what a decision depends on but its metrics, which are read with those of others. */
  private static Callable<DryRunDecision> prepare(LiveNamespace namespace, LiveAutoscaler live) {
    try {
      Capture capture = Capture.of(namespace, live);
      return () -> decide(live, capture);
    } catch (KubernetesApiException | RuntimeException failure) {
      return () -> unknown(live, FleetLoop.problem(failure));
    }
  }

  private static DryRunDecision decide(LiveAutoscaler live, Capture capture) {
    try {
      return decision(live, capture.captured()).readingFrom(capture.providers());
    } catch (ScenarioFormatException failure) {
      return unknown(live, String.valueOf(failure.getMessage()));
    } catch (RuntimeException failure) {
      return unknown(live, FleetLoop.problem(failure));
    }
  }

  private static DryRunDecision unknown(LiveAutoscaler live, String problem) {
    int now = now(live);
    return new DryRunDecision(live.name().toString(), now, now, problem, Map.of());
  }

  private static int now(LiveAutoscaler live) {
    return live.json().at("/status/currentReplicas").asInt();
  }

  private static DryRunDecision decision(LiveAutoscaler live, Capture.Captured captured)
      throws ScenarioFormatException {
    JsonNode results =
        Evaluation.run(
                ScenarioReader.read(captured.scenario()), TraceFormat.NONE, captured.readings())
            .at("/steps/0/results");
    return decision(live, replicas(captured.scenario(), live), results.path(results.size() - 1));
  }

  /** The replicas of the target, if its scale can be read. */
  private static int replicas(JsonNode captured, LiveAutoscaler live) {
    String target = live.value().spec().scaleTargetRef().name();
    return captured
        .at("/steps/0/apply")
        .valueStream()
        .filter(each -> each.path("kind").asText().equals("Scale"))
        .filter(each -> each.at("/metadata/name").asText().equals(target))
        .map(each -> each.at("/spec/replicas").asInt())
        .findFirst()
        .orElse(now(live));
  }

  /** An unchanged status is not in the result. */
  private static DryRunDecision decision(LiveAutoscaler live, int now, JsonNode result) {
    JsonNode status =
        result.path("status").isObject() ? result.path("status") : live.json().path("status");
    String problem =
        status
            .path("conditions")
            .valueStream()
            .filter(each -> DECIDING.contains(each.path("type").asText()))
            .filter(each -> each.path("status").asText().equals("False"))
            .filter(each -> !each.path("reason").asText().equals("ScalingDisabled"))
            .map(each -> each.path("reason").asText() + ": " + each.path("message").asText())
            .findFirst()
            .orElse("");
    int then = result.path("scale").asInt(now);
    return new DryRunDecision(live.name().toString(), now, then, problem, Map.of());
  }

  /** The decisions as checks: a summary, then one for each that differs, and for each problem. */
  static List<Check> checks(List<DryRunDecision> decisions, int autoscalers) {
    List<DryRunDecision> differing = decisions.stream().filter(DryRunDecision::differs).toList();
    List<DryRunDecision> failing =
        decisions.stream().filter(each -> !each.problem().isEmpty()).toList();
    String summary =
        "%d of %d would be scaled now, %d cannot be evaluated%s"
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
                "while the load changes this is expected: hpa explain NAMESPACE/NAME shows each"
                    + " step, and shadow mode compares with the active controller"));
    decisions.stream()
        .filter(each -> each.providers().containsValue("prometheus"))
        .forEach(each -> checks.add(Check.ok(SOURCES, each.autoscaler(), sources(each))));
    checks.addAll(differing.stream().limit(NAMED).map(DryDecisions::differing).toList());
    failing.stream()
        .collect(
            Collectors.groupingBy(DryRunDecision::problem, LinkedHashMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .limit(NAMED)
        .forEach(each -> checks.add(failing(each.getKey(), each.getValue())));
    return checks;
  }

  private static String sources(DryRunDecision decision) {
    return decision.providers().entrySet().stream()
        .map(each -> each.getKey() + " from " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  private static Check differing(DryRunDecision decision) {
    return Check.warning(
        TOPIC,
        decision.autoscaler(),
        "from %d to %d replicas".formatted(decision.now(), decision.then()),
        "");
  }

  private static Check failing(String problem, List<DryRunDecision> decisions) {
    String first = decisions.getFirst().autoscaler();
    if (decisions.size() == 1) {
      return Check.warning(TOPIC, first, problem, "");
    }
    String names = Counted.names(decisions.stream().map(DryRunDecision::autoscaler).toList());
    return Check.warning(
        TOPIC, Counted.of(decisions.size(), "HPA"), problem + " (" + names + ")", "");
  }
}
