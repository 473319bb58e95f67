package dev.hpa.cli.demo;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.core.HpaEvent;
import dev.hpa.explanation.DecisionSentence;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.WorkloadView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Records the state of the cluster over time and the decisions of the controller. Thread-safe. */
final class DemoRecorder {

  private static final ObjectKey KEY = new ObjectKey(DemoWorkload.NAMESPACE, DemoWorkload.NAME);

  private final Sandbox sandbox;
  private final DemoOptions options;
  private final Instant start;
  private final List<DemoSample> samples = new ArrayList<>();
  private final List<ChartEvent> events = new ArrayList<>();
  private final List<DecisionRow> decisions = new ArrayList<>();
  private boolean hasEnded;

  DemoRecorder(Sandbox sandbox, DemoOptions options) {
    this.sandbox = sandbox;
    this.options = options;
    this.start = sandbox.cluster().now();
  }

  /** The current state. */
  record State(
      Instant start,
      Instant now,
      List<DemoSample> samples,
      List<ChartEvent> events,
      List<DecisionRow> decisions,
      List<HpaCondition> conditions) {

    @Nullable DemoSample last() {
      return samples.isEmpty() ? null : samples.getLast();
    }
  }

  /** Records nothing more. */
  synchronized void end() {
    hasEnded = true;
  }

  /** Takes a sample of the cluster. */
  synchronized void sample() {
    if (hasEnded) {
      return;
    }
    WorkloadView view = sandbox.simulator().view(ResourceTypes.DEPLOYMENTS, KEY);
    HorizontalPodAutoscaler hpa = autoscaler();
    HpaStatus status = hpa == null ? HpaStatus.EMPTY : hpa.status();
    samples.add(
        new DemoSample(
            sandbox.cluster().now(),
            view.askedMilliCores(),
            view.usedMilliCores(),
            utilization(status),
            specReplicas(),
            status.desiredReplicas() == 0 ? null : status.desiredReplicas(),
            view.readyPods(),
            view.pods()));
  }

  private int specReplicas() {
    StoredObject deployment = sandbox.cluster().find(ResourceTypes.DEPLOYMENTS, KEY);
    return deployment == null ? 0 : deployment.tree().path("spec").path("replicas").asInt();
  }

  private @Nullable HorizontalPodAutoscaler autoscaler() {
    StoredObject stored = sandbox.cluster().find(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, KEY);
    return stored == null ? null : HpaVersion.V2.decode(stored.tree());
  }

  private static @Nullable Integer utilization(HpaStatus status) {
    for (MetricStatus metric : status.currentMetricsOrEmpty()) {
      if (metric.resource() != null) {
        return metric.resource().current().averageUtilization();
      }
    }
    return null;
  }

  /** Records the result of a reconcile. */
  synchronized void cycle(ReconcileResult cycle) {
    if (hasEnded) {
      return;
    }
    Integer current = cycle.currentReplicas();
    for (HpaEvent event : cycle.events()) {
      events.add(new ChartEvent(cycle.at(), event.type().text(), event.reason(), event.message()));
    }
    decisions.add(
        new DecisionRow(
            cycle.at(),
            current == null ? cycle.status().currentReplicas() : current,
            cycle.conclusion().desiredReplicas(),
            utilization(cycle.status()),
            outcome(cycle),
            cycle.error() == null ? DecisionSentence.of(cycle.trace()) : cycle.error(),
            conditions(cycle.status())));
  }

  private static String outcome(ReconcileResult cycle) {
    if (cycle.scaledTo() != null && cycle.currentReplicas() != null) {
      return cycle.scaledTo() > cycle.currentReplicas()
          ? DecisionRow.SCALED_UP
          : DecisionRow.SCALED_DOWN;
    }
    return cycle.error() == null ? DecisionRow.HELD : DecisionRow.FAILED;
  }

  private static String conditions(HpaStatus status) {
    return status.conditionsOrEmpty().stream()
        .map(c -> c.type() + "=" + c.status() + " " + c.reason())
        .collect(Collectors.joining(", "));
  }

  synchronized State state() {
    HorizontalPodAutoscaler hpa = autoscaler();
    return new State(
        start,
        sandbox.cluster().now(),
        List.copyOf(samples),
        List.copyOf(events),
        List.copyOf(decisions),
        hpa == null ? List.of() : hpa.status().conditionsOrEmpty());
  }

  /** The recording with its summary. */
  synchronized DemoRecording recording(String apiRequests) {
    Instant end = sandbox.cluster().now();
    double tolerance = options.controller().settings().tolerance();
    return new DemoRecording(
        "Demo: " + DemoWorkload.NAME,
        "A HorizontalPodAutoscaler (HPA) adds and removes pods of the Deployment %s, %d to %d of them, so that they use about %d %% of the CPU that they request. Load: %s"
            .formatted(
                DemoWorkload.NAME,
                options.minReplicas(),
                options.maxReplicas(),
                options.targetUtilization(),
                options.load()),
        start,
        end,
        options.speed(),
        options.minReplicas(),
        options.maxReplicas(),
        options.targetUtilization(),
        tolerance,
        tolerance,
        samples,
        events,
        decisions,
        summary(apiRequests));
  }

  private DemoSummary summary(String apiRequests) {
    double podSeconds = 0;
    double askedCoreSeconds = 0;
    double aboveTarget = 0;
    int fewest = Integer.MAX_VALUE;
    int most = 0;
    for (int i = 0; i < samples.size(); i++) {
      DemoSample sample = samples.get(i);
      fewest = Math.min(fewest, sample.specReplicas());
      most = Math.max(most, sample.specReplicas());
      if (i > 0) {
        double seconds = seconds(samples.get(i - 1), sample);
        podSeconds += sample.pods() * seconds;
        askedCoreSeconds += sample.loadMilliCores() / 1000 * seconds;
        Integer percent = sample.utilizationPercent();
        aboveTarget += percent != null && percent > options.targetUtilization() ? seconds : 0;
      }
    }
    double unserved =
        sandbox.simulator().view(ResourceTypes.DEPLOYMENTS, KEY).unservedCoreSeconds();
    return new DemoSummary(
        decisions.size(),
        count(DecisionRow.SCALED_UP),
        count(DecisionRow.SCALED_DOWN),
        samples.isEmpty() ? 0 : fewest,
        most,
        podSeconds / 3600,
        askedCoreSeconds == 0 ? 0 : 100 * unserved / askedCoreSeconds,
        aboveTarget,
        apiRequests);
  }

  private static double seconds(DemoSample from, DemoSample to) {
    return Duration.between(from.at(), to.at()).toNanos() / 1e9;
  }

  private long count(String outcome) {
    return decisions.stream().filter(row -> row.outcome().equals(outcome)).count();
  }
}
