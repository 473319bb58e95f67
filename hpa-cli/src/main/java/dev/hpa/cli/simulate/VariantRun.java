package dev.hpa.cli.simulate;

import dev.hpa.core.Conclusion;
import dev.hpa.core.Decision;
import dev.hpa.core.HpaEvent;
import dev.hpa.core.Situation;
import dev.hpa.core.options.Options;
import dev.hpa.simulation.FlapCounter;
import dev.hpa.simulation.Replay;
import dev.hpa.simulation.ReplayCourse;
import dev.hpa.simulation.ReplayFigures;
import dev.hpa.simulation.ReplayLimitException;
import dev.hpa.simulation.ReplayLimits;
import dev.hpa.simulation.ReplayListener;
import dev.hpa.simulation.ReplayMoment;
import dev.hpa.simulation.ReplaySetup;
import dev.hpa.simulation.ReplayWorkload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replays a variant and collects its timeline. Used once, by one thread. */
public final class VariantRun implements ReplayListener {

  /** The most pods, added up over all syncs: 1,000 pods for a month at the default sync period. */
  public static final long MAX_POD_SYNCS = 200_000_000;

  /** Receives the time that is replayed so far. */
  @FunctionalInterface
  public interface Progress {

    /** Called after each sync. */
    void replayed(Duration done, Duration total);
  }

  private final Variant variant;
  private final ReplaySpec spec;
  private final Progress progress;
  private final ReplayCourse course;
  private final ReplayListener observer;
  private final ReplayWorkload workload;
  private final @Nullable Double capacityPerPod;
  private final List<Snapshot> moments = new ArrayList<>();
  private final List<ScaleEvent> scaleEvents = new ArrayList<>();
  private final Map<String, Failure> failures = new LinkedHashMap<>();
  private long podSyncs;
  private double unserved;

  private VariantRun(
      Variant variant,
      ReplaySpec spec,
      Progress progress,
      ReplayCourse course,
      ReplayListener observer)
      throws UnusableInputException {
    this.course = course;
    this.observer = observer;
    this.variant = variant;
    this.spec = spec;
    this.progress = progress;
    this.capacityPerPod = variant.capacityPerPod(spec.demand(), spec.capacity());
    this.workload =
        ReplayInputs.of(spec, variant)
            .workload()
            .withCapacity(capacityPerPod == null ? Double.NaN : capacityPerPod);
  }

  /**
   * Replays a variant from the warm-up to the end of the counted time.
   *
   * @param maxPodSyncs the most pods, added up over all syncs
   * @param progress called after each sync
   * @throws ReplayLimitException if there are more replicas or pods
   */
  static VariantResult run(Variant variant, ReplaySpec spec, long maxPodSyncs, Progress progress)
      throws UnusableInputException {
    return following(variant, spec, maxPodSyncs, progress, ReplayCourse.FREE, ReplayListener.NONE);
  }

  /**
   * Replays a variant along a course.
   *
   * @param maxPodSyncs the most pods, added up over all syncs
   * @param progress called after each sync
   * @param observer receives the syncs
   * @throws ReplayLimitException if there are more replicas or pods
   * @throws UnusableInputException if the workload is unusable
   */
  public static VariantResult following(
      Variant variant,
      ReplaySpec spec,
      long maxPodSyncs,
      Progress progress,
      ReplayCourse course,
      ReplayListener observer)
      throws UnusableInputException {
    return new VariantRun(variant, spec, progress, course, observer).run(maxPodSyncs);
  }

  private VariantResult run(long maxPodSyncs) {
    Options own = variant.options(spec.settings().scaleToZero());
    ReplaySetup setup =
        BundledForecasters.with(ReplaySetup.of(own, spec.settings()), spec.forecasters())
            .withSyncPeriod(spec.syncPeriod())
            .withLimits(
                new ReplayLimits(
                    ReplayLimits.replicasWith(workload.metrics().size()),
                    Long.MAX_VALUE,
                    pods -> (podSyncs += pods) <= maxPodSyncs))
            .withCourse(course)
            .withListener(this);
    ReplayFigures figures = Replay.run(workload, variant.hpa(), setup).figures();
    return new VariantResult(
        variant,
        own,
        capacityPerPod,
        summary(figures),
        moments,
        scaleEvents,
        List.copyOf(failures.values()),
        LatencyFigures.of(spec.queueing(), moments));
  }

