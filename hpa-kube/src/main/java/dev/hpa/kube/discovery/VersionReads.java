package dev.hpa.kube.discovery;

import dev.hpa.kube.http.RateLimitWaitListener;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads of the resources of group versions, of which each may be served by another program: one
 * that responds slowly delays the others once and not at all until its response has ended.
 * Thread-safe.
 */
final class VersionReads {

  private final Duration longest;
  private final Set<String> running = ConcurrentHashMap.newKeySet();

  /**
   * @param longest that a response is waited for, in real time
   */
  VersionReads(Duration longest) {
    this.longest = longest;
  }

  /** Takes a part of a response; never at the same time as the thread that waits for it. */
  @FunctionalInterface
  interface Part {
    void take() throws IOException;
  }

  /**
   * A read; used by its own thread, and by the one that waits for it. Reports waits for the rate
   * limit only while it is awaited.
   */
  static final class Read implements RateLimitWaitListener {
    private final CompletableFuture<String> result = new CompletableFuture<>();
    private final RateLimitWaitListener observer = OBSERVER.orElse(NONE);
    private int waits;
    private boolean isAbandoned;

    @Override
    public synchronized void begun() {
      if (!isAbandoned) {
        waits++;
        observer.begun();
      }
    }

    @Override
    public synchronized void ended() {
      if (waits > 0) {
        waits--;
        observer.ended();
      }
    }

    /**
     * Takes a part of the response.
     *
     * @throws IOException if it is not awaited any more
     */
    synchronized void part(Part part) throws IOException {
      if (isAbandoned) {
        throw new IOException("the server responds too slowly");
      }
      part.take();
    }

    private synchronized void abandon() {
      isAbandoned = true;
      while (waits > 0) {
        ended();
      }
    }
  }

  /** Sends the request of a read and returns the group version of the response. */
  @FunctionalInterface
  interface Request {
    String send(Read read) throws KubernetesApiException;
  }

  /**
   * Reads the resources of a group version.
   *
   * @return the group version of the response
   * @throws KubernetesApiException if it fails or takes too long, or an earlier one still runs
   */
  String read(String groupVersion, Request request) throws KubernetesApiException {
    if (!running.add(groupVersion)) {
      throw tooSlow(groupVersion, null);
    }
    Read read = new Read();
    Thread.ofVirtual().name("discovery").start(() -> run(groupVersion, request, read));
    try {
      return read.result.get(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      read.abandon();
      throw tooSlow(groupVersion, late);
    } catch (InterruptedException stopping) {
      read.abandon();
      Thread.currentThread().interrupt();
      throw new KubernetesApiException(0, "", "interrupted while resources are listed", stopping);
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof KubernetesApiException ofServer) {
        throw ofServer;
      }
      throw new KubernetesApiException(0, "", String.valueOf(failure.getMessage()), failure);
    }
  }

  private void run(String groupVersion, Request request, Read read) {
    String found = "";
    Throwable failure = null;
    try {
      found =
          ScopedValue.where(RateLimitWaitListener.OBSERVER, read).call(() -> request.send(read));
    } catch (Throwable any) {
      failure = any;
    }
    // First: who waits may read it again at once.
    running.remove(groupVersion);
    if (failure == null) {
      read.result.complete(found);
    } else {
      read.result.completeExceptionally(failure);
    }
  }

  private KubernetesApiException tooSlow(String groupVersion, @Nullable Exception late) {
    return new KubernetesApiException(
        0,
        "",
        "the resources of %s were not listed within %d s"
            .formatted(groupVersion, longest.toSeconds()),
        late);
  }
}
