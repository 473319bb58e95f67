package dev.hpa.core;

import java.util.List;

/**
 * What is known of the cordoned nodes on which pods of a target are. Immutable.
 *
 * @param pods the pods on cordoned nodes, by name, without those that have ended or are being
 *     deleted
 * @param budget the PodDisruptionBudget that allows no eviction of one of them; empty for none
 * @param problem why it is not known; empty if it is
 */
public record Drain(List<String> pods, String budget, String problem) {

  /** No pod is on a cordoned node. */
  public static final Drain NONE = new Drain(List.of(), "", "");

  public Drain {
    pods = List.copyOf(pods);
  }
}
