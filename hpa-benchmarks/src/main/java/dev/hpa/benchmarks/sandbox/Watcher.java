package dev.hpa.benchmarks.sandbox;

import dev.hpa.benchmarks.setup.Connection;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import okhttp3.Call;
import okhttp3.Protocol;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/** A watch of all pods that records the time of each event. Read its results after it has ended. */
final class Watcher implements Runnable {

  private final Call call;
  private final WatchEncoding encoding;
  private final CountDownLatch open = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  private long[] revisions = new long[1 << 16];
  private long[] nanos = new long[1 << 16];
  private int count;
  private @Nullable String problem;
  private volatile long latestRevision;

  private Watcher(Call call, WatchEncoding encoding, long from) {
    this.call = call;
    this.encoding = encoding;
    this.latestRevision = from;
  }

  /** Opens a watch from a revision, and returns when the server has accepted it. */
  static Watcher open(Connection connection, WatchEncoding encoding, long from)
      throws InterruptedException {
    Connection separate = connection.another(Protocol.HTTP_2, Protocol.HTTP_1_1);
    Call call =
        separate.call(
            separate
                .request("/api/v1/pods?watch=true&timeoutSeconds=36000&resourceVersion=" + from)
                .header("Accept", encoding.mediaType())
                .build());
    Watcher watcher = new Watcher(call, encoding, from);
    Thread.ofPlatform().daemon().name("watch-" + encoding).start(watcher);
    watcher.open.await();
    return watcher;
  }

  @Override
  public void run() {
    try (Response response = call.execute()) {
      open.countDown();
      if (response.code() != 200) {
        problem = "failed with status " + response.code();
        return;
      }
      readEvents(response.body().source());
    } catch (IOException | RuntimeException failure) {
      if (!call.isCanceled()) {
        problem = "closed: " + failure;
      }
    } finally {
      open.countDown();
      ended.countDown();
    }
  }

  private void readEvents(BufferedSource in) throws IOException {
    while (problem == null) {
      WatchEncoding.Event event = encoding.next(in);
      if (!event.type().equals("MODIFIED")) {
        problem = "unexpected event of type " + event.type();
      } else if (event.revision() <= latestRevision) {
        problem = "revision %d after %d".formatted(event.revision(), latestRevision);
      } else {
        record(event.revision());
      }
    }
  }

  private void record(long revision) {
    if (count == revisions.length) {
      revisions = Arrays.copyOf(revisions, 2 * count);
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    revisions[count] = revision;
    nanos[count] = System.nanoTime();
    count++;
    latestRevision = revision;
  }

  WatchEncoding encoding() {
    return encoding;
  }

  /** Returns the latest revision received. */
  long latestRevision() {
    return latestRevision;
  }

  boolean hasEnded() {
    return ended.getCount() == 0;
  }

  /** Ends the watch. */
  void stop() throws InterruptedException {
    call.cancel();
    ended.await();
  }

  /** Returns the error; null if there was none. */
  @Nullable String problem() {
    return problem;
  }

  /** Returns the received revisions, in order of arrival. */
  long[] revisions() {
    return Arrays.copyOf(revisions, count);
  }

  /** Returns the arrival times, by {@link System#nanoTime}. */
  long[] nanos() {
    return Arrays.copyOf(nanos, count);
  }
}
