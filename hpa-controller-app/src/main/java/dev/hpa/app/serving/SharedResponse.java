package dev.hpa.app.serving;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A response that is computed once for all requests that wait for it, so that many requests take
 * the memory of one. Thread-safe.
 */
final class SharedResponse {

  private final Supplier<PageResponse> source;
  private final AtomicReference<@Nullable FutureTask<PageResponse>> running =
      new AtomicReference<>();

  SharedResponse(Supplier<PageResponse> source) {
    this.source = source;
  }

  /** The response that is being computed, else a new one. */
  PageResponse get() {
    FutureTask<PageResponse> own = new FutureTask<>(source::get);
    FutureTask<PageResponse> other = running.compareAndExchange(null, own);
    if (other != null) {
      return result(other);
    }
    own.run();
    running.set(null);
    return result(own);
  }

  private static PageResponse result(FutureTask<PageResponse> task) {
    try {
      return task.get();
    } catch (ExecutionException failure) {
      throw new IllegalStateException("the response cannot be computed", failure.getCause());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return PageResponse.text(503, "503 Service Unavailable: the server shuts down\n");
    }
  }
}
