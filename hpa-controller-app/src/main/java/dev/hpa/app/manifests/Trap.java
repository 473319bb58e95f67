package dev.hpa.app.manifests;

/** What is valid and yet will not work as it reads. */
enum Trap {
  MISSING_REQUESTS(
      "missing-requests",
      "Utilization is a percentage of what the containers request. A pod with one container that"
          + " requests none of the resource has no utilization, and the controller stops scaling by"
          + " this metric with FailedGetResourceMetric.",
      "Set the request in every container, sidecars included; or use an averageValue, or a"
          + " ContainerResource metric of a container that has it."),
  UNKNOWN_CONTAINER(
      "unknown-container",
      "A ContainerResource metric reads one container by its name; a pod without it fails the"
          + " metric.",
      "Correct the container's name."),
  TARGET_ABOVE_LIMIT(
      "target-above-limit",
      "A container cannot use more than its limit, so utilization stays below the target and the"
          + " autoscaler never scales up: CPU is throttled and memory ends in a kill instead.",
      "Lower the target below limit / request, or raise the limit."),
  REPLICAS_IN_WORKLOAD(
      "replicas-in-workload",
      "Whoever applies this manifest again sets the number of pods back to it, against the"
          + " autoscaler, which then needs a while to repair that.",
      "Remove spec.replicas from the manifest; take it over with kubectl apply --server-side first"
          + " if it was applied before, or it falls to 1 once."),
  SHARED_TARGET(
      "shared-target",
      "Each autoscaler sets the number of pods without knowing of the other, and the target swings"
          + " between the two.",
      "Put all metrics into one autoscaler; it takes the largest proposal."),
  OVERLAPPING_SELECTORS(
      "overlapping-selectors",
      "Metrics are read of all pods the target's selector matches, including those of the other"
          + " workload. When both are scaled the controller refuses with AmbiguousSelector.",
      "Give each workload a label of its own and select by it."),
  TOLERANCE_HIDES_STEP(
      "tolerance-hides-step",
      "Nothing happens while the ratio of metric and target is within 1 ± tolerance. One pod more or"
          + " less at n pods is a step of 1/n; where the tolerance is that wide, the autoscaler"
          + " passes over single pods and reacts late, or never.",
      "Set a tolerance below 1/n for the largest n that single steps matter at."),
  FIXED_REPLICAS(
      "fixed-replicas",
      "With both bounds equal there is nothing to decide, but the metrics are still read and their"
          + " failures still reported.",
      "Widen the bounds; or delete the autoscaler and set spec.replicas."),
  METRIC_DOES_NOT_FALL(
      "metric-does-not-fall",
      "A Value target compares the whole number with the target and multiplies the pods by the"
          + " ratio, again and again. A number that more pods do not bring down, such as a rate of"
          + " arrivals, takes the autoscaler to maxReplicas and keeps it there.",
      "Use an averageValue target, which divides the number by the pods; keep Value for numbers that"
          + " fall with more pods, such as a latency."),
  SHORTER_THAN_SYNC(
      "shorter-than-sync",
      "Autoscalers are looked at once per sync period. A stabilization window shorter than that"
          + " holds nothing but the current proposal, and a policy's period is over before the next"
          + " look, so that its limit counts per look and not per period.",
      "Use at least the sync period; for no stabilization say 0."),
  NEVER_SCALES(
      "never-scales",
      "Both directions are disabled, so the number of pods changes only to get within the bounds.",
      "Enable a direction, or delete the autoscaler."),
  REPEATED_METRIC(
      "repeated-metric",
      "Of two targets for one metric only the one that proposes more pods has an effect.",
      "Keep the stricter target."),
  UNSCALABLE_TARGET(
      "unscalable-target",
      "This kind has no scale subresource; the controller reports FailedGetScale and does nothing.",
      "Name a Deployment, a StatefulSet, or another kind with a scale subresource."),
  REMOVED_VERSION(
      "removed-version",
      "Kubernetes 1.26 and later do not serve this version, and refuse the manifest.",
      "Write it in the current one: hpa convert --to autoscaling/v2 -f FILE"),
  IGNORED_ANNOTATION(
      "ignored-annotation",
      "The API server uses this annotation for itself. In this version it is dropped on writing; in"
          + " others a value that does not parse is ignored as a whole, without an error.",
      "Use the fields of autoscaling/v2 in its place."),
  DROPPED_TOLERANCE(
      "dropped-tolerance",
      "With the feature gate HPAConfigurableTolerance off, the API server drops the tolerance without"
          + " an error.",
      "Turn the gate on, or remove the tolerance.");

  private final String id;
  private final String why;
  private final String fix;

  Trap(String id, String why, String fix) {
    this.id = id;
    this.why = why;
    this.fix = fix;
  }

  /** The name in output. */
  String id() {
    return id;
  }

  String why() {
    return why;
  }

  /** What to do. */
  String fix() {
    return fix;
  }

  /** This trap at a place. */
  Warning at(String field, String message) {
    return new Warning(this, field, message);
  }
}
