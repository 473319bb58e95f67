package dev.hpa.spi;

import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;

/**
 * The scale of a scale target and the address at which its client reads and writes it.
 *
 * @param namespace namespace of the target
 * @param name name of the target
 * @param group API group of the resource; empty for core
 * @param resource plural name of the resource, for example {@code deployments}
 * @param metadata metadata of the scale as read; a write sends it back
 * @param scale the scale as read, or with the replicas to write
 */
public record TargetScale(
    String namespace,
    String name,
    String group,
    String resource,
    ObjectMeta metadata,
    Scale scale) {

  /** Returns a copy with another scale. */
  public TargetScale withScale(Scale value) {
    return new TargetScale(namespace, name, group, resource, metadata, value);
  }

  /** Returns a copy with a newer scale and its metadata. */
  public TargetScale reread(ObjectMeta newMetadata, Scale newScale) {
    return new TargetScale(namespace, name, group, resource, newMetadata, newScale);
  }
}
