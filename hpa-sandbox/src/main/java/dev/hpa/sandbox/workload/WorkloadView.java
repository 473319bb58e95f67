package dev.hpa.sandbox.workload;

/**
 * How a workload is doing at one moment.
 *
 * @param askedMilliCores CPU asked of all its pods together
 * @param usedMilliCores CPU they use, warming up included
 * @param unmetMilliCores CPU asked but not delivered, because no pod is ready or all are at their
 *     limits
 * @param unmetCoreSeconds what was asked but not delivered since the load began, in cores times
 *     seconds
 * @param readyPods pods that take a share of the load
 * @param pods pods that are there and not about to go
 */
public record WorkloadView(
    double askedMilliCores,
    double usedMilliCores,
    double unmetMilliCores,
    double unmetCoreSeconds,
    int readyPods,
    int pods) {

  /** Of a workload nobody knows. */
  public static final WorkloadView NONE = new WorkloadView(0, 0, 0, 0, 0, 0);
}
