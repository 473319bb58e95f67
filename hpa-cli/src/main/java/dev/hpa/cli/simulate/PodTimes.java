package dev.hpa.cli.simulate;

import java.time.Duration;

/**
 * How long simulated pods take, and how they are measured.
 *
 * @param start from the creation of a pod until its containers run
 * @param readiness from then until it is ready
 * @param termination from its deletion until it is gone
 * @param startupCpu for how long after its start a pod uses extra CPU
 * @param startupShare the extra CPU at the start as a share of the request, which decreases to 0
 * @param scrapeInterval the distance of two CPU measurements, positive
 * @param areGiven whether the times until pods are ready precede those seen in a cluster
 */
public record PodTimes(
    Duration start,
    Duration readiness,
    Duration termination,
    Duration startupCpu,
    double startupShare,
    Duration scrapeInterval,
    boolean areGiven) {

  /** Pods are ready 9 s after their creation, as those of the sandbox. */
  public static final PodTimes DEFAULT =
      new PodTimes(
          Duration.ofSeconds(4),
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofSeconds(30),
          0.5,
          Duration.ofSeconds(15),
          false);

  /** A copy with the times that pods were seen to take, unless others are given. */
  public PodTimes seen(Duration started, Duration ready) {
    return areGiven
        ? this
        : new PodTimes(
            started, ready, termination, startupCpu, startupShare, scrapeInterval, areGiven);
  }
}
