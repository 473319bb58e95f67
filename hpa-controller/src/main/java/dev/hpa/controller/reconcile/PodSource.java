package dev.hpa.controller.reconcile;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.Selection;
import dev.hpa.kube.client.UnreadableObject;
import java.util.List;

/**
 * Finds the pods of a scale target. Thread-safe; blocks on the network only if pods are selected by
 * owner, for this autoscaler or for another one that selects the same pods, until the owners of a
 * kind are listed for the first time. A sync releases its worker for that time.
 */
@FunctionalInterface
public interface PodSource {

  /**
   * The pods that an autoscaler selects.
   *
   * @param selection the pods and the autoscalers that select them
   * @param unreadable pods of the selector that cannot be decoded, by name
   * @param deleted whether the autoscaler is no longer known
   */
  record Selected(Selection selection, List<UnreadableObject> unreadable, boolean deleted) {}

  /**
   * How options change the selection.
   *
   * @param target the scale target
   * @param byOwner whether only pods of the target are selected, and not all that the selector
   *     matches
   * @param overlaps whether the autoscaler takes part in the detection of autoscalers that select
   *     the same pods; one that writes nothing does not
   */
  record Choice(OwnerFilter.Owner target, boolean byOwner, boolean overlaps) {}

  /**
   * Selects pods of the namespace of an autoscaler.
   *
   * @param autoscaler registered as selecting these pods
   * @param memory for what the caller holds of them until its sync ends
   * @throws dev.hpa.controller.queue.DeferredSyncException if others use the memory
   */
  Selected select(NamespacedName autoscaler, Selector selector, Choice choice, SyncMemory memory);
}
