package dev.hpa.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.vectors.Vectors;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A recorded run of kube-controller-manager: objects, metric values and writes. */
final class Recording {

  private static final Pattern METRIC =
      Pattern.compile(
          "/apis/(?:metrics|custom\\.metrics|external\\.metrics)\\.k8s\\.io/[^/]+/namespaces/[^/]+/"
              + "(?<of>.+/)?(?<metric>[^/?]+)(?:\\?labelSelector=(?<selector>.*))?");

  private static final Pattern SCALE = Pattern.compile("(?<collection>/.*)/(?<name>[^/]+)/scale");

  private static final Pattern WRITTEN =
      Pattern.compile(".*/namespaces/(?<object>.*)/(?<subresource>scale|status)");

  private final List<JsonNode> exchanges;

  /** The metric queries. */
  private final List<JsonNode> questions;

  private Recording(List<JsonNode> exchanges) {
    this.exchanges = exchanges;
    this.questions =
        exchanges.stream().filter(each -> METRIC.matcher(decoded(each)).matches()).toList();
  }

  static Recording read() {
    try (Stream<String> lines = Vectors.configured().lines("exchanges/kcm-hpa-json.ndjson")) {
      return new Recording(lines.map(Json::tree).toList());
    }
  }

  /** Returns the initial autoscalers. */
  List<JsonNode> autoscalers() {
    Map<String, JsonNode> first = new LinkedHashMap<>();
    exchanges.stream()
        .filter(each -> each.path("path").asText().contains("/horizontalpodautoscalers?"))
        .flatMap(each -> each.path("watch").valueStream())
        .map(each -> each.path("event"))
        .filter(each -> each.path("type").asText().equals("ADDED"))
        .map(each -> each.path("object"))
        .forEach(
            each -> first.putIfAbsent(each.at("/metadata/uid").asText(), withoutIdentity(each)));
    return List.copyOf(first.values());
  }

  /** Returns the workloads with their initial scale. */
  List<Target> targets() {
    Map<String, Target> first = new LinkedHashMap<>();
    for (JsonNode each : exchanges) {
      Matcher path = SCALE.matcher(each.path("path").asText());
      if (path.matches() && each.path("status").asInt() == 200) {
        JsonNode scale = each.path("respBody");
        first.putIfAbsent(
            path.group(),
            new Target(
                path.group("collection"),
                path.group("name"),
                scale.at("/spec/replicas").asInt(),
                scale.at("/status/selector").asText().replaceFirst("app=", "")));
      }
    }
    return List.copyOf(first.values());
  }

  /** Returns the metric values; at any time those of the nearest query. */
  Load load() {
    Map<List<String>, NavigableMap<Duration, String>> read = new HashMap<>();
    for (JsonNode each : questions) {
      Matcher question = METRIC.matcher(decoded(each));
      if (question.matches() && each.path("status").asInt() == 200) {
        read.computeIfAbsent(about(question), key -> new TreeMap<>())
            .put(sinceFirstQuestion(each), value(each.at("/respBody/items/0")));
      }
    }
    return (metric, of, since) -> {
      NavigableMap<Duration, String> readings = read.get(List.of(metric, of));
      return readings == null ? null : nearest(readings, since);
    };
  }

  private static List<String> about(Matcher question) {
    String metric = question.group("metric");
    String selector = question.group("selector");
    return List.of(
        metric.equals("pods") ? "cpu" : metric,
        selector == null ? question.group("of").replaceFirst("/$", "") : selector);
  }

  private static String value(JsonNode item) {
    return item.has("value")
        ? item.path("value").asText()
        : item.at("/containers/0/usage/cpu").asText();
  }

  private static String nearest(NavigableMap<Duration, String> readings, Duration since) {
    Map.Entry<Duration, String> before = readings.floorEntry(since);
    Map.Entry<Duration, String> after = readings.ceilingEntry(since);
    if (before == null || after == null) {
      return (before == null ? readings.firstEntry() : before).getValue();
    }
    boolean sooner = since.minus(before.getKey()).compareTo(after.getKey().minus(since)) <= 0;
    return (sooner ? before : after).getValue();
  }

  /** Returns the time from the first metric query to the last. */
  Duration length() {
    return sinceFirstQuestion(questions.getLast());
  }

  private Duration sinceFirstQuestion(JsonNode exchange) {
    return Duration.ofMillis(exchange.path("t").asLong() - questions.getFirst().path("t").asLong());
  }

  private static String decoded(JsonNode exchange) {
    return URLDecoder.decode(exchange.path("path").asText(), StandardCharsets.UTF_8);
  }

  private static JsonNode withoutIdentity(JsonNode autoscaler) {
    ObjectNode copy = autoscaler.deepCopy();
    ((ObjectNode) copy.path("metadata")).retain("name", "namespace", "labels");
    return copy;
  }

  /** Returns the writes of scales and statuses. */
  Writes writes() {
    Writes.Builder writes = new Writes.Builder();
    for (JsonNode each : exchanges) {
      Matcher path = WRITTEN.matcher(each.path("path").asText());
      boolean taken = each.path("status").asInt() == 200;
      if (taken && each.path("method").asText().equals("PUT") && path.matches()) {
        writes.add(path.group("object"), path.group("subresource"), each.path("reqBody"));
      }
    }
    return writes.build();
  }
}
