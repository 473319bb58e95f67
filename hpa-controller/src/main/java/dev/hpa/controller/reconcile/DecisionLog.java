package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.log.StructuredLog;
import dev.hpa.core.Decision;
import dev.hpa.core.MetricOutcome;
import dev.hpa.core.Reasoning;
import dev.hpa.core.replicas.Tolerance;
import dev.hpa.core.settings.Settings;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Logs decisions in the lines of kube-controller-manager, with its messages and keys: each scale
 * event always, each written status from verbosity 2 on, each decision from verbosity 4 on. The
 * begin and the end of a mode, a schedule and a fallback have lines of this controller, as often as
 * statuses are written.
 */
final class DecisionLog {

  private static final StructuredLog LOG = StructuredLog.of(DecisionLog.class);

  /** Conditions of modes, schedules and fallbacks. */
  private static final Set<String> OPTIONS = Set.of("DryRun", "ScheduleActive", "FallbackActive");

  private static final String PAUSED = "Paused";
  private static final int STATUSES = 2;
  private static final int DECISIONS = 4;

  /** The format of UTC times in Go. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss '+0000 UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Settings settings;

  DecisionLog(Settings settings) {
    this.settings = settings;
  }

  /** Logs a finished reconcile. */
  void reconciled(ReconcileResult result) {
    Decision decision = result.decision();
    proposal(result);
    if (result.scaledTo() != null && decision instanceof Decision.Rescale rescale) {
      LOG.info(0, "Successfully rescaled", change(result, rescale));
    } else {
      notScaled(result);
    }
    if (result.statusWritten()) {
      NamespacedName key = NamespacedName.of(result.hpa().metadata());
      if (LOG.shows(STATUSES)) {
        LOG.info(STATUSES, "Successfully updated status", "HPA", key);
      }
      optionsInEffect(key, inEffect(result.hpa().status()), inEffect(result.status()));
    }
  }

  /** The messages of the conditions that options have made true, and of a pause, by name. */
  private static Map<String, String> inEffect(HpaStatus status) {
    Map<String, String> messages = new TreeMap<>();
    for (HpaCondition each : status.conditionsOrEmpty()) {
      if (OPTIONS.contains(each.type()) && each.status().equals(HpaCondition.TRUE)) {
        messages.put(each.type(), each.message());
      } else if (each.reason().equals(PAUSED)) {
        messages.put(PAUSED, each.message());
      }
    }
    return messages;
  }

  private static void optionsInEffect(
      NamespacedName key, Map<String, String> before, Map<String, String> after) {
    if (before.keySet().equals(after.keySet())) {
      return;
    }
    after.forEach(
        (name, message) -> {
          if (!before.containsKey(name)) {
            LOG.info(0, "Option takes effect", "HPA", key, "condition", name, "message", message);
          }
        });
    for (String name : before.keySet()) {
      if (!after.containsKey(name)) {
        LOG.info(0, "Option has no effect any more", "HPA", key, "condition", name);
      }
    }
  }

  /** Logs a decision in shadow mode. */
  void observed(ReconcileResult result) {
    proposal(result);
    if (result.decision() instanceof Decision.Rescale rescale) {
      LOG.info(DECISIONS, "Would rescale (shadow mode)", change(result, rescale));
    } else {
      notScaled(result);
    }
  }

  /** Logs an autoscaler that is skipped until the next period. */
  void skipped(HorizontalPodAutoscaler hpa) {
    if (LOG.shows(DECISIONS)) {
      LOG.info(DECISIONS, "Skipped: stale cache", "HPA", NamespacedName.of(hpa.metadata()));
    }
  }

  /** Logs a deleted autoscaler. */
  void deleted(NamespacedName key) {
    LOG.info(0, "Horizontal Pod Autoscaler has been deleted", "HPA", key);
  }

  private static Object[] change(ReconcileResult result, Decision.Rescale rescale) {
    Integer found = result.currentReplicas();
    return new Object[] {
      "HPA", NamespacedName.of(result.hpa().metadata()),
      "currentReplicas", found == null ? result.status().currentReplicas() : found,
      "desiredReplicas", rescale.desired(),
      "reason", rescale.reason()
    };
  }

  private void proposal(ReconcileResult result) {
    Reasoning.ComputedReplicas computed = result.decision().reasoning().computed();
    if (computed == null || !LOG.shows(DECISIONS)) {
      return;
    }
    Integer found = result.currentReplicas();
    MetricOutcome.Proposal chosen = computed.chosen();
    LOG.info(
        DECISIONS,
        found != null && found == 0
            ? "Proposing desired replicas from zero"
            : "Proposing desired replicas",
        "desiredReplicas",
        computed.recommendation(),
        "metric",
        chosen == null ? "" : chosen.description(),
        "tolerances",
        tolerances(Tolerance.of(result.hpa().spec(), settings)),
        "scaleTarget",
        target(result.hpa()));
  }

  /** A decision without a count failed; the failure is logged separately. */
  private static void notScaled(ReconcileResult result) {
    Integer desired = result.conclusion().desiredReplicas();
    if (desired != null && LOG.shows(DECISIONS)) {
      LOG.info(
          DECISIONS,
          "Decided not to scale",
          "scaleTarget",
          target(result.hpa()),
          "desiredReplicas",
          desired,
          "lastScaleTime",
          time(result.hpa().status().lastScaleTime()));
    }
  }

  private static String tolerances(Tolerance tolerance) {
    return String.format(
        Locale.ROOT, "[down:%.1f%%, up:%.1f%%]", 100 * tolerance.down(), 100 * tolerance.up());
  }

  private static String time(@Nullable Instant time) {
    return time == null ? "" : TIME.format(time);
  }

  private static String target(HorizontalPodAutoscaler hpa) {
    return hpa.spec().scaleTargetRef().kind()
        + "/"
        + hpa.metadata().namespace()
        + "/"
        + hpa.spec().scaleTargetRef().name();
  }
}
