package dev.hpa.controller.state;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.shards.Shard;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state that decisions depend on, and the history that the dashboard shows. Decisions do not
 * wait for the history: it is loaded in the background, and an autoscaler's part is restored at the
 * first sync after that. Thread-safe.
 */
public final class StateWithHistory implements StateKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(StateWithHistory.class);

  private final CheckpointKeeper state;
  private final CheckpointKeeper history;
  private final ExecutorService background;
  private final Map<Shard, Future<?>> loading = new ConcurrentHashMap<>();

  /**
   * @param background runs the loads of the history; shut down with this
   */
  public StateWithHistory(
      CheckpointKeeper state, CheckpointKeeper history, ExecutorService background) {
    this.state = state;
    this.history = history;
    this.background = background;
  }

  @Override
  public Optional<CheckpointKeeper> checkpoints() {
    return Optional.of(state);
  }

  @Override
  public void load(Shard shard) throws InterruptedException {
    stopLoading(shard);
    try {
      loading.put(
          shard,
          background.submit(
              () -> {
                history.load(shard);
                return null;
              }));
    } catch (RejectedExecutionException closed) {
      LOG.debug("history: not loaded, the controller shuts down");
    }
    state.load(shard);
  }

  /** The load of a shard that is released must not end after its release. */
  private void stopLoading(Shard shard) {
    Future<?> load = loading.remove(shard);
    if (load == null) {
      return;
    }
    if (!load.isDone()) {
      load.cancel(true);
      return;
    }
    try {
      load.get();
    } catch (ExecutionException failure) {
      LOG.error("history: unexpected failure; decisions continue", failure.getCause());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void save(Shard shard) {
    state.save(shard);
  }

  @Override
  public void release(Shard shard) {
    stopLoading(shard);
    state.release(shard);
    history.release(shard);
  }

  @Override
  public void restore(HorizontalPodAutoscaler hpa) {
    state.restore(hpa);
    history.restore(hpa);
  }

  @Override
  public void forget(NamespacedName autoscaler) {
    state.forget(autoscaler);
    history.forget(autoscaler);
  }

  @Override
  public void close() {
    background.shutdownNow();
    state.close();
    history.close();
  }
}
