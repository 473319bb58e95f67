package dev.hpa.api;

import org.jspecify.annotations.Nullable;

/**
 * The scale subresource of a workload, reduced to the fields that a controller uses.
 *
 * @param namespace namespace of the target
 * @param name name of the target
 * @param uid UID; null if unknown
 * @param resourceVersion precondition of a write; empty for an unconditional write
 * @param specReplicas desired replicas
 * @param statusReplicas observed replicas
 * @param selector label selector of the pods as a string; empty if the target has none
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
