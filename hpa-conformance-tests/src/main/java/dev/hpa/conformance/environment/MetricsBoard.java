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

/** What the metrics APIs say of a namespace. */
final class MetricsBoard implements Metrics {

  private final Map<Api, Integer> answers = new EnumMap<>(Api.class);
  private final Map<String, Map<String, String>> labels = new LinkedHashMap<>();
  private final Map<String, Sample> samples = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> ofPods = new LinkedHashMap<>();
  private final Map<String, String> ofObjects = new LinkedHashMap<>();
  private final Map<String, List<Series>> external = new LinkedHashMap<>();

  /** The labels of a pod, by which it is found; null when there is no such pod any more. */
  synchronized void know(String pod, @Nullable Map<String, String> its) {
    if (its == null) {
      labels.remove(pod);
    } else {
      labels.put(pod, its);
    }
  }

  @Override
  public synchronized void use(Sample sample) {
    samples.put(sample.pod(), sample);
  }

  /** The sample of a pod, or null. */
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

  /** Items of a PodMetricsList. */
  synchronized List<Object> podMetrics(String namespace, Selector selector) {
    List<Object> items = new ArrayList<>();
    samples.forEach(
        (pod, sample) -> {
          Map<String, String> its = labels.getOrDefault(pod, Map.of("app", "web"));
          if (selector.matches(its)) {
            items.add(podMetrics(namespace, pod, its, sample));
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

  /** Values of a metric of pods, by name; null if nobody has it. */
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

  /** The value of a metric of an object, or null. */
  synchronized @Nullable String ofObject(String object, String metric) {
    return ofObjects.get(object + "/" + metric);
  }

  /** The series of an external metric; null if nobody has it. */
  synchronized @Nullable List<Series> external(String metric, Selector selector) {
    List<Series> all = external.get(metric);
    return all == null
        ? null
        : all.stream().filter(each -> selector.matches(each.labels())).toList();
  }
}
