package dev.hpa.sandbox.metrics;

import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads metric values from objects of the cluster: the annotations {@code
 * sandbox.hpa.dev/metric.NAME} of any object, which are metrics of that object, and the lines of
 * ConfigMaps with the label {@code sandbox.hpa.dev/metrics=true}. Malformed values cause a Warning
 * event on the object.
 */
public final class ObjectMetricLoader {

  private static final String METRIC = "metric.";
  private static final String LABEL = "sandbox.hpa.dev/metrics";

  private final MetricValues values;
  private final WorkloadSimulator simulator;

  private ObjectMetricLoader(MetricValues values, WorkloadSimulator simulator) {
    this.values = values;
    this.simulator = simulator;
  }

  /** Reads the values of every object that is written from now on. */
  public static void follow(Cluster cluster, MetricValues values, WorkloadSimulator simulator) {
    ObjectMetricLoader feeds = new ObjectMetricLoader(values, simulator);
    for (ResourceType type : ResourceTypes.all()) {
      cluster.objects(type).onChange(change -> feeds.apply(type, change));
    }
  }

  private void apply(ResourceType type, Change change) {
    StoredObject before = change.before();
    StoredObject after = change.after();
    if (!settings(before).equals(settings(after))) {
      values.replace(
          MetricSource.annotation(type, change.last().key()),
          after == null || isCopy(type, after) ? Map.of() : annotated(type, after));
    }
    if (type.equals(ResourceTypes.CONFIG_MAPS) && (isFile(before) || isFile(after))) {
      values.replace(
          MetricSource.configMap(change.last().key()),
          after == null || !isFile(after) ? Map.of() : listed(after));
    }
  }

  private static Map<String, String> settings(@Nullable StoredObject object) {
    return object == null ? Map.of() : object.settings();
  }

  /** Controllers copy annotations to the workloads they own. */
  private static boolean isCopy(ResourceType type, StoredObject object) {
    return type.scale() != null && !object.owners().isEmpty();
  }

  private static boolean isFile(@Nullable StoredObject map) {
    return map != null && "true".equals(map.labels().get(LABEL));
  }

  private Map<MetricSeries, MetricValue> annotated(ResourceType type, StoredObject object) {
    Map<MetricSeries, MetricValue> found = new LinkedHashMap<>();
    object
        .settings()
        .forEach(
            (name, text) -> {
              if (name.startsWith(METRIC)) {
                Metric metric =
                    new Metric.OfObject(type, object.key(), name.substring(METRIC.length()));
                try {
                  found.put(MetricSeries.of(metric), values.parse(text));
                } catch (MetricFormatException problem) {
                  warn(type, object, "annotation sandbox.hpa.dev/" + name, problem);
                }
              }
            });
    return found;
  }

  private Map<MetricSeries, MetricValue> listed(StoredObject map) {
    Map<MetricSeries, MetricValue> found = new LinkedHashMap<>();
    map.tree()
        .path("data")
        .properties()
        .forEach(
            entry -> {
              List<String> lines = entry.getValue().asText().lines().toList();
              for (int i = 0; i < lines.size(); i++) {
                try {
                  read(lines.get(i).strip(), found);
                } catch (MetricFormatException problem) {
                  String place = entry.getKey() + ", line " + (i + 1);
                  warn(ResourceTypes.CONFIG_MAPS, map, place, problem);
                }
              }
            });
    return found;
  }

  private void read(String line, Map<MetricSeries, MetricValue> into) {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    int blank = line.indexOf(' ', line.indexOf('}') + 1);
    if (blank < 0) {
      throw new MetricFormatException("\"" + line + "\": value is missing; use SERIES VALUE");
    }
    into.put(MetricSeries.parse(line.substring(0, blank)), values.parse(line.substring(blank)));
  }

  private void warn(
      ResourceType type, StoredObject object, String place, MetricFormatException problem) {
    simulator.warn(type, object, "InvalidMetric", place + ": " + problem.getMessage());
  }
}
