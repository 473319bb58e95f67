package dev.hpa.conformance.environment;

import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.conformance.cases.Metrics;
import dev.hpa.conformance.cases.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values that the metrics APIs serve for a namespace. */
final class MetricsBoard implements Metrics {

  private final Map<Api, Integer> answers = new EnumMap<>(Api.class);
  private final Map<String, Map<String, String>> labels = new LinkedHashMap<>();
  private final Map<String, Sample> samples = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> ofPods = new LinkedHashMap<>();
  private final Map<String, String> ofObjects = new LinkedHashMap<>();
  private final Map<String, List<Series>> external = new LinkedHashMap<>();

  /** Sets the labels of a pod; null removes the pod. */
  synchronized void setLabels(String pod, @Nullable Map<String, String> values) {
    if (values == null) {
      labels.remove(pod);
    } else {
      labels.put(pod, values);
    }
  }

  @Override
  public synchronized void use(Sample sample) {
    samples.put(sample.pod(), sample);
  }

  /** Returns the sample of a pod, or null. */
  synchronized @Nullable Sample sample(String pod) {
    return samples.get(pod);
  }

  @Override
  public synchronized void forget(String pod) {
    samples.remove(pod);
  }

  @Override
  public synchronized void ofPods(String metric, Map<String, String> values) {
    ofPods.put(metric, Map.copyOf(values));
  }

  @Override
  public synchronized void ofObject(String object, String metric, String value) {
    ofObjects.put(object + "/" + metric, value);
  }

  @Override
  public synchronized void external(String metric, List<Series> series) {
    external.put(metric, List.copyOf(series));
  }

  @Override
  public synchronized void answer(Api api, int code) {
    answers.put(api, code);
  }

  synchronized int answer(Api api) {
    return answers.getOrDefault(api, 200);
  }

  /** Returns the items of a PodMetricsList. */
  synchronized List<Object> podMetrics(String namespace, Selector selector) {
    List<Object> items = new ArrayList<>();
    samples.forEach(
        (pod, sample) -> {
          Map<String, String> podLabels = labels.getOrDefault(pod, Map.of("app", "web"));
          if (selector.matches(podLabels)) {
            items.add(podMetrics(namespace, pod, podLabels, sample));
          }
        });
    return items;
  }

  private static Map<String, Object> podMetrics(
      String namespace, String pod, Map<String, String> labels, Sample sample) {
    return Map.of(
        "metadata",
        Map.of("namespace", namespace, "name", pod, "labels", labels),
        "timestamp",
        Timestamps.format(Instant.now().minus(sample.age())),
        "window",
        sample.window().toSeconds() + "s",
        "containers",
        sample.usage().entrySet().stream()
            .map(each -> Map.of("name", each.getKey(), "usage", each.getValue()))
            .toList());
  }

  /** Returns the values of a Pods metric by pod; null if the metric is unknown. */
  synchronized @Nullable Map<String, String> ofPods(String metric, Selector selector) {
    Map<String, String> values = ofPods.get(metric);
    if (values == null) {
      return null;
    }
    Map<String, String> found = new LinkedHashMap<>();
    values.forEach(
        (pod, value) -> {
          if (selector.matches(labels.getOrDefault(pod, Map.of("app", "web")))) {
            found.put(pod, value);
          }
        });
    return found;
  }

  /** Returns the value of an Object metric, or null. */
  synchronized @Nullable String ofObject(String object, String metric) {
    return ofObjects.get(object + "/" + metric);
  }

  /** Returns the series of an External metric; null if the metric is unknown. */
  synchronized @Nullable List<Series> external(String metric, Selector selector) {
    List<Series> all = external.get(metric);
    return all == null
        ? null
        : all.stream().filter(each -> selector.matches(each.labels())).toList();
  }
}
