package dev.hpa.controller.reconcile;

/** What a controller does with its decisions. */
public enum ControllerMode {
  /** Scales targets and writes statuses and events. */
  ACTIVE,

  /**
   * Shadow mode: decides without options of autoscalers, as kube-controller-manager does, compares
   * with what the active controller writes, and writes nothing.
   */
  SHADOW,

  /** As {@link #SHADOW}, but decides with the options of autoscalers, to show these decisions. */
  SHADOW_WITH_OPTIONS
}
