package dev.hpa.metrics.resource;

import dev.hpa.api.GoQuote;
import dev.hpa.api.JsonStream;
import dev.hpa.api.ObjectHead;
import dev.hpa.api.Timestamps;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading.PodValue;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a PodMetricsList from a stream and keeps, for each query, one number per pod. Used for one
 * answer.
 */
final class PodMetricsDecoder implements KubernetesApi.BodyReader<PodMetricsDecoder> {

  /** The kinds of the API; upstream takes any of them and makes nothing of the others. */
  private static final Set<String> KINDS =
      Set.of("PodMetricsList", "PodMetrics", "NodeMetricsList", "NodeMetrics");

  private static final String VERSION = "metrics.k8s.io/v1beta1";
  private static final Set<String> VERSIONS = Set.of(VERSION, "metrics.k8s.io/v1alpha1");

  private final Map<MetricQuery.PodResource, List<PodValue>> values = new LinkedHashMap<>();
  private int pods;

  PodMetricsDecoder(List<MetricQuery.PodResource> queries) {
    queries.forEach(query -> values.put(query, new ArrayList<>()));
  }

  /** How many pods the answer listed. */
  int pods() {
    return pods;
  }

  List<PodValue> values(MetricQuery.PodResource query) {
    return List.copyOf(values.getOrDefault(query, List.of()));
  }

  @Override
  public PodMetricsDecoder read(InputStream body) throws IOException {
    ObjectHead head = new ObjectHead();
    JsonStream.readObject(
        body,
        (member, in) -> {
          if (member.equals("items")) {
            in.array(() -> pod(in));
          } else if (!head.take(member, in)) {
            in.skip();
          }
        });
    check(head);
    return this;
  }

  private void check(ObjectHead head) throws IOException {
    head.refuseFailure();
    head.checkVersion();
    String kind = head.kind().isEmpty() ? "PodMetricsList" : head.kind();
    String version = head.apiVersion().isEmpty() ? VERSION : head.apiVersion();
    if (!KINDS.contains(kind) || !VERSIONS.contains(version)) {
      throw new IOException(
          "no kind "
              + GoQuote.quote(kind)
              + " is registered for version "
              + GoQuote.quote(version));
    }
    if (!kind.equals("PodMetricsList")) {
      pods = 0;
    }
  }

  private record Container(String name, Map<String, Long> usage) {}

  /** A pod as far as it has been read. */
  private static final class Draft {
    String name = "";
    Instant timestamp = Timestamps.ZERO;
    Duration window = Duration.ZERO;
    final List<Container> containers = new ArrayList<>(2);
  }

  private void pod(JsonStream in) throws IOException {
    Draft draft = new Draft();
    in.object(
        member -> {
          switch (member) {
            case "metadata" -> metadata(in, draft);
            case "timestamp" -> draft.timestamp = in.time();
            case "window" -> draft.window = in.duration();
            case "containers" -> containers(in, draft.containers);
            default -> in.skip();
          }
        });
    pods++;
    for (Map.Entry<MetricQuery.PodResource, List<PodValue>> each : values.entrySet()) {
      Long milli = value(draft.containers, each.getKey());
      if (milli != null) {
        each.getValue().add(new PodValue(draft.name, draft.timestamp, draft.window, milli));
      }
    }
  }

  private static @Nullable Long value(List<Container> containers, MetricQuery.PodResource query) {
    if (query.container() == null) {
      return sum(containers, query.resource());
    }
    for (Container container : containers) {
      if (container.name().equals(query.container())) {
        return container.usage().get(query.resource());
      }
    }
    return null;
  }

  private static @Nullable Long sum(List<Container> containers, String resource) {
    if (containers.isEmpty()) {
      return null;
    }
    long sum = 0;
    for (Container container : containers) {
      Long usage = container.usage().get(resource);
      if (usage == null) {
        return null;
      }
      sum += usage;
    }
    return sum;
  }

  private static void metadata(JsonStream in, Draft draft) throws IOException {
    in.object(
        member -> {
          if (member.equals("name")) {
            draft.name = in.string();
          } else {
            in.skip();
          }
        });
  }

  private static void containers(JsonStream in, List<Container> containers) throws IOException {
    containers.clear();
    in.array(() -> containers.add(container(in)));
  }

  private static Container container(JsonStream in) throws IOException {
    String[] name = {""};
    Map<String, Long> usage = new LinkedHashMap<>(4);
    in.object(
        member -> {
          switch (member) {
            case "name" -> name[0] = in.string();
            case "usage" -> in.object(resource -> usage.put(resource, in.milli()));
            default -> in.skip();
          }
        });
    return new Container(name[0], usage);
  }
}
