package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.core.Conclusion;
import dev.hpa.core.Decision;
import dev.hpa.core.DeletionOrder;
import dev.hpa.core.HpaEvent;
import dev.hpa.core.ScaleOutcome;
import dev.hpa.core.Situation;
import dev.hpa.core.pods.Pod;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Applies a decision: writes the scale and the status, sends events, stores the history.
 *
 * <p>Thread-safe as long as no autoscaler is reconciled concurrently with itself.
 */
public final class Actuator {

  private static final int WRITE_ATTEMPTS = 5;

  private final ScaleClient scales;
  private final StatusWriter statuses;
  private final EventSink events;
  private final PodDeletionHints hints;
  private final Histories histories;
  private final Pause pause;

  /**
   * @param hints annotates pods before a scale-down
   */
  public Actuator(
      ScaleClient scales,
      StatusWriter statuses,
      EventSink events,
      PodDeletionHints hints,
      Histories histories,
      Pause pause) {
    this.scales = scales;
    this.statuses = statuses;
    this.events = events;
    this.hints = hints;
    this.histories = histories;
    this.pause = pause;
  }

  /** Applies a decision. */
  ReconcileResult act(Decided decided) {
    SyncClock clock = decided.clock();
    Instant at = clock.instant();
    Integer scaledTo = null;
    int requests = 0;
    Conclusion conclusion;
    switch (decided.decision()) {
      case Decision.Ended ended -> conclusion = ended.conclusion();
      case Decision.Rescale rescale -> {
        giveHints(decided, rescale);
        ScaleWrite write = write(decided.target(), rescale.desired());
        requests = write.requests();
        scaledTo =
            write.outcome() instanceof ScaleOutcome.Written
                ? Integer.valueOf(rescale.desired())
                : null;
        conclusion = rescale.conclude(write.outcome(), clock.instant());
      }
    }
    histories.put(
        NamespacedName.of(decided.observation().hpa().metadata()), conclusion.history(), clock);
    return conclude(decided, conclusion, scaledTo, requests, at);
  }

  /** Forgets a deleted autoscaler. */
  void forget(NamespacedName autoscaler) {
    histories.remove(autoscaler);
    hints.forget(autoscaler);
  }

  private void giveHints(Decided decided, Decision.Rescale rescale) {
    if (decided.observation() instanceof Situation situation) {
      List<String> firstDeleted = DeletionOrder.of(situation, rescale);
      if (!firstDeleted.isEmpty()) {
        hints.mark(
            NamespacedName.of(situation.hpa().metadata()),
            firstDeleted,
            situation.pods().stream().map(Pod::name).collect(Collectors.toSet()));
      }
    }
  }

  /**
   * @param requests the number of those that were sent
   */
  private record ScaleWrite(ScaleOutcome outcome, int requests) {}

  /** Writes the desired replicas, even if the scale has changed since it was read. */
  private ScaleWrite write(@Nullable TargetScale target, int desired) {
    if (target == null) {
      return new ScaleWrite(new ScaleOutcome.Refused("the scale was not read"), 0);
    }
    TargetScale current = target;
    for (int attempt = 1; ; attempt++) {
      // Each one before has failed, and was followed by a read.
      int requests = 2 * attempt - 1;
      try (WorkSlots.Wait _ = WorkSlots.keepingSlot()) {
        scales.write(current.withScale(current.scale().withSpecReplicas(desired)));
        return new ScaleWrite(new ScaleOutcome.Written(), requests);
      } catch (ScaleException failure) {
        current = rereadOr(current);
        if (failure.reason() != ScaleException.Reason.CONFLICT || attempt == WRITE_ATTEMPTS) {
          return new ScaleWrite(new ScaleOutcome.Refused(failure.text()), requests + 1);
        }
        pause.after(attempt);
      }
    }
  }

  private TargetScale rereadOr(TargetScale known) {
    try (WorkSlots.Wait _ = WorkSlots.keepingSlot()) {
      return scales.reread(known);
    } catch (ScaleException failure) {
      return known;
    }
  }

  private ReconcileResult conclude(
      Decided decided,
      Conclusion conclusion,
      @Nullable Integer scaledTo,
      int requests,
      Instant at) {
    HorizontalPodAutoscaler hpa = decided.observation().hpa();
    List<HpaEvent> sent = new ArrayList<>();
    send(hpa, conclusion.eventsBefore(), sent);
    String error = conclusion.error();
    String revision = null;
    String statusError = null;
    if (conclusion.statusChanged()) {
      try (WorkSlots.Wait _ = WorkSlots.keepingSlot()) {
        revision = statuses.write(hpa.withStatus(conclusion.status()));
      } catch (KubernetesApiException failure) {
        send(hpa, List.of(HpaEvent.failedUpdateStatus(failure.text())), sent);
        statusError =
            "failed to update status for " + hpa.metadata().name() + ": " + failure.text();
        if (conclusion.statusErrorReplacesError() || error == null) {
          error = statusError;
        }
      }
    }
    send(hpa, conclusion.eventsAfter(), sent);
    return new ReconcileResult(
        decided.observation(),
        decided.target(),
        decided.decision(),
        conclusion,
        at,
        decided.readTime(),
        decided.clock().elapsed(),
        new ReconcileResult.Writes(scaledTo, requests, revision, statusError, sent),
        error);
  }

  private void send(HorizontalPodAutoscaler hpa, List<HpaEvent> list, List<HpaEvent> sent) {
    for (HpaEvent event : list) {
      events.accept(hpa, event);
      sent.add(event);
    }
  }
}
