package dev.hpa.sandbox.workload;

import dev.hpa.simulation.PodShape;
import java.time.Duration;
import java.time.Instant;

/**
 * The extra CPU of a pod after its start: a fraction of its request that decreases linearly to 0.
 *
 * @param share the fraction of the CPU request at the start
 */
record WarmUp(Duration length, double share) {

  boolean applies(PodShape shape) {
    return length.isPositive() && share * shape.cpuRequest() > 0;
  }

  double milliCores(PodUsageCounter pod, Instant time) {
    Instant started = pod.started();
    if (started == null) {
      return 0;
    }
    double age = (double) Duration.between(started, time).toNanos() / length.toNanos();
    return age < 0 || age >= 1 ? 0 : (1 - age) * share * pod.pod().shape().cpuRequest();
  }

  boolean isOver(PodUsageCounter pod, Instant now) {
    Instant started = pod.started();
    return started == null || !now.isBefore(started.plus(length));
  }
}
