package dev.hpa.controller.state;

import dev.hpa.api.GoDuration;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.shards.Shard;
import dev.hpa.kube.client.OutageLog;
import dev.hpa.kube.client.UnexpectedFailures;
import dev.hpa.kube.client.WriteFence;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shard whose state is kept: loads and saves its checkpoint, and reports failures when they
 * begin, change and end. Thread-safe; one load or save runs at a time.
 */
final class KeptShard {

  private static final Logger LOG = LoggerFactory.getLogger(KeptShard.class);

  /** What happens without a checkpoint, for messages. */
  private static final String LOSS = "windows begin anew";

  private static final Duration LOAD_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LOAD_RETRY = Duration.ofSeconds(1);

  /** After which a save begins no further write. */
  private static final Duration LONGEST_SAVE = Duration.ofSeconds(20);

  private static final Duration MAX_BACKOFF = Duration.ofMinutes(5);

  /** Clocks that differ by less are not reported. */
  private static final Duration TOLERATED_SKEW = Duration.ofSeconds(2);

  private final Shard shard;
  private final ShardCheckpoint checkpoint;
  private final WriteFence fence;
  private final Duration interval;
  private final Timeline timeline;
  private final StateListener listener;
  private final OutageLog outages;
  private final UnexpectedFailures failures = new UnexpectedFailures(KeptShard.class);
  private final ReentrantLock lock = new ReentrantLock();
  private Instant nextTry = Instant.MIN;
  private Duration backoff = Duration.ZERO;
  private boolean isOmissionLogged;
  private volatile boolean isActive;
  private volatile boolean isReleased;
  private volatile long size;
  private volatile long configMaps;
  private volatile Instant lastSaved = Instant.EPOCH;

  KeptShard(
      Shard shard,
      StateAccess access,
      StateSettings settings,
      Timeline timeline,
      StateListener listener) {
    this.shard = shard;
    this.checkpoint =
        new ShardCheckpoint(new CheckpointStore(access.api(), settings, shard), settings, shard);
    this.fence = access.fence();
    this.interval = settings.options().interval();
    this.timeline = timeline;
    this.listener = listener;
    this.outages = new OutageLog(LOG, subject(), timeline::now);
  }

  private String subject() {
    return "state of shard " + shard.index() + " of " + shard.count();
  }

  Shard shard() {
    return shard;
  }

  /** Called before an autoscaler of the shard is reconciled. */
  void activate() {
    isActive = true;
  }

  boolean isActive() {
    return isActive;
  }

  /** The size of the checkpoint that was saved last, in bytes. */
  long size() {
    return size;
  }

  /** The number of ConfigMaps of the checkpoint. */
  long configMaps() {
    return configMaps;
  }

  /** The wall-clock time of the last successful save; {@link Instant#EPOCH} before it. */
  Instant lastSaved() {
    return lastSaved;
  }

