package dev.hpa.core.settings;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A fix of upstream's decisions that Kubernetes 1.38 has and earlier releases have not. Each is off
 * in earlier ones unless {@link UpstreamDifferences#fixes} contains it.
 */
public enum UpstreamFix {
  /**
   * A replica count that 32 bits do not hold is the largest that they hold, not the smallest one
   * (kubernetes/kubernetes 126892). Does not apply to a ratio that is not a number.
   */
  REPLICAS_OVERFLOW("replicas-overflow"),
  /**
   * The sums of usage and requests of a utilization are exact, and a percentage that 32 bits do not
   * hold is the nearest one that they hold.
   */
  UTILIZATION_OVERFLOW("utilization-overflow"),
  /**
   * The sum of the values of pods is exact, and the average of an Object metric that has the
   * largest number is that number, as for an External metric.
   */
  AVERAGE_OVERFLOW("average-overflow"),
  /** A quantity that 64 bits do not hold is the nearest one that they hold. */
  QUANTITY_OVERFLOW("quantity-overflow"),
  /** The message about an Object metric with an AverageValue target names object and metric. */
  OBJECT_METRIC_TEXT("object-metric-text"),
  /** Pods in phase Succeeded are ignored as failed ones are (kubernetes/kubernetes 141298). */
  SUCCEEDED_PODS("succeeded-pods"),
  /**
   * With 0 replicas in the status, the current value of an AverageValue target is 0, not the
   * smallest number (kubernetes/kubernetes 140956). Affects the status only.
   */
  AVERAGE_OF_ZERO_REPLICAS("average-of-zero-replicas"),
  /**
   * The overhead of a pod with pod-level requests is not part of them, because its usage is not
   * measured either (kubernetes/kubernetes 142154).
   */
  POD_OVERHEAD("pod-overhead");

  /** The release that has all of them. */
  public static final String RELEASE = "1.38";

  private final String text;

  UpstreamFix(String text) {
    this.text = text;
  }

  /**
   * The fixes that are named.
   *
   * @param names {@link #RELEASE} for all, or their names; empty for none
   * @throws IllegalArgumentException if a name is unknown, with the known ones
   */
  public static Set<UpstreamFix> parse(List<String> names) {
    EnumSet<UpstreamFix> fixes = EnumSet.noneOf(UpstreamFix.class);
    for (String name : names) {
      if (name.equals(RELEASE)) {
        fixes.addAll(EnumSet.allOf(UpstreamFix.class));
      } else {
        fixes.add(of(name));
      }
    }
    return Collections.unmodifiableSet(fixes);
  }

  private static UpstreamFix of(String name) {
    return Arrays.stream(values())
        .filter(each -> each.text.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"%s\" is not a fix; use %s for all, or any of %s"
                        .formatted(
                            name,
                            RELEASE,
                            Arrays.stream(values())
                                .map(UpstreamFix::toString)
                                .collect(Collectors.joining(", ")))));
  }

  /** The name in flags and scenarios. */
  @Override
  public String toString() {
    return text;
  }
}
