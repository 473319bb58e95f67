package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Scale;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decider;
import dev.hpa.core.Decision;
import dev.hpa.core.DeletionOrder;
import dev.hpa.core.History;
import dev.hpa.core.HpaEvent;
import dev.hpa.core.Plan;
import dev.hpa.core.Planner;
import dev.hpa.core.ScaleOutcome;
import dev.hpa.core.Settings;
import dev.hpa.core.Situation;
import dev.hpa.core.Trace;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One cycle of one autoscaler: plan, read, decide, act.
 *
 * <p>Thread-safe as long as no autoscaler is reconciled twice at once. Everything it reaches the
 * world with comes through the constructor, so that a cluster in a file is reconciled by the same
 * code as a real one.
 */
public final class Reconciler {

  private static final int WRITE_ATTEMPTS = 5;

  private final Settings settings;
  private final ScaleClient scales;
  private final MetricReader metrics;
  private final PodIndex pods;
  private final SelectorRegistry selectors;
  private final StatusWriter statuses;
  private final EventSink events;
  private final PodDeletionHints hints;
  private final Histories histories;
  private final InstantSource clock;
  private final Pause pause;

  /**
   * @param hints marks pods before a scale-down
   */
  public Reconciler(
      Settings settings,
      ScaleClient scales,
      MetricReader metrics,
      PodIndex pods,
      SelectorRegistry selectors,
      StatusWriter statuses,
      EventSink events,
      PodDeletionHints hints,
      Histories histories,
      InstantSource clock,
      Pause pause) {
    this.settings = settings;
    this.scales = scales;
    this.metrics = metrics;
    this.pods = pods;
    this.selectors = selectors;
    this.statuses = statuses;
    this.events = events;
    this.hints = hints;
    this.histories = histories;
    this.clock = clock;
    this.pause = pause;
  }

  /** Brings the target of an autoscaler to where it should be. */
  public ReconcileResult reconcile(HorizontalPodAutoscaler hpa) {
    Instant begun = clock.instant();
    return act(propose(hpa), begun);
  }

  /** What {@link #reconcile} would decide now, and why; nothing is written or remembered. */
  public Trace explain(HorizontalPodAutoscaler hpa) {
    Proposal proposal = propose(hpa);
    Instant now = clock.instant();
    return proposal.trace(proposal.conclusionIfWritten(now), now);
  }

  /** Forgets an autoscaler that is gone, by {@code namespace/name}. */
  void forget(String autoscaler) {
    histories.remove(autoscaler);
    hints.forget(autoscaler);
  }

  /** Decides like {@link #reconcile}; nothing is written or remembered. */
  public Proposal propose(HorizontalPodAutoscaler hpa) {
    String namespace = String.valueOf(hpa.metadata().namespace());
    TargetScale target;
    try {
      target = scales.read(namespace, hpa.spec().scaleTargetRef());
    } catch (ScaleException failure) {
      Decision decision =
          Decider.scaleUnreadable(
              hpa, failure.text(), unreadable(failure, hpa), history(hpa), clock.instant());
      return new Proposal(hpa, null, null, decision, Duration.ZERO);
    }
    return propose(hpa, target);
  }

  /** The same for a target whose scale is known. */
  public Proposal propose(HorizontalPodAutoscaler hpa, TargetScale target) {
    String namespace = String.valueOf(hpa.metadata().namespace());
    Instant begun = clock.instant();
    Situation situation = situation(hpa, namespace, target.scale());
    Decision decision = Decider.decide(situation);
    return new Proposal(hpa, target, situation, decision, since(begun));
  }

  /** Never negative, although the clock may be set meanwhile. */
  private Duration since(Instant begun) {
    Instant now = clock.instant();
    return now.isBefore(begun) ? Duration.ZERO : Duration.between(begun, now);
  }

  private static String unreadable(ScaleException failure, HorizontalPodAutoscaler hpa) {
    String reference =
        hpa.spec().scaleTargetRef().kind()
            + "/"
            + hpa.metadata().namespace()
            + "/"
            + hpa.spec().scaleTargetRef().name();
    return switch (failure.stage()) {
      case INVALID_REFERENCE -> "invalid API version in scale target reference: " + failure.text();
      case MAPPING -> "unable to determine resource for scale target reference: " + failure.text();
      default -> "failed to query scale subresource for " + reference + ": " + failure.text();
    };
  }

  private Situation situation(HorizontalPodAutoscaler hpa, String namespace, Scale scale) {
    History history = history(hpa).seeded(scale.specReplicas(), clock.instant());
    Plan plan = Planner.plan(hpa, scale, settings);
    List<CachedPod> found = List.of();
    List<String> owners = List.of();
    List<MetricResult> readings = List.of();
    if (plan instanceof Plan.Measure measure) {
      selectors.update(namespace, String.valueOf(hpa.metadata().name()), measure.pods());
      found = pods.select(namespace, measure.pods());
      owners = selectors.owners(namespace, found);
      readings = owners.size() > 1 ? List.of() : readings(hpa, measure);
    }
    return new Situation(
        hpa,
        scale,
        plan,
        found.stream().map(CachedPod::pod).toList(),
        owners,
        readings,
        history,
        settings,
        clock.instant());
  }

