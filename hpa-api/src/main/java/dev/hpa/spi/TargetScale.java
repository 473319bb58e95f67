package dev.hpa.spi;

import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;

/**
 * The scale of a target, with what its client needs to address it again.
 *
 * @param namespace of the target
 * @param name of the target
 * @param group API group of the resource, empty for core
 * @param resource plural name of the resource, e.g. {@code deployments}
 * @param metadata of the scale as it was read; a write sends it back
 */
public record TargetScale(
    String namespace,
    String name,
    String group,
    String resource,
    ObjectMeta metadata,
    Scale scale) {

  public TargetScale withScale(Scale value) {
    return new TargetScale(namespace, name, group, resource, metadata, value);
  }

  /** The same target with its scale as it was read anew. */
  public TargetScale reread(ObjectMeta newMetadata, Scale newScale) {
    return new TargetScale(namespace, name, group, resource, newMetadata, newScale);
  }
}
