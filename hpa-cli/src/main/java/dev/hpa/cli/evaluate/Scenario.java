package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.core.History;
import dev.hpa.core.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A small cluster over time.
 *
 * @param name for people and reports
 * @param kinds custom resources that can be scaled
 */
public record Scenario(String name, Settings settings, List<ScenarioKind> kinds, List<Step> steps) {

  /**
   * One moment.
   *
   * @param atText the time as it was written
   * @param at since the start
   * @param delete objects to take away, by kind, namespace and name
   * @param apply objects to add or replace
   * @param faults calls that fail during this step
   * @param histories what the controller remembers of autoscalers by namespace/name, in place of
   *     what it remembered
   * @param reconcile autoscalers to reconcile, as namespace/name; null for all
   * @param expect what the reconciles should come to, or null
   */
  public record Step(
      String atText,
      Duration at,
      List<JsonNode> delete,
      List<JsonNode> apply,
      List<Fault> faults,
      Map<String, History> histories,
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
