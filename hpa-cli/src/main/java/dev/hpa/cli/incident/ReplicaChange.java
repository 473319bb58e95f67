package dev.hpa.cli.incident;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of the replicas, as it was recorded, as it is replayed, or both.
 *
 * @param recorded null if only the replay has it
 * @param replayed null if only the recording has it
 * @param why one line: why the replay changes the replicas, or leaves them
 * @param event the message of the event of the controller about it; null if there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder("agreement")
record ReplicaChange(
    StepSeries.@Nullable Step recorded,
    @Nullable Replayed replayed,
    String why,
    @Nullable String event) {

  /** A change that the replay decides. */
  record Replayed(Instant at, int from, int to) {

    boolean isUp() {
      return to > from;
    }
  }

  /** How a recorded change compares with the replay. */
  enum Agreement {
    /** The replay makes it, at most a sync earlier or later. */
    SAME,
    /** The replay goes in the same direction, to other replicas. */
    OTHER_REPLICAS,
    /** The replay does not make it. */
    ONLY_RECORDED,
    /** Only the replay makes it. */
    ONLY_REPLAYED;

    /** In lower case, with spaces. */
    @JsonValue
    String text() {
      return switch (this) {
        case SAME -> "same";
        case OTHER_REPLICAS -> "other replicas";
        case ONLY_RECORDED -> "only recorded";
        case ONLY_REPLAYED -> "only replayed";
      };
    }
  }

  @JsonProperty
  Agreement agreement() {
    if (recorded == null) {
      return Agreement.ONLY_REPLAYED;
    }
    if (replayed == null) {
      return Agreement.ONLY_RECORDED;
    }
    return recorded.to() == replayed.to() ? Agreement.SAME : Agreement.OTHER_REPLICAS;
  }

  /** When it happened: at the latest, if that is not known exactly. */
  Instant at() {
    if (recorded != null) {
      return recorded.until();
    }
    if (replayed == null) {
      throw new IllegalStateException("neither recorded nor replayed");
    }
    return replayed.at();
  }
}
