package dev.hpa.conformance.cases;

import java.util.List;
import java.util.Map;

/** The values that the metrics APIs serve for the namespace of a case. Thread-safe. */
public interface Metrics {

  /** One of the metrics APIs. */
  enum Api {
    RESOURCE,
    CUSTOM,
    EXTERNAL
  }

  /** Sets the sample of a pod; replaces its previous sample. */
  void use(Sample sample);

  /** Removes the sample of a pod. */
  void forget(String pod);

  /** Sets the values of a Pods metric by pod; replaces all previous values of the metric. */
  void ofPods(String metric, Map<String, String> values);

  /**
   * Sets the value of an Object metric.
   *
   * @param object resource, group and name, such as {@code services/api} or {@code
   *     ingresses.networking.k8s.io/front}; empty for the namespace itself
   */
  void ofObject(String object, String metric, String value);

  /** Sets the series of an External metric. */
  void external(String metric, List<Series> series);

  /** A series of an External metric. */
  record Series(Map<String, String> labels, String value) {}

  /** Sets the status code of all responses of an API; 200 for normal responses. */
  void answer(Api api, int code);
}
