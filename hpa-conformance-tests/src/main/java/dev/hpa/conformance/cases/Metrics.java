package dev.hpa.conformance.cases;

import java.util.List;
import java.util.Map;

/** What the metrics APIs say of the namespace of a case. Thread-safe. */
public interface Metrics {

  /** One of the metrics APIs. */
  enum Api {
    RESOURCE,
    CUSTOM,
    EXTERNAL
  }

  /** What a pod's containers use, in place of what was there of the pod. */
  void use(Sample sample);

  /** No sample of the pod any more. */
  void forget(String pod);

  /** A metric of each pod of these, one value each, in place of all there were of it. */
  void ofPods(String metric, Map<String, String> values);

  /**
   * A metric of an object.
   *
   * @param object resource, group and name, like {@code services/api} or {@code
   *     ingresses.networking.k8s.io/front}; empty for the namespace itself
   */
  void ofObject(String object, String metric, String value);

  /** The series of an external metric. */
  void external(String metric, List<Series> series);

  /**
   * A series.
   *
   * @param labels with their values
   */
  record Series(Map<String, String> labels, String value) {}

  /** All questions to an API are answered with this status from now on; 200 for as usual. */
  void answer(Api api, int code);
}