  @Override
  public void opened(ReplayMoment moment) {
    observer.opened(moment);
    moments.add(snapshot(moment));
  }

  @Override
  public void synced(
      Situation situation, Decision decision, Conclusion conclusion, ReplayMoment after) {
    progress.replayed(Duration.between(workload.start(), after.at()), workload.length());
    observer.synced(situation, decision, conclusion, after);
    if (moments.isEmpty()) {
      return;
    }
    String error = conclusion.error();
    if (error != null) {
      failures.merge(
          error,
          new Failure(after.at(), 1, error),
          (known, again) -> new Failure(known.first(), known.times() + 1, known.message()));
    }
    int from = situation.scale().specReplicas();
    if (after.replicas() != from) {
      scaleEvents.add(new ScaleEvent(after.at(), from, after.replicas(), reason(conclusion)));
    }
    moments.add(snapshot(after));
  }

  private static String reason(Conclusion conclusion) {
    List<HpaEvent> events = new ArrayList<>(conclusion.eventsBefore());
    events.addAll(conclusion.eventsAfter());
    return events.isEmpty() ? "" : events.getLast().message();
  }

  private Snapshot snapshot(ReplayMoment moment) {
    Instant now = moment.at();
    Instant before = moments.isEmpty() ? now : moments.getLast().at();
    double seconds = Duration.between(before, now).toNanos() / 1e9;
    double lost = moment.unserved() - unserved;
    unserved = moment.unserved();
    Double perPod = capacityPerPod;
    Double asked = spec.demand().recordedAt(now);
    return new Snapshot(
        now,
        asked,
        perPod == null ? null : Double.valueOf(perPod * moment.ready()),
        perPod == null || asked == null ? null : Double.valueOf(seconds == 0 ? 0 : lost / seconds),
        moment.replicas(),
        moment.desired(),
        moment.ready(),
        moment.pods(),
        moment.bounds().min(),
        moment.bounds().max());
  }

  private VariantSummary summary(ReplayFigures figures) {
    int fewest = Integer.MAX_VALUE;
    int most = 0;
    double replicaSeconds = 0;
    for (int i = 0; i < moments.size(); i++) {
      Snapshot each = moments.get(i);
      Instant end = i + 1 < moments.size() ? moments.get(i + 1).at() : spec.counted().to();
      fewest = Math.min(fewest, each.replicas());
      most = Math.max(most, each.replicas());
      replicaSeconds += each.replicas() * (Duration.between(each.at(), end).toNanos() / 1e9);
    }
    long ups = scaleEvents.stream().filter(ScaleEvent::isUp).count();
    return new VariantSummary(
        fewest,
        replicaSeconds / (spec.counted().length().toNanos() / 1e9),
        most,
        figures.podHours(),
        ups,
        scaleEvents.size() - ups,
        flaps(),
        figures.elasticity() == null ? null : unserved(figures, figures.elasticity()),
        Duration.ofNanos(Math.round(figures.atMax() * spec.counted().length().toNanos())),
        moments.size() - 1L,
        failures.values().stream().mapToLong(Failure::times).sum());
  }

  private static VariantSummary.Unserved unserved(
      ReplayFigures figures, ReplayFigures.Elasticity elasticity) {
    ReplayFigures.Minute worst = figures.worst();
    return new VariantSummary.Unserved(
        figures.unserved(),
        figures.unservedTime(),
        elasticity,
        worst == null ? null : worst.start(),
        worst == null ? 0 : worst.unserved());
  }

  private long flaps() {
    FlapCounter counter = new FlapCounter(spec.flapWindow());
    scaleEvents.forEach(each -> counter.add(each.at(), each.isUp()));
    return counter.flaps();
  }
}
