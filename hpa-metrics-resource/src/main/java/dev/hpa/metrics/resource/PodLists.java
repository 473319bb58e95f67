package dev.hpa.metrics.resource;

/** The lists of pods with which a read serves its queries. */
public enum PodLists {
  /** One for each selector, as upstream asks. */
  BY_SELECTOR,
  /** One for each namespace, out of which the pods of each selector are picked by their labels. */
  BY_NAMESPACE,
  /** For each namespace the cheaper of the two, estimated from earlier responses. */
  CHEAPEST
}
