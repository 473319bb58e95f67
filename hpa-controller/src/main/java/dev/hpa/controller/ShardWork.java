package dev.hpa.controller;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.shards.ShardGate;
import dev.hpa.controller.shards.ShardHost;
import dev.hpa.controller.wiring.Components;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The caches, the reconciles and the state of the shards of a controller. Work that blocks runs on
 * virtual threads: one fills the caches, for all shards that wait at that time together; each shard
 * has its own work in order.
 */
final class ShardWork implements ShardHost, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ShardWork.class);
  private static final Duration POLL = Duration.ofMillis(10);

  private final Components components;
  private final ShardGate gate;
  private final Timeline timeline;
  private final Runnable onStarting;
  private final ExecutorService fills = single("shard-caches");
  private final Map<Shard, ExecutorService> work = new ConcurrentHashMap<>();
  private final Map<Shard, Integer> runs = new ConcurrentHashMap<>();
  private final Set<Shard> wanted = ConcurrentHashMap.newKeySet();
  private final Set<Shard> filled = ConcurrentHashMap.newKeySet();
  private final Set<Shard> stopped = ConcurrentHashMap.newKeySet();
  private boolean loopStarted;

  /**
   * @param onStarting runs before the caches are filled for the first time
   */
  ShardWork(Components components, ShardGate gate, Timeline timeline, Runnable onStarting) {
    this.components = components;
    this.gate = gate;
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
    executor.execute(
        () -> {
          try {
            task.run();
          } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
          } catch (RuntimeException failure) {
            LOG.error("shards: unexpected failure", failure);
          }
        });
  }

  private void execute(Shard shard, Blocking task) {
    execute(work.computeIfAbsent(shard, any -> single("shard-" + shard.index())), task);
  }

  @Override
  public void prepare(Shard shard) {
    gate.keep(shard, true);
    wanted.add(shard);
    execute(fills, this::fill);
  }

  private void fill() throws InterruptedException {
    Set<Shard> now = new HashSet<>(wanted);
    now.removeAll(filled);
    if (now.isEmpty()) {
      return;
    }
    if (loopStarted) {
      components.relist();
      while (!components.isRelisted()) {
        timeline.sleep(POLL);
      }
    } else {
      onStarting.run();
      components.loop().start();
      loopStarted = true;
    }
    now.retainAll(wanted);
    filled.addAll(now);
  }

  @Override
  public boolean isPrepared(Shard shard) {
    return filled.contains(shard);
  }

  /** The number of the current run of a shard, to detect that it has ended meanwhile. */
  private int next(Shard shard) {
    return runs.merge(shard, 1, Integer::sum);
  }

  private boolean isCurrent(Shard shard, int run) {
    return runs.getOrDefault(shard, 0) == run;
  }

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
    gate.open(shard);
    components.loop().enqueue(shard::contains);
  }

  @Override
  public void stop(Shard shard) {
    stopped.remove(shard);
    int run = next(shard);
    gate.drain(shard);
    execute(
        shard,
        () -> {
          while (isCurrent(shard, run) && !gate.isDrained(shard)) {
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

  /** After the work in progress, which may have released the state. */
  @Override
  public void resume(Shard shard) {
    start(shard);
  }

  @Override
  public void drop(Shard shard) {
    next(shard);
    gate.close(shard);
    wanted.remove(shard);
    filled.remove(shard);
    stopped.remove(shard);
    gate.keep(shard, false);
    execute(
        shard,
        () -> {
          components.state().release(shard);
          if (!wanted.contains(shard)) {
            components.drop(namespace -> !namespace.isEmpty() && shard.contains(namespace));
          }
        });
  }

  @Override
  public void close() {
    fills.shutdownNow();
    work.values().forEach(ExecutorService::shutdownNow);
  }
}
