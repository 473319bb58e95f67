package dev.hpa.controller;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.shards.ShardAccess;
import dev.hpa.controller.shards.ShardHost;
import dev.hpa.controller.wiring.Components;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The caches, the reconciles and the state of the shards of a controller. Work that blocks runs on
 * virtual threads: one fills the caches, for all shards that wait at that time together, and drops
 * what is not kept any more, so that no object is dropped that has just been listed; each shard has
 * its own work in order.
 */
final class ShardWork implements ShardHost, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ShardWork.class);
  private static final Duration POLL = Duration.ofMillis(10);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** Other work is done, and the wait logged, after this time without all lists. */
  private static final Duration LISTS_TIMEOUT = Duration.ofMinutes(1);

  private final Components components;
  private final ShardAccess access;
  private final Timeline timeline;
  private final Runnable onStarting;
  private final ExecutorService fills = single("shard-caches");
  private final Map<Shard, ExecutorService> work = new ConcurrentHashMap<>();
  private final Map<Shard, Integer> runs = new ConcurrentHashMap<>();

  /** The number of the preparation of each shard that is kept: one that is repeated has another. */
  private final Map<Shard, Integer> wanted = new ConcurrentHashMap<>();

  /** The preparation for which the caches were filled. */
  private final Map<Shard, Integer> filled = new ConcurrentHashMap<>();

  /** The preparations that the lists in progress are for; empty without such lists. */
  private Map<Shard, Integer> listing = Map.of();

  private final AtomicInteger preparations = new AtomicInteger();
  private final Set<Shard> stopped = ConcurrentHashMap.newKeySet();
  private boolean loopStarted;

  /**
   * @param onStarting runs before the caches are filled for the first time
   */
  ShardWork(Components components, ShardAccess access, Timeline timeline, Runnable onStarting) {
    this.components = components;
    this.access = access;
    this.timeline = timeline;
    this.onStarting = onStarting;
  }

  private static ExecutorService single(String name) {
    return Executors.newSingleThreadExecutor(Thread.ofVirtual().name(name).factory());
  }

  /** Work that may be interrupted by the shutdown. */
  @FunctionalInterface
  private interface Blocking {
    void run() throws InterruptedException;
  }

  private static void execute(ExecutorService executor, Blocking task) {
    try {
      executor.execute(() -> run(task));
    } catch (RejectedExecutionException closed) {
      LOG.debug("shards: closed");
    }
  }

  private static void run(Blocking task) {
    try {
      task.run();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException failure) {
      LOG.error("shards: unexpected failure", failure);
    }
  }

  private void execute(Shard shard, Blocking task) {
    execute(work.computeIfAbsent(shard, any -> single("shard-" + shard.index())), task);
  }

  @Override
  public void prepare(Shard shard) {
    access.keep(shard, true);
    wanted.put(shard, preparations.incrementAndGet());
    execute(fills, this::fillUntilDone);
  }

  private void fillUntilDone() throws InterruptedException {
    while (true) {
      try {
        if (!fill()) {
          execute(fills, this::fillUntilDone);
        }
        return;
      } catch (RuntimeException failure) {
        LOG.error(
            "shards: the caches were not filled; trying again in {}",
            GoDuration.format(RETRY),
            failure);
        timeline.sleep(RETRY);
      }
    }
  }

  /**
   * Fills a shard again that is prepared again during the fill: its objects may be dropped.
   *
   * @return false if the lists have not ended in time: they continue
   */
  private boolean fill() throws InterruptedException {
    if (listing.isEmpty() && !beginLists()) {
      return true;
    }
    if (!areListed()) {
      LOG.warn(
          "shards {}: not taken over yet, their objects were not listed within {}: {}",
          listing.keySet().stream().map(Shard::index).sorted().toList(),
          GoDuration.format(LISTS_TIMEOUT),
          components.missingLists());
      return false;
    }
    filled.putAll(listing);
    listing = Map.of();
    return true;
  }

  /** Begins the lists that are missing; returns whether there are any. */
  private boolean beginLists() throws InterruptedException {
    Map<Shard, Integer> now = new HashMap<>(wanted);
    now.entrySet().removeAll(filled.entrySet());
    if (now.isEmpty()) {
      return false;
    }
    if (loopStarted) {
      components.relist();
    } else {
      onStarting.run();
      components.loop().start();
      loopStarted = true;
    }
    listing = now;
    return true;
  }

  private boolean areListed() throws InterruptedException {
    Instant end = timeline.now().plus(LISTS_TIMEOUT);
    while (!components.isRelisted()) {
      if (!timeline.now().isBefore(end)) {
        return false;
      }
      timeline.sleep(POLL);
    }
    return true;
  }

  @Override
  public boolean isPrepared(Shard shard) {
    Integer preparation = wanted.get(shard);
    return preparation != null && preparation.equals(filled.get(shard));
  }

  /** The number of the current run of a shard, to detect that it has ended. */
  private int next(Shard shard) {
    return runs.merge(shard, 1, Integer::sum);
  }

  private boolean isCurrent(Shard shard, int run) {
    return runs.getOrDefault(shard, 0) == run;
  }

  /** After the work in progress, which may have released the state. */
  @Override
  public void start(Shard shard) {
    stopped.remove(shard);
    int run = next(shard);
    execute(
        shard,
        () -> {
          components.state().load(shard);
          if (isCurrent(shard, run)) {
            begin(shard);
          }
        });
  }

  private void begin(Shard shard) {
    access.open(shard);
    components.loop().makeDue(shard::contains);
  }

  @Override
  public void stop(Shard shard) {
    stopped.remove(shard);
    int run = next(shard);
    access.drain(shard);
    execute(
        shard,
        () -> {
          while (isCurrent(shard, run) && !access.isDrained(shard)) {
            timeline.sleep(POLL);
          }
          if (isCurrent(shard, run)) {
            components.state().release(shard);
            stopped.add(shard);
          }
        });
  }

  @Override
  public boolean isStopped(Shard shard) {
    return stopped.contains(shard);
  }

  @Override
  public void drop(Shard shard) {
    next(shard);
    access.close(shard);
    wanted.remove(shard);
    stopped.remove(shard);
    access.keep(shard, false);
    execute(
        shard,
        () -> {
          components.state().release(shard);
          execute(fills, () -> dropUnlessWanted(shard));
        });
  }

  /** If it is prepared again later, the caches are filled again after this. */
  private void dropUnlessWanted(Shard shard) {
    if (!wanted.containsKey(shard)) {
      components.drop(namespace -> !namespace.isEmpty() && shard.contains(namespace));
    }
  }

  @Override
  public void close() {
    fills.shutdownNow();
    work.values().forEach(ExecutorService::shutdownNow);
  }
}
