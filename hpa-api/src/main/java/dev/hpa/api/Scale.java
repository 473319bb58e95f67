package dev.hpa.api;

import org.jspecify.annotations.Nullable;

/**
 * The scale subresource of a workload, as far as a controller needs it.
 *
 * @param resourceVersion guards the write; empty makes a write unconditional
 * @param specReplicas replicas asked for
 * @param statusReplicas replicas observed
 * @param selector the pods' label selector as text, empty when the target publishes none
 */
public record Scale(
    String namespace,
    String name,
    @Nullable String uid,
    String resourceVersion,
    int specReplicas,
    int statusReplicas,
    String selector) {

  public Scale withSpecReplicas(int value) {
    return new Scale(namespace, name, uid, resourceVersion, value, statusReplicas, selector);
  }
}
