package dev.hpa.controller.state;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import java.time.Instant;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A part of the state of autoscalers that survives restarts, such as their histories. Sections are
 * bound with a Guice multibinder of this type. Thread-safe.
 *
 * <p>All times in saved values are wall-clock times, so that another replica can read them.
 */
public interface StateSection {

  /** The key of the section in checkpoints: lower-case letters and digits; never changes. */
  String name();

  /**
   * The state of all autoscalers of some namespaces; autoscalers without state are absent. Called
   * while autoscalers are reconciled; must not block.
   */
  Map<NamespacedName, JsonNode> save(Predicate<String> namespaces);

  /**
   * Restores the state of an autoscaler before its first reconcile by this process. Entries outside
   * their window are dropped, entries after {@code now} are moved to it.
   *
   * @param hpa the autoscaler, with the UID of the saved one
   * @param saved a value of {@link #save}, possibly of another version
   * @param at the time of the checkpoint
   * @param now the wall-clock time
   * @throws RuntimeException if the value is invalid; the autoscaler then starts without state of
   *     this section
   */
  void restore(HorizontalPodAutoscaler hpa, JsonNode saved, Instant at, Instant now);
}
