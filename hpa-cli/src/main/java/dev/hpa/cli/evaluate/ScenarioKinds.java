package dev.hpa.cli.evaluate;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.MetricSpec;
import dev.hpa.kube.discovery.CachedRestMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of a scenario's cluster: the built-in kinds with a scale subresource, pods, the
 * scenario's custom resources, and the kinds of objects in metrics. Used by one thread.
 */
final class ScenarioKinds {

  private final List<ScenarioKind> known =
      new ArrayList<>(
          List.of(
              new ScenarioKind("apps", "Deployment", "deployments", 3),
              new ScenarioKind("apps", "ReplicaSet", "replicasets", 2),
              new ScenarioKind("apps", "StatefulSet", "statefulsets", 3),
              new ScenarioKind("", "ReplicationController", "replicationcontrollers", 1),
              new ScenarioKind("", "Pod", "pods", 0)));

  ScenarioKinds(List<ScenarioKind> extensions) {
    known.addAll(extensions);
  }

  /** The kind with exactly this name if it has a scale subresource, or null. */
  @Nullable ScenarioKind scaled(String group, String kind) {
    ScenarioKind found = find(group, kind);
    return found == null || found.versions() == 0 ? null : found;
  }

  private @Nullable ScenarioKind find(String group, String kind) {
    return known.stream()
        .filter(each -> each.group().equals(group) && each.kind().equals(kind))
        .findFirst()
        .orElse(null);
  }

  /** Adds the kind of a metric's object. */
  void describe(MetricSpec metric) {
    if (metric.object() == null) {
      return;
    }
    CrossVersionObjectReference object = metric.object().describedObject();
    String group = group(object);
    if (find(group, object.kind()) == null) {
      known.add(new ScenarioKind(group, object.kind(), plural(object.kind()), 0));
    }
  }

  private static String group(CrossVersionObjectReference object) {
    try {
      return ApiGroupVersion.parse(object.apiVersionOrEmpty()).group();
    } catch (IllegalArgumentException noVersion) {
      return "";
    }
  }

  private static String plural(String kind) {
    String singular = kind.toLowerCase(Locale.ROOT);
    return singular.endsWith("s") ? singular + "es" : singular + "s";
  }

  /**
   * A clock that advances by the TTL of the kind cache whenever a kind is added, so that it is
   * visible immediately.
   */
  Instant clock() {
    return Instant.EPOCH.plus(CachedRestMapper.TTL.multipliedBy(known.size()));
  }

  Set<String> groups() {
    Set<String> groups = new LinkedHashSet<>();
    known.forEach(each -> groups.add(each.group()));
    return groups;
  }

  /** The kinds of a group. */
  List<ScenarioKind> of(String group) {
    return known.stream().filter(each -> each.group().equals(group)).toList();
  }

  /**
   * The kind of a resource; empty if there is none.
   *
   * @param qualified {@code deployments.apps}
   */
  String kindOf(String qualified) {
    return known.stream()
        .filter(each -> each.qualified().equals(qualified))
        .map(ScenarioKind::kind)
        .findFirst()
        .orElse("");
  }
}
