package dev.hpa.metrics.resource;

/** Which lists of pods answer the queries of one read. */
public enum PodLists {
  /** One for each selector, as upstream asks. */
  BY_SELECTOR,
  /** One for each namespace, out of which the pods of each selector are picked by their labels. */
  BY_NAMESPACE,
  /** For each namespace the cheaper of the two, as far as earlier answers tell. */
  CHEAPEST
}