  /**
   * Loads the checkpoint, with retries while the API server is unavailable.
   *
   * @return the saved autoscalers; empty if they cannot be loaded
   */
  Map<NamespacedName, SavedAutoscaler> load() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Instant until = timeline.now().plus(LOAD_TIMEOUT);
      while (true) {
        try {
          LoadedState loaded = checkpoint.load(this::report);
          report(loaded);
          return loaded.autoscalers();
        } catch (KubernetesApiException failure) {
          if (!SaveResult.of(failure).isOfServer() || !timeline.now().isBefore(until)) {
            LOG.warn("{}: not loaded, {}: {}; see docs/state.md", subject(), LOSS, failure.text());
            listener.ignoredCheckpoint("unavailable");
            return Map.of();
          }
          LOG.debug("{}: not loaded yet: {}", subject(), failure.text());
        } catch (RuntimeException unexpected) {
          LOG.warn("{}: not loaded, {}", subject(), LOSS, unexpected);
          listener.ignoredCheckpoint("corrupt");
          return Map.of();
        }
        timeline.sleep(LOAD_RETRY);
      }
    } finally {
      lock.unlock();
    }
  }

  private void report(ShardCheckpoint.Ignored ignored) {
    LOG.warn(
        "{}: ConfigMap \"{}\" is ignored and will be replaced: {}",
        subject(),
        ignored.configMap(),
        ignored.problem().text());
    listener.ignoredCheckpoint(ignored.problem().reason().name().toLowerCase(Locale.ROOT));
  }

  private void report(LoadedState loaded) {
    if (loaded.oversized() > 0) {
      LOG.warn(
          "{}: the state of {} HPAs is larger than {} and ignored, {} for them",
          subject(),
          loaded.oversized(),
          Limit.SAVED_BYTES.text(),
          LOSS);
      IntStream.range(0, loaded.oversized()).forEach(any -> listener.ignoredAutoscaler("invalid"));
    }
    if (loaded.configMaps() == 0) {
      LOG.info("{}: nothing to restore, {}", subject(), LOSS);
      return;
    }
    Duration age = Duration.between(loaded.writtenAt(), timeline.wall());
    LOG.info(
        "{}: restoring {} HPAs from {} ConfigMaps, written {} ago by \"{}\"",
        subject(),
        loaded.autoscalers().size(),
        loaded.configMaps(),
        GoDuration.format(age.isNegative() ? Duration.ZERO : Duration.ofSeconds(age.toSeconds())),
        loaded.writer());
    if (age.negated().compareTo(TOLERATED_SKEW) > 0) {
      LOG.warn(
          "{}: written {} after the time of this replica; times after it are set to it; synchronize"
              + " the clocks of the nodes",
          subject(),
          GoDuration.format(age.negated()));
    }
  }

  /**
   * Saves the shard at the end of an interval, unless it is being saved or an error is recent.
   *
   * @param state the state at a wall-clock time
   */
  void saveIfDue(Function<Instant, Map<NamespacedName, SavedAutoscaler>> state) {
    if (lock.tryLock()) {
      try {
        if (!timeline.now().isBefore(nextTry)) {
          saveLocked(state, false);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** Saves the shard now. */
  void save(Function<Instant, Map<NamespacedName, SavedAutoscaler>> state)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      saveLocked(state, false);
    } finally {
      lock.unlock();
    }
  }

  /** Saves the shard a last time. */
  void release(Function<Instant, Map<NamespacedName, SavedAutoscaler>> state)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      saveLocked(state, true);
      isReleased = true;
    } finally {
      lock.unlock();
    }
  }

  /** Before the first reconcile nothing has changed, and the caches may be empty. */
  private void saveLocked(
      Function<Instant, Map<NamespacedName, SavedAutoscaler>> state, boolean all) {
    if (!isActive || isReleased || !fence.remaining("").isPositive()) {
      return;
    }
    Instant begun = timeline.now();
    Instant wall = ShardCheckpoint.milliseconds(timeline.wall());
    try {
      Instant late = begun.plus(LONGEST_SAVE);
      int written =
          checkpoint.save(state.apply(wall), wall, all, () -> !timeline.now().isBefore(late));
      reportOmitted();
      if (written == 0) {
        return;
      }
      lastSaved = wall;
      size = checkpoint.size();
      configMaps = checkpoint.configMaps();
      backoff = Duration.ZERO;
      nextTry = Instant.MIN;
      outages.over();
      ended(SaveResult.SUCCESS, begun);
    } catch (KubernetesApiException failure) {
      SaveResult result = SaveResult.of(failure);
      if (result == SaveResult.TOO_LARGE) {
        checkpoint.shrinkParts();
      }
      failed(result, failure.text(), begun);
    } catch (ShardCheckpoint.SupersededException newer) {
      failed(SaveResult.SUPERSEDED, String.valueOf(newer.getMessage()), begun);
    } catch (RuntimeException unexpected) {
      failures.met(subject() + ": not saved", unexpected);
      failed(SaveResult.FAILED, unexpected.toString(), begun);
    }
  }

  private void reportOmitted() {
    if (checkpoint.omitted() > 0 && !isOmissionLogged) {
      isOmissionLogged = true;
      LOG.warn(
          "{}: the state of {} HPAs is too large and not saved, {} for them; see"
              + " docs/state.md",
          subject(),
          checkpoint.omitted(),
          LOSS);
    }
  }

  private void failed(SaveResult result, String why, Instant begun) {
    Duration longer = backoff.isZero() ? interval : backoff.multipliedBy(2);
    backoff = longer.compareTo(MAX_BACKOFF) > 0 ? MAX_BACKOFF : longer;
    nextTry = timeline.now().plus(backoff);
    outages.met(result.label(), "not saved, decisions continue: " + why);
    ended(result, begun);
  }

  private void ended(SaveResult result, Instant begun) {
    listener.saved(shard, result, Duration.between(begun, timeline.now()));
  }
}
