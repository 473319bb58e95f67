package dev.hpa.cli.demo;

/**
 * The key figures of a run.
 *
 * @param decisions the number of reconciles
 * @param scaleUps the number of scale-ups
 * @param scaleDowns the number of scale-downs
 * @param minReplicasSeen the minimum replicas of the workload
 * @param maxReplicasSeen the maximum replicas of the workload
 * @param podHours the sum over all pods of the hours they existed
 * @param unservedLoadPercent the unserved share of the CPU demand, in percent
 * @param secondsAboveTarget the cluster seconds with utilization above the target
 * @param apiRequests the number of API requests, as a short text
 */
public record DemoSummary(
    long decisions,
    long scaleUps,
    long scaleDowns,
    int minReplicasSeen,
    int maxReplicasSeen,
    double podHours,
    double unservedLoadPercent,
    double secondsAboveTarget,
    String apiRequests) {}
