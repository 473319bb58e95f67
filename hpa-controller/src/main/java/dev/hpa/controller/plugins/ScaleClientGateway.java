package dev.hpa.controller.plugins;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.reconcile.WorkSlots;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.ScaleException.Reason;
import dev.hpa.spi.TargetScale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Isolates the calls of one scale client of a plug-in. A reconcile releases its worker while it
 * waits. A {@link ScaleException} of the client is a regular result; any other exception is a
 * fault. Thread-safe.
 */
final class ScaleClientGateway implements ScaleClient {

  private final String name;
  private final ScaleClient client;
  private final UnaryOperator<String> texts;
  private final WorkSlots slots;
  private final IsolatedCalls calls;

  /**
   * @param texts sanitizes texts of failures
   * @param calls those of the client
   * @param slots the workers, which are released while calls wait
   */
  ScaleClientGateway(
      String name,
      ScaleClient client,
      UnaryOperator<String> texts,
      IsolatedCalls calls,
      WorkSlots slots) {
    this.name = name;
    this.client = client;
    this.texts = texts;
    this.calls = calls;
    this.slots = slots;
  }

  /** A call of the client, or what it returned or threw. */
  @FunctionalInterface
  private interface ScaleCall {
    @Nullable TargetScale get() throws ScaleException;
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
    IsolatedCall<ScaleCall> call = calls.call(tenant, () -> outcome(work));
    TargetScale scale = slots.waitFor(() -> awaited(call, reason)).get();
    return Objects.requireNonNull(scale);
  }

  /** Calls the client, on its thread. */
  private ScaleCall outcome(ScaleCall work) {
    try {
      TargetScale scale = work.get();
      checkScale(scale);
      return () -> scale;
    } catch (ScaleException answer) {
      return thrown(safe(answer));
    }
  }

  private static ScaleCall thrown(ScaleException failure) {
    return () -> {
      throw failure;
    };
  }

  private ScaleException safe(ScaleException answer) {
    String text = texts.apply(answer.text());
    return text.equals(answer.text()) ? answer : new ScaleException(answer.reason(), text, null);
  }

  private static void checkScale(@Nullable TargetScale scale) {
    if (scale == null) {
      throw new IllegalArgumentException("returned null and not a scale");
    }
    if (scale.scale() == null || scale.metadata() == null || scale.group() == null) {
      throw new IllegalArgumentException("returned a target without scale, metadata or group");
    }
  }

  private ScaleCall awaited(IsolatedCall<ScaleCall> call, Reason reason) {
    try {
      return call.await(name);
    } catch (CallFailure failure) {
      return thrown(
          new ScaleException(
              reason, "the scale client " + name + " " + failure.predicate(), failure));
    }
  }

  ProviderState state() {
    return new ProviderState(name, calls.isCircuitOpen(), calls.waiting(), false);
  }

  /** Cancels all calls. */
  void abandon() {
    calls.abandon();
  }

  @Override
  public void close() {
    calls.close(client::close);
  }
}
