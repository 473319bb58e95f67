package dev.hpa.controller.state;

import java.time.Duration;

/** What a checkpoint contains. */
public enum CheckpointKind {
  /** What decisions depend on. */
  STATE(
      "state",
      "Recent history of HorizontalPodAutoscalers, saved by hpa-controller. After its deletion"
          + " stabilization windows begin anew with the next start.",
      "windows begin anew",
      Duration.ofSeconds(5)),

  /** What the dashboard shows; decisions do not depend on it. */
  HISTORY(
      "history",
      "What the dashboard shows about HorizontalPodAutoscalers, saved by hpa-controller. After its"
          + " deletion the dashboard begins anew with the next start.",
      "the dashboard begins anew",
      Duration.ofSeconds(2));

  private final String label;
  private final String description;
  private final String loss;
  private final Duration lastSave;

  CheckpointKind(String label, String description, String loss, Duration lastSave) {
    this.label = label;
    this.description = description;
    this.loss = loss;
    this.lastSave = lastSave;
  }

  /** The name in names of ConfigMaps, their labels and messages. */
  String label() {
    return label;
  }

  /** The description in ConfigMaps. */
  String description() {
    return description;
  }

  /** What happens without a checkpoint, for messages. */
  String loss() {
    return loss;
  }

  /** The longest time of the last save of a shard; real time. */
  Duration lastSave() {
    return lastSave;
  }
}
