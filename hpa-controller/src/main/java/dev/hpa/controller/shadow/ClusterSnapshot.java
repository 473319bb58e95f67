package dev.hpa.controller.shadow;

import dev.hpa.core.pods.Pod;
import java.time.Instant;
import java.util.List;

/**
 * The pods and the scale of a target at a point in time.
 *
 * @param pods the pods of the scale's selector, by name
 * @param statusReplicas the replicas the scale reports
 * @param now the wall-clock time
 */
record ClusterSnapshot(List<Pod> pods, int statusReplicas, Instant now) {}
