package dev.hpa.cli.incident;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.simulation.ReplayCourse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The replicas and bounds that an HPA had. A replay may change the replicas a little earlier or
 * later than the controller did, whose syncs were at other seconds; where it has others than those
 * around, it continues with the recorded ones.
 *
 * @param replicas those that the controller wanted
 * @param min empty if it was not recorded
 * @param max empty if it was not recorded
 * @param tolerance how much earlier or later a replay may be
 */
record RecordedCourse(
    StepSeries replicas, Optional<StepSeries> min, Optional<StepSeries> max, Duration tolerance)
    implements ReplayCourse {

  @Override
  public int replicas(Instant at, int replayed) {
    OptionalInt recorded = replicas.at(at);
    boolean isNear =
        recorded.isEmpty() || replicas.has(replayed, at.minus(tolerance), at.plus(tolerance));
    return isNear ? replayed : recorded.getAsInt();
  }

  @Override
  public HorizontalPodAutoscaler autoscaler(Instant at, HorizontalPodAutoscaler hpa) {
    HpaSpec spec = hpa.spec();
    int least = at(min, at, spec.minReplicasOrDefault());
    int most = at(max, at, spec.maxReplicas());
    boolean isSame = least == spec.minReplicasOrDefault() && most == spec.maxReplicas();
    return isSame || most < 1 || least > most ? hpa : hpa.withSpec(spec.withReplicas(least, most));
  }

  private static int at(Optional<StepSeries> series, Instant at, int otherwise) {
    return series.map(each -> each.at(at)).orElse(OptionalInt.empty()).orElse(otherwise);
  }
}
