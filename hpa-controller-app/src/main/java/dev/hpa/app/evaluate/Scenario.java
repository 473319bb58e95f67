package dev.hpa.app.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.core.Settings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small cluster over time.
 *
 * @param name for people and reports
 */
public record Scenario(String name, Settings settings, List<Step> steps) {

  /**
   * One moment.
   *
   * @param atText the time as it was written
   * @param at since the start
   * @param delete objects to take away, by kind, namespace and name
   * @param apply objects to add or replace
   * @param faults calls that fail during this step
   * @param reconcile autoscalers to reconcile, as namespace/name; null for all
   * @param expect what the reconciles should come to, or null
   */
  public record Step(
      String atText,
      Duration at,
      List<JsonNode> delete,
      List<JsonNode> apply,
      List<Fault> faults,
      @Nullable List<String> reconcile,
      @Nullable JsonNode expect) {}

  /**
   * Calls that fail.
   *
   * @param api the API whose calls fail
   * @param metric only calls for this metric; null for all
   * @param skip calls that succeed first
   * @param times calls that fail then; 0 for all
   */
  public record Fault(
      String api,
      @Nullable String metric,
      int code,
      String reason,
      String message,
      int skip,
      int times) {}
}
