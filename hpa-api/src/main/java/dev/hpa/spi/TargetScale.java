package dev.hpa.spi;

import dev.hpa.api.Scale;

/**
 * The scale of a target, with what its client needs to address it again.
 *
 * @param group API group of the resource, empty for core
 * @param resource plural name of the resource, e.g. {@code deployments}
 */
public record TargetScale(String group, String resource, Scale scale) {
  public TargetScale withScale(Scale value) {
    return new TargetScale(group, resource, value);
  }
}
