package dev.hpa.controller.reconcile;

import dev.hpa.api.Timestamps;
import java.time.Instant;

/**
 * The last change of the replicas of a target by another writer.
 *
 * @param at the sync that found it
 * @param from the replicas that this controller wrote or confirmed
 * @param to the replicas that the sync found
 * @param manager the field manager, or {@code unknown}
 * @param times how often others have changed them since the process began
 */
public record ForeignScale(Instant at, int from, int to, String manager, long times) {

  /** Who, what and when, as explanations say it. */
  public String describe() {
    return "%s, from %d to %d at %s%s"
        .formatted(
            manager,
            from,
            to,
            Timestamps.format(at),
            times == 1 ? "" : "; %d times since this controller began".formatted(times));
  }
}
