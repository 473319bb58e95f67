package dev.hpa.metrics.resource;

/** The list requests with which a read serves its queries. */
public enum PodLists {
  /** One list for each selector, as kube-controller-manager does. */
  BY_SELECTOR,
  /** One list for each namespace, split by the labels of the pods. */
  BY_NAMESPACE,
  /** The cheaper of the two for each namespace, estimated from earlier responses. */
  CHEAPEST
}
