package dev.hpa.core;

import dev.hpa.core.PodClassification.Group;
import dev.hpa.spi.MetricReading.PodValue;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a reading says about the pods of a target, in milli-units, by the places the pods have.
 *
 * <p>A pod's amount counts when the pod is {@link Group#READY}, and in other groups once it has
 * been filled in. Values of pods that the selector does not find count too, in sums and sizes.
 */
final class PodSamples {

  static final String NO_PODS = "no pods returned by selector while calculating replica count";

  private final List<Pod> pods;
  private final Group[] groups;
  private final long[] amounts;
  private final boolean[] counted;
  private final Collection<PodValue> strangers;
  private final int ready;
  private final int size;

  private PodSamples(
      List<Pod> pods,
      Group[] groups,
      long[] amounts,
      boolean[] counted,
      Collection<PodValue> strangers,
      int ready) {
    this.pods = pods;
    this.groups = groups;
    this.amounts = amounts;
    this.counted = counted;
    this.strangers = strangers;
    this.ready = ready;
    this.size = strangers.size() + count(counted);
  }

  /**
   * Joins pods with their values.
   *
   * @throws MetricProblem if there are no pods, or no value of them counts
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
    if (ready == 0 && joined.strangers.isEmpty()) {
      throw new MetricProblem("did not receive metrics for targeted pods (pods might be unready)");
    }
    return new PodSamples(pods, groups, amounts, counted, joined.strangers, ready);
  }

  /** How many pods are in the group that counts, whatever has been filled in. */
  int ready() {
    return ready;
  }

  /** How many amounts count. */
  int size() {
    return size;
  }

  /** Whether the amount of the pod at a place counts. */
  boolean counts(int pod) {
    return counted[pod];
  }

  /** The amount of the pod at a place, if it counts. */
  long amount(int pod) {
    return amounts[pod];
  }

  /** All amounts that count, added up as far as 64 bits go. */
  long sum() {
    long sum = 0;
    for (long amount : amounts) {
      sum += amount;
    }
    for (PodValue stranger : strangers) {
      sum += stranger.milli();
    }
    return sum;
  }

  /** Whether there are pods of a group. */
  boolean has(Group group) {
    for (Group each : groups) {
      if (each == group) {
        return true;
      }
    }
    return false;
  }

  /**
   * The same with amounts for all pods of a group.
   *
   * @param amount for the pod at a place
   */
  PodSamples filled(Group group, IntToLongFunction amount) {
    long[] filled = amounts.clone();
    boolean[] counting = counted.clone();
    for (int i = 0; i < groups.length; i++) {
      if (groups[i] == group) {
        filled[i] = amount.applyAsLong(i);
        counting[i] = true;
      }
    }
    return new PodSamples(pods, groups, filled, counting, strangers, ready);
  }

  /** The amounts that count, by pod. */
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
   * @param values at the places of their pods
   * @param strangers values of other pods
   */
  private record Joined(@Nullable PodValue[] values, Collection<PodValue> strangers) {

    static Joined of(List<Pod> pods, List<PodValue> reading) {
      Joined inTurn = inTurn(pods, reading);
      return inTurn == null ? byName(pods, reading) : inTurn;
    }

    /** For values in the order of their pods, which saves a look-up; null if they are not. */
    private static @Nullable Joined inTurn(List<Pod> pods, List<PodValue> reading) {
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

  /** A map that is made when somebody looks into it, which only explanations do. */
  private static final class ByPod extends AbstractMap<String, Long> {
    private final PodSamples samples;
    private volatile @Nullable Map<String, Long> made;

    ByPod(PodSamples samples) {
      this.samples = samples;
    }

    private Map<String, Long> made() {
      Map<String, Long> known = made;
      if (known == null) {
        known = new LinkedHashMap<>(samples.size * 2);
        for (int i = 0; i < samples.amounts.length; i++) {
          if (samples.counted[i]) {
            known.put(samples.pods.get(i).name(), samples.amounts[i]);
          }
        }
        for (PodValue stranger : samples.strangers) {
          known.put(stranger.pod(), stranger.milli());
        }
        made = known;
      }
      return known;
    }

    @Override
    public Set<Entry<String, Long>> entrySet() {
      return made().entrySet();
    }

    @Override
    public @Nullable Long get(Object pod) {
      return made().get(pod);
    }

    @Override
    public boolean containsKey(Object pod) {
      return made().containsKey(pod);
    }
  }
}
