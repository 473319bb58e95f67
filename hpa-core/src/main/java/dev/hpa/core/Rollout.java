package dev.hpa.core;

import dev.hpa.api.Scale;

/**
 * Whether a scale target rolls out a new version.
 *
 * @param inProgress whether it does
 * @param reason what shows it, as a phrase; empty if it does not
 * @param stalled whether the target reports that the rollout makes no progress
 */
public record Rollout(boolean inProgress, String reason, boolean stalled) {

  /** No rollout, or one that no option depends on. */
  public static final Rollout NONE = new Rollout(false, "");

  /** A rollout that makes progress as far as the target reports it. */
  public Rollout(boolean inProgress, String reason) {
    this(inProgress, reason, false);
  }

  /**
   * The fields of a workload that show a rollout. Fields that the kind does not have are 0 or
   * empty.
   *
   * @param kind kind of the workload
   * @param specReplicas {@code spec.replicas}
   * @param statusReplicas {@code status.replicas}
   * @param updatedReplicas {@code status.updatedReplicas}
   * @param currentRevision {@code status.currentRevision}
   * @param updateRevision {@code status.updateRevision}
   * @param stalled whether condition {@code Progressing} is False
   */
  public record Progress(
      String kind,
      int specReplicas,
      int statusReplicas,
      int updatedReplicas,
      String currentRevision,
      String updateRevision,
      boolean stalled) {

    private Rollout shownBy(String reason) {
      return new Rollout(true, reason, stalled);
    }
  }

  /** Whether a target rolls out, as far as its scale shows it: it has more pods than requested. */
  public static Rollout of(Scale scale) {
    return of(new Progress("", scale.specReplicas(), scale.statusReplicas(), 0, "", "", false));
  }

  /**
   * Whether a workload rolls out: a Deployment with pods of its former template or more pods than
   * requested, a StatefulSet with two revisions, any other workload with more pods than requested.
   */
  public static Rollout of(Progress progress) {
    if (progress.kind().equals("StatefulSet")) {
      return progress.currentRevision().equals(progress.updateRevision())
          ? NONE
          : progress.shownBy("its current and its update revision differ");
    }
    if (progress.kind().equals("Deployment")
        && progress.updatedReplicas() < progress.specReplicas()) {
      return progress.shownBy("not all requested replicas are updated");
    }
    return progress.statusReplicas() > progress.specReplicas()
        ? progress.shownBy("it has more pods than requested")
        : NONE;
  }
}
