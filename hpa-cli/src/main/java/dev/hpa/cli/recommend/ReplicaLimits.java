package dev.hpa.cli.recommend;

/**
 * The bounds of the replicas that may be recommended.
 *
 * @param lowest the least minReplicas
 * @param highest the most maxReplicas
 */
record ReplicaLimits(int lowest, int highest) {}
