package dev.hpa.core.replicas;

import dev.hpa.core.pods.Pod;
import dev.hpa.core.replicas.PodClassification.Group;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamFix;
import dev.hpa.spi.MetricReading.PodValue;
import java.lang.ref.SoftReference;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The values of one per-pod metric for the pods of a target, in milli-units, by index of the pod.
 *
 * <p>The value of a pod is used if the pod is {@link Group#READY}, or after a value was assumed for
 * it. As in upstream, sums and sizes include values of pods that the selector does not match.
 */
final class PodSamples {

  static final String NO_PODS = "no pods returned by selector while calculating replica count";

  private final List<Pod> pods;
  private final Group[] groups;
  private final long[] amounts;
  private final boolean[] counted;
  private final Collection<PodValue> unmatched;
  private final int ready;
  private final int size;

  private PodSamples(
      List<Pod> pods,
      Group[] groups,
      long[] amounts,
      boolean[] counted,
      Collection<PodValue> unmatched,
      int ready) {
    this.pods = pods;
    this.groups = groups;
    this.amounts = amounts;
    this.counted = counted;
    this.unmatched = unmatched;
    this.ready = ready;
    this.size = unmatched.size() + count(counted);
  }

  /**
   * Joins pods with their values.
   *
   * @throws MetricProblem if there are no pods, or none has a value that is used
   */
  static PodSamples of(
      List<Pod> pods, List<PodValue> reading, String resource, Settings settings, Instant now)
      throws MetricProblem {
    if (pods.isEmpty()) {
      throw new MetricProblem(NO_PODS);
    }
    Joined joined = Joined.of(pods, reading);
    int length = pods.size();
    Group[] groups = new Group[length];
    long[] amounts = new long[length];
    boolean[] counted = new boolean[length];
    int ready = 0;
    for (int i = 0; i < length; i++) {
      PodValue value = joined.values[i];
      groups[i] = PodClassification.of(pods.get(i), value, resource, settings, now).group();
      if (value != null && groups[i] == Group.READY) {
        amounts[i] = value.milli();
        counted[i] = true;
        ready++;
      }
    }
    if (ready == 0 && joined.unmatched.isEmpty()) {
      throw new MetricProblem("did not receive metrics for targeted pods (pods might be unready)");
    }
    return new PodSamples(pods, groups, amounts, counted, joined.unmatched, ready);
  }

  /** The number of ready pods; assumed values do not change it. */
  int ready() {
    return ready;
  }

  /** The number of values that are used, assumed ones included. */
  int size() {
    return size;
  }

  /** Whether the value of the pod at an index is used. */
  boolean counts(int pod) {
    return counted[pod];
  }

  /** The value of the pod at an index, if it is used. */
  long amount(int pod) {
    return amounts[pod];
  }

  /** The values that are used. */
  long[] values() {
    long[] values = new long[size];
    int next = 0;
    for (int i = 0; i < amounts.length; i++) {
      if (counted[i]) {
        values[next++] = amounts[i];
      }
    }
    for (PodValue other : unmatched) {
      values[next++] = other.milli();
    }
    return values;
  }

  /** The sum of the values that are used. */
  MilliSum sum(Settings settings) {
    MilliSum sum = new MilliSum(settings.has(UpstreamFix.AVERAGE_OVERFLOW));
    for (long amount : amounts) {
      sum.add(amount);
    }
    for (PodValue other : unmatched) {
      sum.add(other.milli());
    }
    return sum;
  }

  /** Whether there are such pods of a group. */
  boolean has(Group group, Predicate<Pod> which) {
    for (int i = 0; i < groups.length; i++) {
      if (groups[i] == group && which.test(pods.get(i))) {
        return true;
      }
    }
    return false;
  }

  /**
   * A copy with assumed values for such pods of a group.
   *
   * @param amount the assumed value by index of the pod
   */
  PodSamples filled(Group group, Predicate<Pod> which, IntToLongFunction amount) {
    long[] filled = amounts.clone();
    boolean[] counting = counted.clone();
    for (int i = 0; i < groups.length; i++) {
      if (groups[i] == group && which.test(pods.get(i))) {
        filled[i] = amount.applyAsLong(i);
        counting[i] = true;
      }
    }
    return new PodSamples(pods, groups, filled, counting, unmatched, ready);
  }

  /** The values that are used, by pod name. */
  Map<String, Long> byPod() {
    return new ByPod(this);
  }

  private static int count(boolean[] flags) {
    int count = 0;
    for (boolean flag : flags) {
      count += flag ? 1 : 0;
    }
    return count;
  }

  /**
   * @param values by index of the pod
   * @param unmatched values of other pods
   */
  private record Joined(@Nullable PodValue[] values, Collection<PodValue> unmatched) {

    static Joined of(List<Pod> pods, List<PodValue> reading) {
      Joined inOrder = inOrder(pods, reading);
      return inOrder == null ? byName(pods, reading) : inOrder;
    }

    /** Fast path for values in the order of the pods; null if they are in another order. */
    private static @Nullable Joined inOrder(List<Pod> pods, List<PodValue> reading) {
      @Nullable PodValue[] values = new PodValue[pods.size()];
      int next = 0;
      for (int i = 0; i < values.length && next < reading.size(); i++) {
        PodValue value = reading.get(next);
        if (value.pod().equals(pods.get(i).name())) {
          values[i] = value;
          next++;
        }
      }
      return next == reading.size() ? new Joined(values, List.of()) : null;
    }

    private static Joined byName(List<Pod> pods, List<PodValue> reading) {
      Map<String, PodValue> left = new LinkedHashMap<>(reading.size() * 2);
      for (PodValue value : reading) {
        left.put(value.pod(), value);
      }
      @Nullable PodValue[] values = new PodValue[pods.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = left.remove(pods.get(i).name());
      }
      return new Joined(values, left.values());
    }
  }

  /** Built on access, because only explanations read it, and kept while there is memory for it. */
  private static final class ByPod extends AbstractMap<String, Long> {
    private final PodSamples samples;
    private volatile SoftReference<Map<String, Long>> entries = new SoftReference<>(null);

    ByPod(PodSamples samples) {
      this.samples = samples;
    }

    private Map<String, Long> entries() {
      Map<String, Long> known = entries.get();
      if (known == null) {
        known = new LinkedHashMap<>(samples.size * 2);
        for (int i = 0; i < samples.amounts.length; i++) {
          if (samples.counted[i]) {
            known.put(samples.pods.get(i).name(), samples.amounts[i]);
          }
        }
        for (PodValue other : samples.unmatched) {
          known.put(other.pod(), other.milli());
        }
        entries = new SoftReference<>(known);
      }
      return known;
    }

    @Override
    public Set<Entry<String, Long>> entrySet() {
      return entries().entrySet();
    }

    @Override
    public @Nullable Long get(Object pod) {
      return entries().get(pod);
    }

    @Override
    public boolean containsKey(Object pod) {
      return entries().containsKey(pod);
    }
  }
}
