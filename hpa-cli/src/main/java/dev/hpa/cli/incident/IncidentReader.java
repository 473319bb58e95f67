package dev.hpa.cli.incident;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Timestamps;
import dev.hpa.cli.fleet.Subject;
import dev.hpa.cli.incident.ReplicaChange.Agreement;
import dev.hpa.cli.incident.StepSeries.Step;
import dev.hpa.cli.manifests.Inventory;
import dev.hpa.cli.query.LoadQueries;
import dev.hpa.cli.query.PastSeries;
import dev.hpa.cli.query.UsageRate;
import dev.hpa.cli.simulate.ComparisonJson;
import dev.hpa.cli.simulate.Demand;
import dev.hpa.cli.simulate.GapRule;
import dev.hpa.cli.simulate.LoadSample;
import dev.hpa.cli.simulate.PodTimes;
import dev.hpa.cli.simulate.PrometheusRange;
import dev.hpa.cli.simulate.RecordingOptions;
import dev.hpa.cli.simulate.ReplaySpec;
import dev.hpa.cli.simulate.ScaleEvent;
import dev.hpa.cli.simulate.Snapshot;
import dev.hpa.cli.simulate.TimeRange;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.cli.simulate.UnusableInputException.NoSamplesException;
import dev.hpa.cli.simulate.Variant;
import dev.hpa.cli.simulate.VariantComparison;
import dev.hpa.cli.simulate.VariantResult;
import dev.hpa.cli.simulate.VariantRun;
import dev.hpa.cli.simulate.Variants;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.history.RecordedEvent;
import dev.hpa.core.settings.Settings;
import dev.hpa.dashboard.ClusterEvents;
import dev.hpa.simulation.FlapCounter;
import dev.hpa.simulation.ReplayCourse;
import dev.hpa.simulation.ReplayLimitException;
import dev.hpa.simulation.ReplayListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads what happened to HPAs from Prometheus, and replays it. Thread-safe.
 *
 * @param time the past time
 * @param range the same time and the one before it that the replay needs
 * @param warmUp the length of the time before
 * @param whatIfs other settings to replay
 * @param maxPodSyncs the most pods of an HPA, added up over all syncs of all its replays
 * @param events the events of the HPAs; nothing without a cluster
 */
