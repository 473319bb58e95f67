package dev.hpa.simulation;

import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * The pods of a replay, in the order of their creation. All take the same times and the youngest is
 * deleted first, so that the ready pods are always those at the start. Times are milliseconds since
 * the start of the load. Used by one thread.
 */
final class PodFleet {
  /** The age of the initial pods: older than every CPU initialization period in use. */
  private static final long INITIAL_AGE = 86_400_000;

  /** No event is due. */
  static final long NEVER = Long.MAX_VALUE;

  private final Instant start;
  private final PodResources resources;
  private final long startTime;
  private final long readyTime;
  private final long termination;
  private final boolean ordered;
  private final List<Pod> pods = new ArrayList<>();
  private final Deque<long[]> terminating = new ArrayDeque<>();
  private long[] created = new long[16];
  private int existing;
  private int running;
  private int ready;
  private int leaving;
  private List<Pod> snapshot = List.of();
  private boolean changed = true;

  PodFleet(ReplayWorkload workload) {
    this.start = workload.start();
    this.resources = workload.resources();
    this.startTime = workload.pods().start().toMillis();
    this.readyTime = workload.pods().startup().toMillis();
    this.termination = workload.pods().termination().toMillis();
    this.ordered = workload.pods().isOrdered();
    for (int i = 0; i < workload.replicas(); i++) {
      add(-INITIAL_AGE - readyTime, -INITIAL_AGE - readyTime);
    }
  }

  /** The wanted number of pods. */
  int size() {
    return pods.size();
  }

  int ready() {
    return ready;
  }

  int running() {
    return running;
  }

  /** All pods, including those being deleted. */
  int existing() {
    return existing + leaving;
  }

  /** When the containers of a pod started. */
  long startedAt(int pod) {
    return created[pod] + startTime;
  }

  /** Creates or deletes pods. */
  void scale(int replicas, long now) {
    while (pods.size() < replicas) {
      int before = pods.size() - 1;
      add(now, ordered && before >= 0 ? Math.max(now, created[before] + readyTime) : now);
    }
    int surplus = pods.size() - replicas;
    if (surplus > 0) {
      pods.subList(replicas, pods.size()).clear();
      int deleted = Math.max(0, existing - replicas);
      existing -= deleted;
      running = Math.min(running, replicas);
      ready = Math.min(ready, replicas);
      if (termination > 0) {
        terminating.addLast(new long[] {now + termination, deleted});
        leaving += deleted;
      }
      changed = true;
    }
  }

  /**
   * @param when it is created, not before now
   */
  private void add(long now, long when) {
    int index = pods.size();
    if (index == created.length) {
      created = Arrays.copyOf(created, 2 * index);
    }
    created[index] = when;
    pods.add(pod(index, Pod.Phase.PENDING, Pod.Readiness.Status.FALSE, when));
    create(now);
  }

  private void create(long now) {
    while (existing < pods.size() && created[existing] <= now) {
      existing++;
      changed = true;
    }
  }

  private Pod pod(int index, Pod.Phase phase, Pod.Readiness.Status status, long since) {
    return new Pod(
        name(index),
        phase,
        false,
        start.plusMillis(created[index]),
        new Pod.Readiness(status, start.plusMillis(since)),
        resources);
  }

  /** Sorted like the index. */
  private static String name(int index) {
    String digits = Integer.toString(index);
    return "pod-" + "0".repeat(Math.max(0, 7 - digits.length())) + digits;
  }

  /** The time of the next change without a scale event. */
  long nextChange() {
    long next = terminating.isEmpty() ? NEVER : terminating.getFirst()[0];
    if (existing < pods.size()) {
      next = Math.min(next, created[existing]);
    }
    if (running < pods.size()) {
      next = Math.min(next, created[running] + startTime);
    }
    if (ready < running) {
      next = Math.min(next, created[ready] + readyTime);
    }
    return next;
  }

  /** Applies all changes that are due. */
  void apply(long now) {
    while (!terminating.isEmpty() && terminating.getFirst()[0] <= now) {
      leaving -= (int) terminating.removeFirst()[1];
    }
    create(now);
    while (running < pods.size() && created[running] + startTime <= now) {
      long since = created[running] + startTime;
      pods.set(running, pod(running, Pod.Phase.RUNNING, Pod.Readiness.Status.FALSE, since));
      running++;
      changed = true;
    }
    while (ready < running && created[ready] + readyTime <= now) {
      long since = created[ready] + readyTime;
      pods.set(ready, pod(ready, Pod.Phase.RUNNING, Pod.Readiness.Status.TRUE, since));
      ready++;
      changed = true;
    }
  }

  /** The pods as input of a decision, sorted by name. */
  List<Pod> pods() {
    if (changed) {
      snapshot = List.copyOf(pods.subList(0, existing));
      changed = false;
    }
    return snapshot;
  }
}
