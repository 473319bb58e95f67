package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.core.behavior.History;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A small cluster over time.
 *
 * @param name display name
 * @param options reads the options of autoscalers, with the defaults of the scenario
 * @param kinds custom resources that can be scaled
 */
public record Scenario(
    String name,
    Settings settings,
    OptionsReader options,
    List<ScenarioKind> kinds,
    List<Step> steps) {

  /**
   * One step.
   *
   * @param atText the time as written in the file
   * @param at since the start
   * @param delete objects to delete, by kind, namespace and name
   * @param apply objects to add or replace
   * @param faults calls that fail during this step
   * @param histories recommendation histories of autoscalers, which replace the current ones
   * @param forecasts forecasts of autoscalers, which replace the current ones
   * @param reconcile autoscalers to reconcile; null for all
   * @param expect the expected results, or null
   */
  public record Step(
      String atText,
      Duration at,
      List<JsonNode> delete,
      List<JsonNode> apply,
      List<Fault> faults,
      Map<NamespacedName, History> histories,
      Map<NamespacedName, Forecasts> forecasts,
      @Nullable List<NamespacedName> reconcile,
      @Nullable JsonNode expect) {}

  /**
   * Calls that fail.
   *
   * @param api the API whose calls fail
   * @param metric only calls for this metric; null for all
   * @param skip calls that succeed first
   * @param times subsequent calls that fail; 0 for all
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