record IncidentReader(
    TimeRange time,
    PrometheusRange range,
    Duration warmUp,
    LoadQueries.MetricRules rules,
    Settings settings,
    Duration syncPeriod,
    PodTimes pods,
    Map<String, LoadForecasts.Callable> forecasters,
    List<WhatIf> whatIfs,
    long maxPodSyncs,
    ClusterEvents events) {

  static final String RECORDED = "recorded";

  /** Of the seconds at which the controller may have synced. */
  private static final int SHIFTS = 3;

  /** In which samples are counted. */
  private static final Duration COUNTED = Duration.ofMinutes(5);

  private static final String COUNTED_TEXT = "5m";

  /** Usual scrape intervals, in seconds. */
  private static final int[] INTERVALS = {1, 5, 10, 15, 20, 30, 60, 120};

  /** That of most installations. */
  private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(30);

  /**
   * What happened to an HPA.
   *
   * @throws UnusableInputException if there is no record of its load or its replicas
   */
  Replayed read(Subject subject) throws IOException, UnusableInputException {
    PastSeries past = subject.series(range.labels());
    Duration scrapes = interval(past.samplesOfReplicas(COUNTED_TEXT));
    StepSeries replicas = series(past.desiredReplicas(), scrapes);
    Optional<StepSeries> min = recorded(past.minReplicas(), scrapes);
    Optional<StepSeries> max = recorded(past.maxReplicas(), scrapes);
    Duration usage = interval(past.samplesOfContainers(COUNTED_TEXT));
    Duration tolerance = syncPeriod.plus(scrapes);
    RecordedCourse course = new RecordedCourse(replicas, min, max, tolerance);
    List<Step> steps = replicas.steps(time.from(), time.to());
    ReplaySpec spec = spec(subject, replicas, UsageRate.between(usage));
    Followed followed = best(spec, course, steps);
    List<ReplicaChange> changes = withEvents(subject.name(), followed.changes());
    List<VariantResult> results = new ArrayList<>();
    results.add(
        followed.result().withRecorded(replicas::at, scaleEvents(changes), spec.flapWindow()));
    for (Variant each : spec.variants().subList(1, spec.variants().size())) {
      results.add(replayed(each, spec, ReplayCourse.FREE, ReplayListener.NONE));
    }
    VariantComparison comparison = new VariantComparison(spec, results);
    IntSummaryStatistics most =
        results.getFirst().moments().stream().mapToInt(Snapshot::replicas).summaryStatistics();
    Duration distance = usage.compareTo(scrapes) < 0 ? scrapes : usage;
    Incident incident =
        new Incident(
            subject.name(),
            time,
            changes,
            most.getCount() == 0 ? 0 : most.getMin(),
            most.getCount() == 0 ? 0 : most.getMax(),
            ComparisonJson.withoutTimelines(comparison),
            notes(spec, changes, min, max, distance));
    return new Replayed(incident, comparison);
  }

  /**
   * What happened to an HPA.
   *
   * @param comparison the whole replays, which take some MB for a day
   */
  record Replayed(Incident incident, VariantComparison comparison) {}

  /** A replay along the recorded course. */
  private record Followed(VariantResult result, List<ReplicaChange> changes) {

    long count(Agreement agreement) {
      return changes.stream().filter(each -> each.agreement() == agreement).count();
    }

    boolean isBetterThan(Followed other) {
      long more = count(Agreement.SAME) - other.count(Agreement.SAME);
      return more > 0
          || (more == 0 && count(Agreement.ONLY_REPLAYED) < other.count(Agreement.ONLY_REPLAYED));
    }
  }

  /**
   * The seconds at which the controller synced are not recorded: of several, those count that
   * explain the most changes.
   */
  private Followed best(ReplaySpec spec, RecordedCourse course, List<Step> steps)
      throws UnusableInputException {
    Followed best = null;
    for (int i = 0; i < SHIFTS; i++) {
      Duration shift = Duration.ofSeconds(i * syncPeriod.toSeconds() / SHIFTS);
      Observer observer = new Observer(steps, syncPeriod);
      VariantResult result =
          replayed(
              spec.variants().getFirst(), spec.withWarmUp(warmUp.plus(shift)), course, observer);
      Followed followed = new Followed(result, observer.changes());
      best = best == null || followed.isBetterThan(best) ? followed : best;
    }
    return Objects.requireNonNull(best, "there is a shift of 0");
  }

  private VariantResult replayed(
      Variant variant, ReplaySpec spec, ReplayCourse course, ReplayListener observer)
      throws UnusableInputException {
    try {
      return VariantRun.following(
          variant,
          spec,
          maxPodSyncs / (SHIFTS + whatIfs.size()),
          (done, total) -> {},
          course,
          observer);
    } catch (ReplayLimitException excess) {
      throw new UnusableInputException(variant.name() + ": " + excess.getMessage());
    }
  }

  /** The scrape interval of a series, by the number of its samples. */
  private Duration interval(String count) throws UnusableInputException {
    List<LoadSample> counts;
    try {
      counts = range.every(COUNTED).query(count).samples(Map.of());
    } catch (NoSamplesException none) {
      return DEFAULT_INTERVAL;
    }
    double most = counts.stream().mapToDouble(LoadSample::value).max().orElse(0);
    double seconds = COUNTED.toSeconds() / Math.max(1, most);
    int nearest = INTERVALS[0];
    for (int each : INTERVALS) {
      nearest = Math.abs(each - seconds) < Math.abs(nearest - seconds) ? each : nearest;
    }
    return Duration.ofSeconds(nearest);
  }

  private StepSeries series(String query, Duration interval) throws UnusableInputException {
    return StepSeries.of(range.query(query).samples(Map.of()), interval);
  }

  private Optional<StepSeries> recorded(String query, Duration interval)
      throws UnusableInputException {
    try {
      return Optional.of(series(query, interval));
    } catch (NoSamplesException none) {
      return Optional.empty();
    }
  }

  private ReplaySpec spec(Subject subject, StepSeries replicas, UsageRate rate)
      throws IOException, UnusableInputException {
    Demand demand =
        Demand.read(
            subject.queries(range.labels(), rules, rate).loads(range),
            Map.of(),
            RecordingOptions.DEFAULT,
            null,
            null);
    demand.requireRecorded(time, GapRule.INTERPOLATE);
    return new ReplaySpec(
        Variants.of(
            inventory(subject), replicas.first().isPresent() ? replicas.first().getAsInt() : null),
        demand,
        time,
        warmUp,
        GapRule.INTERPOLATE,
        null,
        subject.timesOr(pods),
        FlapCounter.DEFAULT_WINDOW,
        settings,
        syncPeriod,
        forecasters,
        null);
  }

  /** The HPA as it is, and with each other setting. */
  private Inventory inventory(Subject subject) {
    Inventory found = subject.inventory();
    Inventory.Autoscaler own = found.autoscalers().getFirst();
    List<Inventory.Autoscaler> all = new ArrayList<>();
    all.add(new Inventory.Autoscaler(RECORDED, own.place(), own.value()));
    for (WhatIf each : whatIfs) {
      all.add(
          new Inventory.Autoscaler(each.name(), each.name(), each.applyTo(own.value(), settings)));
    }
    return new Inventory(all, found.workloads(), List.of(), List.of());
  }

  private static List<ScaleEvent> scaleEvents(List<ReplicaChange> changes) {
    List<ScaleEvent> events = new ArrayList<>();
    for (ReplicaChange each : changes) {
      Step step = each.recorded();
      if (step != null) {
        String prefix = each.agreement() == Agreement.SAME ? "" : each.agreement().text() + ": ";
        events.add(new ScaleEvent(step.until(), step.from(), step.to(), prefix + each.why()));
      }
    }
    return events;
  }

  /** Adds the messages of the events of rescales at that time. */
  private List<ReplicaChange> withEvents(NamespacedName name, List<ReplicaChange> changes) {
    List<RecordedEvent> all = events.of(name);
    return changes.stream().map(each -> withEvent(each, all)).toList();
  }

  private ReplicaChange withEvent(ReplicaChange change, List<RecordedEvent> all) {
    Step step = change.recorded();
    if (step == null) {
      return change;
    }
    String size = "New size: " + step.to() + ";";
    return all.stream()
        .filter(each -> each.event().message().startsWith(size))
        .filter(each -> !each.first().isAfter(step.until().plus(syncPeriod)))
        .filter(each -> !each.last().isBefore(step.after().minus(syncPeriod)))
        .findFirst()
        .map(
            each ->
                new ReplicaChange(step, change.replayed(), change.why(), each.event().message()))
        .orElse(change);
  }

  /**
   * Only at the syncs that have a sample does the replay decide on what the controller decided on.
   *
   * @param distance that of two samples
   */
  private List<String> notes(
      ReplaySpec spec,
      List<ReplicaChange> changes,
      Optional<StepSeries> min,
      Optional<StepSeries> max,
      Duration distance) {
    List<String> notes = new ArrayList<>();
    if (max.isEmpty()) {
      notes.add(
          "kube-state-metrics has no series of the HPA: its replicas are the pods with usage, and"
              + " its bounds are those of today");
    }
    min.ifPresent(each -> notes.addAll(bounds("minReplicas", each)));
    max.ifPresent(each -> notes.addAll(bounds("maxReplicas", each)));
    Duration gaps =
        spec.demand().main().gaps(time).stream()
            .map(TimeRange::length)
            .reduce(Duration.ZERO, Duration::plus);
    if (!gaps.isZero()) {
      notes.add("the load has no samples for %d s".formatted(gaps.toSeconds()));
    }
    long recorded = changes.stream().filter(each -> each.recorded() != null).count();
    long same = changes.stream().filter(each -> each.agreement() == Agreement.SAME).count();
    double known = Math.min(1, (double) syncPeriod.toMillis() / distance.toMillis());
    if (2 * same < recorded && known < 1) {
      notes.add(
          "the samples are %d s apart and the controller syncs every %d s, so that only about %.0f %% of the changes can be known for certain"
              .formatted(distance.toSeconds(), syncPeriod.toSeconds(), 100 * known));
    }
    if (2 * same < known * recorded) {
      notes.add(
          "the recorded load does not explain most changes: the HPA had other settings, another"
              + " writer changed the replicas, or the query counts other pods");
    }
    return notes;
  }

  private List<String> bounds(String field, StepSeries series) {
    return series.steps(time.from(), time.to()).stream()
        .map(
            each ->
                "%s changed from %d to %d by %s"
                    .formatted(field, each.from(), each.to(), Timestamps.format(each.until())))
        .toList();
  }
}
