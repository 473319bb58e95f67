package dev.hpa.simulation;

import dev.hpa.core.Pod;
import dev.hpa.core.PodResources;
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
  private final List<Pod> pods = new ArrayList<>();
  private final Deque<long[]> terminating = new ArrayDeque<>();
  private long[] created = new long[16];
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
    for (int i = 0; i < workload.replicas(); i++) {
      add(-INITIAL_AGE - readyTime);
    }
  }

  /** The number of pods that are not being deleted. */
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
    return pods.size() + leaving;
  }

  /** When the containers of a pod started. */
  long startedAt(int pod) {
    return created[pod] + startTime;
  }

  /** Creates or deletes pods. */
  void scale(int replicas, long now) {
    while (pods.size() < replicas) {
      add(now);
    }
    int surplus = pods.size() - replicas;
    if (surplus > 0) {
      pods.subList(replicas, pods.size()).clear();
      running = Math.min(running, replicas);
      ready = Math.min(ready, replicas);
      if (termination > 0) {
        terminating.addLast(new long[] {now + termination, surplus});
        leaving += surplus;
      }
      changed = true;
    }
  }

  private void add(long at) {
    int index = pods.size();
    if (index == created.length) {
      created = Arrays.copyOf(created, 2 * index);
    }
    created[index] = at;
    pods.add(pod(index, Pod.Phase.PENDING, Pod.Readiness.Status.FALSE, at));
    changed = true;
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
      snapshot = List.copyOf(pods);
      changed = false;
    }
    return snapshot;
  }
}
