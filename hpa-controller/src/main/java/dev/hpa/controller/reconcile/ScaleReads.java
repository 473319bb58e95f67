package dev.hpa.controller.reconcile;

/** Where the scales of targets are read. */
public enum ScaleReads {
  /** From the scale subresource, once in every result, as upstream does. */
  API,
  /** From watches of the built-in workloads, and from the scale subresource where they fail. */
  WATCH
}
