package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.core.Selection;
import dev.hpa.kube.client.UnreadableObject;
import java.util.List;

/** Finds the pods of a scale target. Thread-safe; never blocks on the network. */
@FunctionalInterface
public interface PodSource {

  /**
   * The pods that an autoscaler selects.
   *
   * @param selection the pods and the autoscalers that select them
   * @param unreadable pods of the selector that cannot be decoded, by name
   */
  record Selected(Selection selection, List<UnreadableObject> unreadable) {}

  /**
   * Selects pods of the namespace of an autoscaler.
   *
   * @param autoscaler registered as selecting these pods
   */
  Selected select(NamespacedName autoscaler, Selector selector);
}
