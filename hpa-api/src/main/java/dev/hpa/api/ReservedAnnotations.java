package dev.hpa.api;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The annotations that carry fields which a version lacks. They exist only in such a version:
 * conversion to and from the hub removes them, so that stale or user-supplied values have no
 * effect.
 */
public final class ReservedAnnotations {

  private static final String PREFIX = "autoscaling.alpha.kubernetes.io/";

  /** The metrics other than CPU utilization, as a JSON array. */
  public static final String METRICS = PREFIX + "metrics";

  /** The values of all metrics, as a JSON array. */
  public static final String CURRENT_METRICS = PREFIX + "current-metrics";

  /** The conditions, as a JSON array. */
  public static final String CONDITIONS = PREFIX + "conditions";

  /** The behavior, as a JSON object. */
  public static final String BEHAVIOR = PREFIX + "behavior";

  /** The tolerance for scaling down as a plain quantity; only in v2beta2. */
  public static final String SCALE_DOWN_TOLERANCE = PREFIX + "scale-down-tolerance";

  /** The tolerance for scaling up as a plain quantity; only in v2beta2. */
  public static final String SCALE_UP_TOLERANCE = PREFIX + "scale-up-tolerance";

  private static final List<String> KEYS =
      List.of(
          METRICS, CURRENT_METRICS, CONDITIONS, BEHAVIOR, SCALE_DOWN_TOLERANCE, SCALE_UP_TOLERANCE);

  private ReservedAnnotations() {}

  /** Returns the metadata without reserved annotations. */
  public static ObjectMeta scrub(ObjectMeta metadata) {
    Map<String, String> annotations = metadata.annotationsOrEmpty();
    if (Collections.disjoint(annotations.keySet(), KEYS)) {
      return metadata;
    }
    return with(metadata, Map.of());
  }

  /** Returns the metadata with exactly these reserved annotations. */
  public static ObjectMeta replace(ObjectMeta metadata, Map<String, String> reserved) {
    ObjectMeta scrubbed = scrub(metadata);
    return reserved.isEmpty() ? scrubbed : with(scrubbed, reserved);
  }

  /** Returns the object without reserved annotations. */
  public static HorizontalPodAutoscaler scrub(HorizontalPodAutoscaler autoscaler) {
    return autoscaler.withMetadata(scrub(autoscaler.metadata()));
  }

  private static ObjectMeta with(ObjectMeta metadata, Map<String, String> reserved) {
    Map<String, String> annotations = new TreeMap<>(metadata.annotationsOrEmpty());
    annotations.keySet().removeAll(KEYS);
    annotations.putAll(reserved);
    return metadata.withAnnotations(annotations.isEmpty() ? null : annotations);
  }

  /** The value under the key, or null. */
  public static @Nullable String get(ObjectMeta metadata, String key) {
    return metadata.annotationsOrEmpty().get(key);
  }
}
