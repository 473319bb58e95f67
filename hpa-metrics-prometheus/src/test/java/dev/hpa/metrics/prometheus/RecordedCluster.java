package dev.hpa.metrics.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Selector;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.NoMatchException;
import dev.hpa.spi.PodNames;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The resources and pods of the cluster of the recorded adapter. */
final class RecordedCluster implements RestMapper, PodNames {

  private final JsonNode kube;

  RecordedCluster(JsonNode kube) {
    this.kube = kube;
  }

  /** A resource of the API server, as group, version, plural, singular, kind, namespaced. */
  private record Served(JsonNode row) {
    String group() {
      return row.get(0).asText();
    }

    String plural() {
      return row.get(2).asText();
    }

    String singular() {
      return row.get(3).asText();
    }

    String kind() {
      return row.get(4).asText();
    }

    ResourceMapping mapping() {
      return new ResourceMapping(
          group(), row.get(1).asText(), plural(), kind(), row.get(5).asBoolean());
    }
  }

  private List<Served> served() {
    List<Served> all = new ArrayList<>();
    kube.path("resources").forEach(row -> all.add(new Served(row)));
    return all;
  }

  @Override
  public List<ResourceMapping> mappings(String group, String kind) throws KubernetesApiException {
    List<ResourceMapping> found =
        served().stream()
            .filter(each -> each.group().equals(group) && each.kind().equals(kind))
            .map(Served::mapping)
            .toList();
    if (found.isEmpty()) {
      throw new NoMatchException("no matches for kind " + kind);
    }
    return found;
  }

  @Override
  public ResourceMapping preferred(String group, String kind) throws KubernetesApiException {
    return mappings(group, kind).getFirst();
  }

  @Override
  public ResourceMapping resource(String group, String resource) throws KubernetesApiException {
    return served().stream()
        .filter(each -> group.isEmpty() || each.group().equals(group))
        .filter(each -> each.plural().equals(resource) || each.singular().equals(resource))
        .map(Served::mapping)
        .findFirst()
        .orElseThrow(() -> new NoMatchException("no matches for " + resource));
  }

  @Override
  public List<String> select(String namespace, Selector selector, boolean isRunning) {
    List<String> names = new ArrayList<>();
    for (JsonNode object : kube.path("objects")) {
      if (object.get(1).asText().equals("pods")
          && object.get(2).asText().equals(namespace)
          && selector.matches(labels(object.get(4)))) {
        names.add(object.get(3).asText());
      }
    }
    names.sort(null);
    return names;
  }

  private static Map<String, String> labels(JsonNode json) {
    Map<String, String> labels = new TreeMap<>();
    json.properties().forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
    return labels;
  }
}
