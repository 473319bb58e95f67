package dev.hpa.controller.plugins;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.ImmutableCopies;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.util.Map;

/** Sends each target to the scale client of its API group, all others to the built-in one. */
final class RoutedScaleClient implements ScaleClient {

  private final ScaleClient others;
  private final Map<String, ScaleClient> byGroup;

  RoutedScaleClient(ScaleClient others, Map<String, ScaleClient> byGroup) {
    this.others = others;
    this.byGroup = ImmutableCopies.map(byGroup);
  }

  @Override
  public TargetScale read(String namespace, CrossVersionObjectReference target)
      throws ScaleException {
    return of(group(target)).read(namespace, target);
  }

  /** The group of an invalid reference is unknown; the built-in client reports the error. */
  private static String group(CrossVersionObjectReference target) {
    try {
      return ApiGroupVersion.parse(target.apiVersionOrEmpty()).group();
    } catch (IllegalArgumentException wrong) {
      return "";
    }
  }

  @Override
  public TargetScale reread(TargetScale target) throws ScaleException {
    return of(target.group()).reread(target);
  }

  @Override
  public TargetScale write(TargetScale target) throws ScaleException {
    return of(target.group()).write(target);
  }

  private ScaleClient of(String group) {
    return byGroup.getOrDefault(group, others);
  }

  @Override
  public void close() {
    others.close();
    byGroup.values().stream().distinct().forEach(ScaleClient::close);
  }
}
