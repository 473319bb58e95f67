package dev.hpa.controller.plugins;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.GoDuration;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.reconcile.WorkSlots;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.ScaleException.Reason;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Isolates the calls of one scale client of a plug-in with a bulkhead, a deadline and a circuit
 * breaker. A reconcile releases its worker while it waits. A {@link ScaleException} of the client
 * is a regular result; any other exception is a fault. Thread-safe.
 */
final class ScaleClientGateway implements ScaleClient {

  private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

  private final String name;
  private final ScaleClient client;
  private final Duration deadline;
  private final Timeline timeline;
  private final WorkSlots slots;
  private final Bulkhead bulkhead;
  private final FaultMonitor faults;

  /**
   * @param deadline of a call, on the timeline
   * @param concurrency the maximum number of concurrent calls of a namespace; see {@link Bulkhead}
   * @param slots the workers, which are released while calls wait
   */
  ScaleClientGateway(
      String name,
      ScaleClient client,
      Duration deadline,
      int concurrency,
      Timeline timeline,
      ThreadFactory threads,
      WorkSlots slots) {
    this.name = name;
    this.client = client;
    this.deadline = deadline;
    this.timeline = timeline;
    this.slots = slots;
    this.bulkhead = new Bulkhead(new ReentrantLock(), timeline, threads, deadline, concurrency);
    this.faults = new FaultMonitor("the scale client " + name, timeline);
  }

  @FunctionalInterface
  private interface ScaleCall {
    @Nullable TargetScale call() throws ScaleException;
  }

  @Override
  public TargetScale read(String namespace, CrossVersionObjectReference target)
      throws ScaleException {
    return call(
        Reason.READ,
        new NamespacedName(namespace, target.name()),
        () -> client.read(namespace, target));
  }

  @Override
  public TargetScale reread(TargetScale target) throws ScaleException {
    return call(Reason.READ, tenant(target), () -> client.reread(target));
  }

  @Override
  public TargetScale write(TargetScale target) throws ScaleException {
    return call(Reason.WRITE, tenant(target), () -> client.write(target));
  }

  private static NamespacedName tenant(TargetScale target) {
    return new NamespacedName(target.namespace(), target.name());
  }

  private TargetScale call(Reason reason, NamespacedName tenant, ScaleCall work)
      throws ScaleException {
    String refusal = faults.refusal(tenant.namespace());
    if (refusal != null) {
      throw failure(reason, refusal, null);
    }
    IsolatedCall call = new IsolatedCall(reason, tenant.namespace(), work);
    bulkhead.add(tenant, call);
    return slots.waitFor(call::await).get();
  }

  /** The result of a call: a scale or an exception. */
  private record Outcome(@Nullable TargetScale scale, @Nullable ScaleException failure) {
    TargetScale get() throws ScaleException {
      if (failure != null) {
        throw failure;
      }
      if (scale == null) {
        throw new IllegalStateException("a call without an outcome");
      }
      return scale;
    }
  }

  private final class IsolatedCall implements Bulkhead.Call {
    private final Reason reason;
    private final String namespace;
    private final ScaleCall work;
    private final Instant requested = timeline.now();
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

    IsolatedCall(Reason reason, String namespace, ScaleCall work) {
      this.reason = reason;
      this.namespace = namespace;
      this.work = work;
    }

    @Override
    public boolean begin(NamespacedName turn) {
      return !outcome.isDone();
    }

    @Override
    public void run() {
      try {
        TargetScale scale = work.call();
        checkScale(scale);
        success();
        outcome.complete(new Outcome(scale, null));
      } catch (ScaleException answer) {
        success();
        outcome.complete(new Outcome(null, answer));
      } catch (Throwable fault) {
        failed(fault);
      }
    }

    private void success() {
      if (!outcome.isDone()) {
        faults.success(namespace);
      }
    }

    @Override
    public void expire() {
      if (outcome.isDone()) {
        return;
      }
      // Counted first: a caller that receives the failure may call again immediately.
      faults.missedDeadline(namespace, requested);
      String text = "did not answer within " + GoDuration.format(deadline);
      outcome.complete(new Outcome(null, failure(reason, text, null)));
    }

    @Override
    public void failed(Throwable fault) {
      if (outcome.isDone()) {
        return;
      }
      faults.threw(namespace, fault);
      String text = "failed: " + FaultMessage.of(fault);
      outcome.complete(new Outcome(null, failure(reason, text, fault)));
    }

    @Override
    public void cancel() {
      outcome.cancel(false);
    }

    Outcome await() {
      try {
        return outcome.get();
      } catch (InterruptedException stopping) {
        cancel();
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted while waiting for " + name);
      } catch (ExecutionException impossible) {
        throw new IllegalStateException(impossible.getCause());
      }
    }
  }

  private static void checkScale(@Nullable TargetScale scale) {
    if (scale == null) {
      throw new IllegalArgumentException("returned null and not a scale");
    }
    if (scale.scale() == null || scale.metadata() == null || scale.group() == null) {
      throw new IllegalArgumentException("returned a target without scale, metadata or group");
    }
  }

  private ScaleException failure(Reason reason, String what, @Nullable Throwable cause) {
    return new ScaleException(reason, "the scale client " + name + " " + what, cause);
  }

  ProviderState state() {
    return new ProviderState(name, faults.isCircuitOpen(), bulkhead.waiting(), false);
  }

  /** Cancels queued calls and interrupts running ones. */
  void abandon() {
    bulkhead.close();
  }

  @Override
  public void close() {
    abandon();
    PluginCall.close("scale client " + name, timeline, CLOSE_DEADLINE, client::close);
  }
}
