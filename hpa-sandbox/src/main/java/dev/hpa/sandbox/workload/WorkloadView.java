package dev.hpa.sandbox.workload;

/**
 * The state of a workload at one time.
 *
 * @param askedMilliCores the total CPU demand on its pods
 * @param usedMilliCores their CPU usage, including warm-up
 * @param unservedMilliCores the unserved demand, because no pod is ready or all are at their limits
 * @param unservedCoreSeconds the total unserved demand since the start of the load, in core-seconds
 * @param readyPods the pods that share the load
 * @param pods the existing pods that are not terminating
 */
public record WorkloadView(
    double askedMilliCores,
    double usedMilliCores,
    double unservedMilliCores,
    double unservedCoreSeconds,
    int readyPods,
    int pods) {

  /** The view of an unknown workload. */
  public static final WorkloadView NONE = new WorkloadView(0, 0, 0, 0, 0, 0);
}
