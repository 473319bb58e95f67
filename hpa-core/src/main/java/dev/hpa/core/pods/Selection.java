package dev.hpa.core.pods;

import java.util.List;

/**
 * The pods that the selector of a scale matches.
 *
 * @param pods sorted by name
 * @param autoscalers the autoscalers, as sorted {@code namespace/name}, whose targets select any of
 *     these pods
 * @param ownership how the pods were narrowed down to those that the target owns
 */
public record Selection(List<Pod> pods, List<String> autoscalers, Ownership ownership) {

  /** Pods selected by labels alone, as upstream does. */
  public Selection(List<Pod> pods, List<String> autoscalers) {
    this(pods, autoscalers, Ownership.BY_LABELS);
  }

  /** No pods. */
  public static final Selection EMPTY = new Selection(List.of(), List.of());

  public Selection {
    pods = List.copyOf(pods);
    autoscalers = List.copyOf(autoscalers);
  }

  /**
   * Whether several autoscalers select the pods. No metric of such a selection is read, and its
   * target is not scaled (condition {@code ScalingActive=False}, reason {@code AmbiguousSelector}).
   */
  public boolean isAmbiguous() {
    return autoscalers.size() > 1;
  }
}
