package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.controller.cache.NodeDrains;
import dev.hpa.controller.cache.Owners;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.core.Drain;
import dev.hpa.core.Rollout;
import dev.hpa.core.Situation;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.pods.OwnerFilter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options of the autoscalers of a scenario, and the workloads that they depend on. */
final class ScenarioOptionSources implements OptionSources, Owners {

  private final OptionsReader reader;
  private final Map<String, Map<String, String>> namespaces = new HashMap<>();
  private final Map<String, Workload> workloads = new HashMap<>();
  private final Map<NamespacedName, Forecasts> forecasts = new HashMap<>();
  private final Set<NamespacedName> cordoned = new HashSet<>();
  private final Map<NamespacedName, NodeDrains.Budget> budgets = new HashMap<>();
  private final PodIndex pods;

  /**
   * @param reader has the default options of the scenario
   */
  ScenarioOptionSources(OptionsReader reader, PodIndex pods) {
    this.reader = reader;
    this.pods = pods;
  }

  /**
   * A workload.
   *
   * @param controller its controller; null if it has none
   */
  private record Workload(
      String uid, OwnerFilter.@Nullable Owner controller, Rollout.Progress progress) {}

  /** Replaces the forecasts of an autoscaler. */
  void putForecasts(NamespacedName hpa, Forecasts of) {
    forecasts.put(hpa, of);
  }

  @Override
  public Forecasts forecasts(Situation situation) {
    return forecasts.getOrDefault(NamespacedName.of(situation.hpa().metadata()), Forecasts.NONE);
  }

  void applyNamespace(String name, JsonNode object) {
    namespaces.put(name, metadata(object).annotationsOrEmpty());
  }

  void deleteNamespace(String name) {
    namespaces.remove(name);
  }

  void applyNode(NamespacedName key, JsonNode object) {
    cordoned.remove(key);
    if (object.at("/spec/unschedulable").asBoolean()) {
      cordoned.add(key);
    }
  }

  void deleteNode(NamespacedName key) {
    cordoned.remove(key);
  }

  void applyBudget(NamespacedName key, JsonNode object) {
    budgets.put(key, NodeDrains.Budget.of(object));
  }

  void deleteBudget(NamespacedName key) {
    budgets.remove(key);
  }

  @Override
  public Drain drain(Scale scale) {
    return NodeDrains.of(scale, pods, cordoned, budgets);
  }

  void applyWorkload(NamespacedName key, JsonNode object) {
    String kind = object.path("kind").asText();
    ObjectMeta metadata = metadata(object);
    JsonNode status = object.path("status");
    int replicas = object.path("spec").path("replicas").asInt(1);
    workloads.put(
        name(kind, key),
        new Workload(
            metadata.uid() == null ? "" : metadata.uid(),
            controller(metadata),
            new Rollout.Progress(
                kind,
                replicas,
                status.path("replicas").asInt(replicas),
                status.path("updatedReplicas").asInt(status.isObject() ? 0 : replicas),
                status.path("currentRevision").asText(""),
                status.path("updateRevision").asText(""),
                isStalled(status))));
  }

  private static boolean isStalled(JsonNode status) {
    for (JsonNode each : status.path("conditions")) {
      if (each.path("type").asText().equals("Progressing")
          && each.path("status").asText().equals("False")) {
        return true;
      }
    }
    return false;
  }

  void deleteWorkload(String kind, NamespacedName key) {
    workloads.remove(name(kind, key));
  }

  private static String name(String kind, NamespacedName key) {
    return kind + " " + key;
  }

  private static ObjectMeta metadata(JsonNode object) {
    return Json.read(object.path("metadata"), ObjectMeta.class);
  }

  private static OwnerFilter.@Nullable Owner controller(ObjectMeta metadata) {
    for (ObjectMeta.OwnerReference each : metadata.ownerReferencesOrEmpty()) {
      if (Boolean.TRUE.equals(each.controller())) {
        return OwnerFilter.Owner.of(each.apiVersion(), each.kind(), each.name(), each.uid());
      }
    }
    return null;
  }

  @Override
  public Options options(HorizontalPodAutoscaler hpa) {
    return reader.read(hpa, namespaces.getOrDefault(hpa.metadata().namespaceOrEmpty(), Map.of()));
  }

  @Override
  public Rollout rollout(HorizontalPodAutoscaler hpa, Scale scale) {
    Workload workload =
        workloads.get(
            name(
                hpa.spec().scaleTargetRef().kind(),
                new NamespacedName(scale.namespace(), scale.name())));
    if (workload == null) {
      return OptionSources.super.rollout(hpa, scale);
    }
    // The scenario's reconciles change the scale, and not the workload object that it was made of.
    Rollout.Progress progress = workload.progress();
    return Rollout.of(
        new Rollout.Progress(
            progress.kind(),
            scale.specReplicas(),
            progress.statusReplicas(),
            progress.updatedReplicas(),
            progress.currentRevision(),
            progress.updateRevision(),
            progress.stalled()));
  }

  @Override
  public OwnerFilter.Lookup find(String namespace, OwnerFilter.Owner owner) {
    Workload workload =
        workloads.get(name(owner.kind(), new NamespacedName(namespace, owner.name())));
    return workload != null && workload.uid().equals(owner.uid())
        ? new OwnerFilter.Lookup.Known(workload.controller())
        : Owners.UNKNOWN.find(namespace, owner);
  }
}
