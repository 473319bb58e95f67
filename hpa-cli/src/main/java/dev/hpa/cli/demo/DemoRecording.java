package dev.hpa.cli.demo;

import java.time.Instant;
import java.util.List;

/**
 * The recording of one demo. All instants are cluster time, which runs {@code speed} times as fast
 * as real time.
 *
 * @param title the heading of the report
 * @param subtitle a one-sentence description of the run
 * @param start the beginning of the run
 * @param end the end of the run
 * @param speed cluster seconds per real second
 * @param minReplicas the lower bound of the autoscaler
 * @param maxReplicas the upper bound of the autoscaler
 * @param targetUtilization the target CPU utilization, in percent of the request
 * @param toleranceDown how far below the target usage may be, relative to it, before replicas are
 *     removed: 0.1 is 10 %
 * @param toleranceUp how far above the target usage may be, relative to it, before replicas are
 *     added
 * @param samples the state over time, oldest first
 * @param events the events of the autoscaler, oldest first
 * @param decisions one row per reconcile, oldest first
 * @param summary the key figures
 */
public record DemoRecording(
    String title,
    String subtitle,
    Instant start,
    Instant end,
    double speed,
    int minReplicas,
    int maxReplicas,
    int targetUtilization,
    double toleranceDown,
    double toleranceUp,
    List<DemoSample> samples,
    List<ChartEvent> events,
    List<DecisionRow> decisions,
    DemoSummary summary) {

  public DemoRecording {
    samples = List.copyOf(samples);
    events = List.copyOf(events);
    decisions = List.copyOf(decisions);
  }
}
