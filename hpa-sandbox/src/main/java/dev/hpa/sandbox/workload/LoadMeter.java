package dev.hpa.sandbox.workload;

import dev.hpa.api.time.Timeline;
import dev.hpa.simulation.PodShape;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Distributes the load of workloads to their pods and samples the usage at every scrape. The load
 * of a pod is that of its top-level owner.
 *
 * <p>Thread-safe: written on the timeline, read by any thread.
 */
final class LoadMeter implements PodListener {

  private final Timeline timeline;
  private final OwnerIndex index;
  private final WarmUp warmUp;
  private final Map<String, WorkloadLoad> accounts = new LinkedHashMap<>();
  private final Map<String, String> loads = new HashMap<>();
  private final Map<String, PodUsageCounter> usages = new ConcurrentHashMap<>();
  private volatile Map<String, NodeUsage> nodes = Map.of();

  /** The usage of a node without pods; null before the second scrape. */
  private volatile @Nullable NodeUsage idle;

  private @Nullable Instant scraped;

  LoadMeter(Timeline timeline, OwnerIndex index, WarmUp warmUp) {
    this.timeline = timeline;
    this.index = index;
    this.warmUp = warmUp;
  }

  /** The usage of all pods of a node between two scrapes. */
  record NodeUsage(PodUsageCounter.Sample sample, double memory) {}

  /**
   * Whether a load (empty for none) differs from the previous one of the workload; remembers it.
   */
  synchronized boolean isNewLoad(String workload, String load) {
    String before = loads.put(workload, load);
    return !load.equals(before == null ? "" : before);
  }

  /** Sets the load of a workload from now on. */
  synchronized void load(String workload, LoadProfile profile) {
    Instant now = timeline.now();
    account(workload, now).profile(profile, now);
  }

  /** Removes a workload; its remaining pods no longer serve. */
  synchronized void forget(String workload) {
    loads.remove(workload);
    WorkloadLoad account = accounts.get(workload);
    if (account != null) {
      account.profile(LoadProfile.NONE, timeline.now());
      dropIfUnused(workload, account);
    }
  }

  private WorkloadLoad account(String workload, Instant now) {
    return accounts.computeIfAbsent(workload, any -> new WorkloadLoad(warmUp, now));
  }

  private void dropIfUnused(String workload, WorkloadLoad account) {
    if (account.pods().isEmpty() && !loads.containsKey(workload)) {
      accounts.remove(workload);
    }
  }

  @Override
  public synchronized void added(PodState pod) {
    String workload = index.topOf(pod.owner());
    WorkloadLoad account = account(workload, timeline.now());
    PodUsageCounter usage = new PodUsageCounter(pod, workload, account);
    account.pods().add(usage);
    usages.put(pod.uid(), usage);
    follow(usage);
  }

  @Override
  public synchronized void changed(PodState pod) {
    PodUsageCounter usage = usages.get(pod.uid());
    if (usage != null) {
      follow(usage);
    }
  }

  @Override
  public synchronized void removed(PodState pod) {
    PodUsageCounter usage = usages.remove(pod.uid());
    if (usage != null) {
      leave(usage);
    }
  }

  private void leave(PodUsageCounter usage) {
    WorkloadLoad account = usage.account();
    if (usage.isServing()) {
      account.leave(usage, timeline.now());
    } else {
      account.advance(timeline.now());
    }
    account.remove(usage);
    dropIfUnused(usage.workload(), account);
  }

  private void follow(PodUsageCounter usage) {
    Instant now = timeline.now();
    PodState pod = usage.pod();
    WorkloadLoad account = usage.account();
    if (pod.isRunning() && usage.started() == null) {
      account.advance(now);
      usage.start(now);
      account.warm(usage);
    }
    if (pod.isReady() && !usage.isServing()) {
      account.join(usage, now);
    } else if (!pod.isReady() && usage.isServing()) {
      account.leave(usage, now);
    }
  }

  /** Samples the usage of all running pods. */
  synchronized void scrape() {
    Instant now = timeline.now();
    Map<String, NodeTotal> totals = new LinkedHashMap<>();
    for (WorkloadLoad account : accounts.values()) {
      account.advance(now);
      for (PodUsageCounter usage : account.pods()) {
        if (usage.started() != null && usage.pod().isRunning()) {
          totals.computeIfAbsent(usage.pod().node(), any -> new NodeTotal()).add(usage, now);
        }
      }
    }
    publishNodes(totals, now);
    scraped = now;
  }

  private void publishNodes(Map<String, NodeTotal> totals, Instant now) {
    Instant last = scraped;
    if (last == null || !last.isBefore(now)) {
      return;
    }
    double seconds = Duration.between(last, now).toNanos() / 1e9;
    Map<String, NodeUsage> next = new HashMap<>();
    totals.forEach(
        (node, total) ->
            next.put(
                node,
                new NodeUsage(
                    new PodUsageCounter.Sample(last, now, total.cpu / seconds), total.memory)));
    nodes = Map.copyOf(next);
    idle = new NodeUsage(new PodUsageCounter.Sample(last, now, 0), 0);
  }

  private static final class NodeTotal {
    private double cpu;
    private double memory;

    void add(PodUsageCounter usage, Instant now) {
      cpu += usage.scrape(now);
      memory += usage.pod().shape().memory();
    }
  }

  /** The usage of a pod; null when there is none yet. */
  PodUsageCounter.@Nullable Sample sampleOf(String podUid) {
    PodUsageCounter usage = usages.get(podUid);
    return usage == null ? null : usage.sample();
  }

  /** The containers and resources of a pod; null when it does not exist. */
  @Nullable PodShape shapeOf(String podUid) {
    PodUsageCounter usage = usages.get(podUid);
    return usage == null ? null : usage.pod().shape();
  }

  /** The usage of a node; null before the second scrape. */
  @Nullable NodeUsage usageOfNode(String node) {
    NodeUsage none = idle;
    return none == null ? null : nodes.getOrDefault(node, none);
  }

  /** The workload whose load a pod shares; null for none. */
  synchronized @Nullable LoadShare shareOf(String podUid) {
    PodUsageCounter usage = usages.get(podUid);
    if (usage == null || !usage.isServing()) {
      return null;
    }
    OwnerIndex.Ref workload = index.get(usage.workload());
    return workload == null
        ? null
        : new LoadShare(workload.type(), workload.key(), usage.account().serving());
  }

  /** The current state of the workload with this uid. */
  synchronized WorkloadView view(String workload) {
    WorkloadLoad account = accounts.get(workload);
    if (account == null) {
      return WorkloadView.NONE;
    }
    Instant now = timeline.now();
    account.advance(now);
    double asked = account.asked(now);
    int active = 0;
    for (PodUsageCounter usage : account.pods()) {
      active += usage.pod().isActive() ? 1 : 0;
    }
    return new WorkloadView(
        asked,
        account.used(now),
        asked - account.delivered(now),
        account.unservedTotal() / 1000,
        account.serving(),
        active);
  }
}
