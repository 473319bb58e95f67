package dev.hpa.cli.demo;

/**
 * The key figures of a run.
 *
 * @param decisions the rounds of the controller
 * @param scaleUps the rounds that added replicas
 * @param scaleDowns the rounds that removed replicas
 * @param minReplicasSeen the fewest replicas the workload had
 * @param maxReplicasSeen the most replicas the workload had
 * @param podHours the sum over all pods of the hours they existed
 * @param unmetLoadPercent the share of the CPU asked for that no pod could give
 * @param secondsAboveTarget the seconds of the cluster during which utilization was above the
 *     target
 * @param apiRequests the requests to the API server, as a short text
 */
public record DemoSummary(
    long decisions,
    long scaleUps,
    long scaleDowns,
    int minReplicasSeen,
    int maxReplicasSeen,
    double podHours,
    double unmetLoadPercent,
    double secondsAboveTarget,
    String apiRequests) {}
