package dev.hpa.sandbox.overview;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import dev.hpa.sandbox.workload.WorkloadView;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The history of autoscalers and of the load of their targets, sampled on the cluster's timeline.
 * Sampling starts with the first request for the page. Thread-safe.
 */
final class AutoscalerHistory {

  static final Duration INTERVAL = Duration.ofSeconds(5);

  /** The number of samples to keep: 30 minutes. */
  private static final int MAX_SAMPLES = 360;

  /** The maximum number of autoscalers with charts. */
  private static final int MAX_AUTOSCALERS = 1000;

  private final Cluster cluster;
  private final WorkloadSimulator simulator;
  private final Deque<Sample> samples = new ArrayDeque<>(MAX_SAMPLES);
  private final Map<String, AutoscalerView> views = new HashMap<>();
  private boolean started;
  private long taken;

  AutoscalerHistory(Cluster cluster, WorkloadSimulator simulator) {
    this.cluster = cluster;
    this.simulator = simulator;
  }

  /**
   * The state of all autoscalers at one time.
   *
   * @param points the existing autoscalers, by uid
   */
  private record Sample(long number, long epochMillis, Map<String, Point> points) {}

  /** Ready and desired replicas, and the demand and usage of CPU in millicores. */
  private record Point(int ready, int desired, long asked, long used) {}

  /** Starts sampling; has no effect when it is already running. */
  synchronized void begin() {
    if (!started) {
      started = true;
      sample();
      cluster.timeline().every(INTERVAL, this::sample);
    }
  }

  private synchronized void sample() {
    Map<String, Point> points = new HashMap<>();
    List<AutoscalerView> all = views();
    for (AutoscalerView each : all.subList(0, Math.min(all.size(), MAX_AUTOSCALERS))) {
      WorkloadView view =
          each.type() == null ? WorkloadView.NONE : simulator.view(each.type(), each.target());
      points.put(
          each.uid(),
          new Point(
              view.readyPods(),
              each.desired(),
              Math.round(view.askedMilliCores()),
              Math.round(view.usedMilliCores())));
    }
    if (samples.size() == MAX_SAMPLES) {
      samples.removeFirst();
    }
    samples.addLast(new Sample(++taken, cluster.timeline().now().toEpochMilli(), points));
  }

  /** All autoscalers in order of namespace and name. */
  synchronized List<AutoscalerView> views() {
    List<AutoscalerView> all = new ArrayList<>();
    for (StoredObject stored : cluster.objects(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS).in("")) {
      AutoscalerView known = views.get(stored.uid());
      all.add(
          known != null && known.revision() == stored.revision()
              ? known
              : AutoscalerView.of(stored, cluster.resources()));
    }
    views.clear();
    all.forEach(view -> views.put(view.uid(), view));
    return all;
  }

  /** The samples after the given number, in order; all samples for 0. */
  synchronized ArrayNode json(long after) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Sample sample : samples) {
      if (sample.number() > after) {
        ObjectNode json =
            list.addObject().put("n", sample.number()).put("at", sample.epochMillis());
        ObjectNode of = json.putObject("of");
        sample
            .points()
            .forEach(
                (uid, point) ->
                    of.putArray(uid)
                        .add(point.ready())
                        .add(point.desired())
                        .add(point.asked())
                        .add(point.used()));
      }
    }
    return list;
  }
}
