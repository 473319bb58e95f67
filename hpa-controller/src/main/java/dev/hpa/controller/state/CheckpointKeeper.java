package dev.hpa.controller.state;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.shards.Shard;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps state in checkpoints: ConfigMaps of each shard, in the namespace of the Lease.
 *
 * <p>What was loaded is restored autoscaler by autoscaler, right before their first reconcile, when
 * their UIDs and windows are known. Until then it is part of each checkpoint as it was loaded.
 */
public final class CheckpointKeeper implements StateKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointKeeper.class);

  /** The longest time of the last save of a shard; real time. */
  private static final Duration LAST_SAVE = Duration.ofSeconds(5);

  private final StateSettings settings;
  private final Set<StateSection> sections;
  private final AutoscalerCache autoscalers;
  private final Function<Shard, StateAccess> access;
  private final Timeline timeline;
  private final Map<Shard, KeptShard> shards = new ConcurrentHashMap<>();
  private final Map<NamespacedName, SavedAutoscaler> unrestored = new ConcurrentHashMap<>();
  private final AtomicBoolean isSaving = new AtomicBoolean();
  private final AtomicBoolean hasWarned = new AtomicBoolean();
  private final ExecutorService saves;
  private volatile StateListener listener = StateListener.NONE;
  private Timeline.@Nullable Scheduled periodic;

  /**
   * @param access the access to the ConfigMaps of a shard
   */
  public CheckpointKeeper(
      StateSettings settings,
      Set<StateSection> sections,
      AutoscalerCache autoscalers,
      Function<Shard, StateAccess> access,
      Timeline timeline) {
    this(
        settings,
        sections,
        autoscalers,
        access,
        timeline,
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("state-", 0).factory()));
  }

  /**
   * @param saves runs the saves; shut down with this
   */
  CheckpointKeeper(
      StateSettings settings,
      Set<StateSection> sections,
      AutoscalerCache autoscalers,
      Function<Shard, StateAccess> access,
      Timeline timeline,
      ExecutorService saves) {
    this.saves = saves;
    this.settings = settings;
    this.sections = ImmutableCopies.set(sections);
    this.autoscalers = autoscalers;
    this.access = access;
    this.timeline = timeline;
  }

  /** Reports to this listener what is loaded, saved and restored from now on. */
  public void onChange(StateListener value) {
    listener = value;
  }

  @Override
  public Optional<CheckpointKeeper> checkpoints() {
    return Optional.of(this);
  }

  @Override
  public void load(Shard shard) throws InterruptedException {
    KeptShard kept = new KeptShard(shard, access.apply(shard), settings, timeline, listener);
    Map<NamespacedName, SavedAutoscaler> loaded = kept.load();
    unrestored.keySet().removeIf(key -> shard.contains(key.namespace()));
    unrestored.putAll(loaded);
    shards.put(shard, kept);
    startPeriodic();
  }

  private synchronized void startPeriodic() {
    if (periodic == null) {
      periodic = timeline.every(settings.options().interval(), this::saveAllLater);
    }
  }

  /** Skips an interval while the previous saves run. */
  private void saveAllLater() {
    if (isSaving.getAndSet(true)) {
      return;
    }
    try {
      saves.execute(
          () -> {
            try {
              shards.values().forEach(each -> each.saveIfDue(now -> state(each.shard(), now)));
            } finally {
              isSaving.set(false);
            }
          });
    } catch (RejectedExecutionException closed) {
      isSaving.set(false);
    }
  }

  @Override
  public void save(Shard shard) {
    KeptShard kept = shards.get(shard);
    if (kept != null) {
      withinTimeout(() -> kept.save(now -> state(shard, now)));
    }
  }

  @Override
  public void release(Shard shard) {
    KeptShard kept = shards.get(shard);
    if (kept == null) {
      return;
    }
    withinTimeout(() -> kept.release(now -> state(shard, now)));
    shards.remove(shard, kept);
    unrestored.keySet().removeIf(key -> shard.contains(key.namespace()));
  }

  /** A task that may be interrupted. */
  @FunctionalInterface
  private interface Task {
    void run() throws InterruptedException;
  }

  private void withinTimeout(Task task) {
    Future<?> saving;
    CountDownLatch ended = new CountDownLatch(1);
    try {
      saving =
          saves.submit(
              () -> {
                try {
                  task.run();
                  return null;
                } finally {
                  ended.countDown();
                }
              });
    } catch (RejectedExecutionException closed) {
      return;
    }
    try {
      if (timeline.awaitReal(ended, LAST_SAVE)) {
        saving.get();
      } else {
        saving.cancel(true);
        LOG.warn("state: not saved within {} s", LAST_SAVE.toSeconds());
      }
    } catch (ExecutionException failure) {
      LOG.error("state: unexpected failure; decisions continue", failure.getCause());
    } catch (InterruptedException stopping) {
      saving.cancel(true);
      Thread.currentThread().interrupt();
    }
  }

  /** The state of a shard: what is known now, and what was loaded and is not restored yet. */
  private Map<NamespacedName, SavedAutoscaler> state(Shard shard, Instant now) {
    Map<NamespacedName, SavedAutoscaler> loaded = new HashMap<>();
    unrestored.forEach(
        (key, saved) -> {
          if (shard.contains(key.namespace()) && saved.uid().equals(uid(key))) {
            loaded.put(key, saved);
          }
        });
    Map<NamespacedName, Map<String, JsonNode>> known = new HashMap<>();
    for (StateSection section : sections) {
      section
          .save(shard::contains)
          .forEach(
              (key, value) ->
                  known.computeIfAbsent(key, any -> new HashMap<>()).put(section.name(), value));
    }
    Map<NamespacedName, SavedAutoscaler> state = new HashMap<>(loaded);
    known.forEach(
        (key, values) -> {
          String uid = uid(key);
          if (!uid.isEmpty() && !unrestored.containsKey(key)) {
            state.put(key, new SavedAutoscaler(uid, now, values));
          }
        });
    return state;
  }

  /** The UID of a cached autoscaler; empty for any other. */
  private String uid(NamespacedName key) {
    HorizontalPodAutoscaler hpa = autoscalers.get(key);
    return hpa == null ? "" : uid(hpa);
  }

  private static String uid(HorizontalPodAutoscaler hpa) {
    String uid = hpa.metadata().uid();
    return uid == null ? "" : uid;
  }

  @Override
  public void restore(HorizontalPodAutoscaler hpa) {
    NamespacedName key = NamespacedName.of(hpa.metadata());
    for (KeptShard each : shards.values()) {
      if (!each.isActive() && each.shard().contains(key.namespace())) {
        each.activate();
      }
    }
    SavedAutoscaler saved = unrestored.get(key);
    if (saved == null) {
      return;
    }
    if (saved.uid().equals(uid(hpa))) {
      restore(hpa, saved);
    } else {
      listener.ignoredAutoscaler("recreated");
    }
    unrestored.remove(key, saved);
  }

  private void restore(HorizontalPodAutoscaler hpa, SavedAutoscaler saved) {
    Instant now = timeline.wall();
    Instant at = saved.at().isAfter(now) ? now : saved.at();
    boolean isRestored = false;
    for (StateSection section : sections) {
      JsonNode value = saved.sections().get(section.name());
      if (value != null) {
        try {
          section.restore(hpa, value, at, now);
          isRestored = true;
        } catch (RuntimeException invalid) {
          listener.ignoredAutoscaler("invalid");
          warnOnce(hpa, section, invalid);
        }
      }
    }
    if (isRestored) {
      listener.restored();
    }
  }

  private void warnOnce(
      HorizontalPodAutoscaler hpa, StateSection section, RuntimeException invalid) {
    NamespacedName key = NamespacedName.of(hpa.metadata());
    if (hasWarned.getAndSet(true)) {
      LOG.debug("state of {}: {} ignored: {}", key, section.name(), invalid.getMessage());
    } else {
      LOG.warn(
          "state of {}: {} ignored: {}; more of them are logged at verbosity 4",
          key,
          section.name(),
          invalid.getMessage());
    }
  }

  @Override
  public void forget(NamespacedName autoscaler) {
    unrestored.remove(autoscaler);
  }

  /** The size of the last checkpoint of each loaded shard, in bytes. */
  public Map<Shard, Double> sizes() {
    return byShard(KeptShard::size);
  }

  /** The number of ConfigMaps of each loaded shard. */
  public Map<Shard, Double> configMaps() {
    return byShard(KeptShard::configMaps);
  }

  /** The wall-clock time of the last successful save of each loaded shard, in seconds; 0 before. */
  public Map<Shard, Double> lastSaved() {
    return byShard(each -> each.lastSaved().toEpochMilli() / 1000.0);
  }

  private Map<Shard, Double> byShard(ToDoubleFunction<KeptShard> value) {
    Map<Shard, Double> values = new HashMap<>();
    shards.forEach((shard, kept) -> values.put(shard, value.applyAsDouble(kept)));
    return values;
  }

  @Override
  public void close() {
    synchronized (this) {
      if (periodic != null) {
        periodic.cancel();
      }
    }
    withinTimeout(
        () -> {
          for (KeptShard each : shards.values()) {
            each.release(now -> state(each.shard(), now));
          }
        });
    saves.shutdownNow();
  }
}
