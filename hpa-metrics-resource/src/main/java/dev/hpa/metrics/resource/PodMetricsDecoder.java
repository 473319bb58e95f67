package dev.hpa.metrics.resource;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
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
      members(
          in,
          name -> {
            if (name.equals("items")) {
              elements(in, () -> pod(in));
            } else {
              in.skipChildren();
            }
          });
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation();
      throw new IOException(
          "the metrics API did not answer with JSON (line %d, column %d)"
              .formatted(place.getLineNr(), place.getColumnNr()),
          e);
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
    return this;
  }

  private record Container(String name, Map<String, Long> usage) {}

  /** A pod as far as it has been read. */
  private static final class Draft {
    String name = "";
    Instant timestamp = Timestamps.ZERO;
    Duration window = Duration.ZERO;
    final List<Container> containers = new ArrayList<>(2);
  }

  private void pod(JsonParser in) throws IOException {
    Draft draft = new Draft();
    members(
        in,
        member -> {
          if (in.currentToken() == JsonToken.VALUE_NULL) {
            return;
          }
          switch (member) {
            case "metadata" -> metadata(in, draft);
            case "timestamp" -> draft.timestamp = Timestamps.parse(text(in));
            case "window" -> draft.window = GoDuration.parse(text(in));
            case "containers" -> elements(in, () -> draft.containers.add(container(in)));
            default -> in.skipChildren();
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

  private static void metadata(JsonParser in, Draft draft) throws IOException {
    members(
        in,
        member -> {
          if (member.equals("name")) {
            draft.name = text(in);
          } else {
            in.skipChildren();
          }
        });
  }

  private static Container container(JsonParser in) throws IOException {
    String[] name = {""};
    Map<String, Long> usage = new LinkedHashMap<>(4);
    members(
        in,
        member -> {
          switch (member) {
            case "name" -> name[0] = text(in);
            case "usage" ->
                members(in, resource -> usage.put(resource, Quantity.parseMilli(text(in))));
            default -> in.skipChildren();
          }
        });
    return new Container(name[0], usage);
  }

  private static String text(JsonParser in) throws IOException {
    if (in.currentToken().isStructStart()) {
      throw new IOException("the metrics API answered with a structure as " + in.currentName());
    }
    return in.currentToken() == JsonToken.VALUE_NULL ? "" : in.getText();
  }

  /** Reads the value the parser stands on, to its end. */
  private interface Value {
    void read() throws IOException;
  }

  /** Reads the value of a member, to its end. */
  private interface Member {
    void read(String name) throws IOException;
  }

  private static void members(JsonParser in, Member member) throws IOException {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      in.nextToken();
      member.read(name);
    }
  }

  private static void elements(JsonParser in, Value element) throws IOException {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() != JsonToken.END_ARRAY) {
      element.read();
    }
  }
}
