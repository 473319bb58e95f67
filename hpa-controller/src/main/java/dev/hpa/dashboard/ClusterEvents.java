package dev.hpa.dashboard;

import dev.hpa.api.NamespacedName;
import dev.hpa.controller.history.RecordedEvent;
import java.util.List;

/** Where the events of autoscalers are read in addition to those that the controller sent. */
@FunctionalInterface
public interface ClusterEvents {

  /** Nowhere. */
  ClusterEvents NONE = autoscaler -> List.of();

  /** The events of an autoscaler, the oldest first; empty if they cannot be read. May block. */
  List<RecordedEvent> of(NamespacedName autoscaler);
}