  /**
   * The answers to the queries. Where a pod cannot be decoded there are none: whether the pod is
   * ready, and what it requests, would be guessed.
   */
  private List<MetricResult> readings(HorizontalPodAutoscaler hpa, Plan.Measure measure) {
    List<UnreadableObject> unreadable =
        pods.selectUnreadable(String.valueOf(hpa.metadata().namespace()), measure.pods());
    if (unreadable.isEmpty()) {
      return metrics.read(hpa, measure.queries());
    }
    MetricFailure failure =
        new MetricFailure(MetricFailure.Category.SOURCE_FAILED, unreadablePods(unreadable));
    return Collections.nCopies(measure.queries().size(), failure);
  }

  private static String unreadablePods(List<UnreadableObject> pods) {
    UnreadableObject first = pods.getFirst();
    return "unable to read pod \"%s\": %s%s; correct or delete it"
        .formatted(
            first.key(),
            first.problem(),
            pods.size() == 1 ? "" : " (and " + (pods.size() - 1) + " more)");
  }

  private ReconcileResult act(Proposal proposal, Instant begun) {
    Instant at = clock.instant();
    TargetScale target = proposal.target();
    Integer scaledTo = null;
    Conclusion conclusion;
    switch (proposal.decision()) {
      case Decision.Ended ended -> conclusion = ended.conclusion();
      case Decision.Rescale rescale -> {
        giveHints(proposal, rescale);
        ScaleOutcome outcome =
            target == null
                ? new ScaleOutcome.Refused("the scale was not read")
                : write(target, rescale.desired());
        scaledTo =
            outcome instanceof ScaleOutcome.Written ? Integer.valueOf(rescale.desired()) : null;
        conclusion = rescale.conclude(outcome, clock.instant());
      }
    }
    histories.put(key(proposal.hpa()), conclusion.history());
    return conclude(proposal, begun, at, scaledTo, conclusion);
  }

  private void giveHints(Proposal proposal, Decision.Rescale rescale) {
    Situation situation = proposal.situation();
    if (hints.areWanted() && situation != null) {
      List<String> firstToGo = DeletionOrder.of(situation, rescale);
      if (!firstToGo.isEmpty()) {
        hints.mark(key(proposal.hpa()), situation.scale().namespace(), firstToGo);
      }
    }
  }

  /** Writes the count that was decided, over whatever somebody else may have written meanwhile. */
  private ScaleOutcome write(TargetScale target, int desired) {
    TargetScale current = target;
    for (int attempt = 1; ; attempt++) {
      try {
        scales.write(current.withScale(current.scale().withSpecReplicas(desired)));
        return new ScaleOutcome.Written();
      } catch (ScaleException failure) {
        current = rereadOr(current);
        if (failure.stage() != ScaleException.Stage.CONFLICT || attempt == WRITE_ATTEMPTS) {
          return new ScaleOutcome.Refused(failure.text());
        }
        pause.after(attempt);
      }
    }
  }

  private TargetScale rereadOr(TargetScale known) {
    try {
      return scales.reread(known);
    } catch (ScaleException failure) {
      return known;
    }
  }

  private ReconcileResult conclude(
      Proposal proposal,
      Instant begun,
      Instant at,
      @Nullable Integer scaledTo,
      Conclusion conclusion) {
    HorizontalPodAutoscaler hpa = proposal.hpa();
    List<HpaEvent> emitted = new ArrayList<>();
    emit(hpa, conclusion.eventsBefore(), emitted);
    String error = conclusion.error();
    String written = null;
    if (conclusion.statusChanged()) {
      try {
        written = statuses.write(hpa.withStatus(conclusion.status()));
      } catch (KubernetesApiException failure) {
        emit(hpa, List.of(HpaEvent.failedUpdateStatus(failure.text())), emitted);
        if (conclusion.statusErrorReplacesError() || error == null) {
          error = "failed to update status for " + hpa.metadata().name() + ": " + failure.text();
        }
      }
    }
    emit(hpa, conclusion.eventsAfter(), emitted);
    return new ReconcileResult(
        proposal, at, since(begun), scaledTo, conclusion, written, emitted, error);
  }

  private void emit(HorizontalPodAutoscaler hpa, List<HpaEvent> list, List<HpaEvent> emitted) {
    for (HpaEvent event : list) {
      events.accept(hpa, event);
      emitted.add(event);
    }
  }

  private History history(HorizontalPodAutoscaler hpa) {
    return histories.of(key(hpa));
  }

  private static String key(HorizontalPodAutoscaler hpa) {
    return hpa.metadata().namespace() + "/" + hpa.metadata().name();
  }
}
