package dev.hpa.metrics.resource;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Quantity;
import dev.hpa.api.Timestamps;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading.PodValue;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a PodMetricsList from a stream and keeps, for each query, one number per pod. Used for one
 * answer.
 */
final class PodMetricsDecoder implements KubernetesApi.BodyReader<PodMetricsDecoder> {

  private static final JsonFactory JSON = new JsonFactory();

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
    try (JsonParser in = JSON.createParser(body)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("the metrics API did not answer with an object");
      }
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        in.nextToken();
        if (name.equals("items") && in.currentToken() == JsonToken.START_ARRAY) {
          while (in.nextToken() != JsonToken.END_ARRAY) {
            pod(in);
          }
        } else {
          in.skipChildren();
        }
      }
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
    return this;
  }

  private record Container(String name, Map<String, Long> usage) {}

  private void pod(JsonParser in) throws IOException {
    String name = "";
    Instant timestamp = Timestamps.ZERO;
    Duration window = Duration.ZERO;
    List<Container> containers = List.of();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String member = in.currentName();
      in.nextToken();
      switch (member) {
        case "metadata" -> name = nameIn(in);
        case "timestamp" -> timestamp = Timestamps.parse(in.getText());
        case "window" -> window = GoDuration.parse(in.getText());
        case "containers" -> containers = containers(in);
        default -> in.skipChildren();
      }
    }
    pods++;
    for (Map.Entry<MetricQuery.PodResource, List<PodValue>> each : values.entrySet()) {
      Long milli = value(containers, each.getKey());
      if (milli != null) {
        each.getValue().add(new PodValue(name, timestamp, window, milli));
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

  private static String nameIn(JsonParser in) throws IOException {
    String name = "";
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String member = in.currentName();
      in.nextToken();
      if (member.equals("name")) {
        name = in.getText();
      } else {
        in.skipChildren();
      }
    }
    return name;
  }

  private static List<Container> containers(JsonParser in) throws IOException {
    List<Container> containers = new ArrayList<>(2);
    if (in.currentToken() != JsonToken.START_ARRAY) {
      in.skipChildren();
      return containers;
    }
    while (in.nextToken() == JsonToken.START_OBJECT) {
      String name = "";
      Map<String, Long> usage = Map.of();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String member = in.currentName();
        in.nextToken();
        switch (member) {
          case "name" -> name = in.getText();
          case "usage" -> usage = usage(in);
          default -> in.skipChildren();
        }
      }
      containers.add(new Container(name, usage));
    }
    return containers;
  }

  private static Map<String, Long> usage(JsonParser in) throws IOException {
    Map<String, Long> usage = new LinkedHashMap<>(4);
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return usage;
    }
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String resource = in.currentName();
      in.nextToken();
      usage.put(resource, Quantity.parseMilli(in.getText()));
    }
    return usage;
  }
}
