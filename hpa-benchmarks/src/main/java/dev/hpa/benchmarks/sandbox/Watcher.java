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

/**
 * A watch of all pods that notes which change came when. Its results are read when it has ended.
 */
final class Watcher implements Runnable {

  private final Call call;
  private final EventForm form;
  private final CountDownLatch open = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  private long[] revisions = new long[1 << 16];
  private long[] nanos = new long[1 << 16];
  private int count;
  private @Nullable String problem;
  private volatile long seen;

  private Watcher(Call call, EventForm form, long from) {
    this.call = call;
    this.form = form;
    this.seen = from;
  }

  /** Opens a watch after a revision, and returns when the server has taken it. */
  static Watcher open(Connection connection, EventForm form, long from)
      throws InterruptedException {
    Connection own = connection.another(Protocol.HTTP_2, Protocol.HTTP_1_1);
    Call call =
        own.call(
            own.request("/api/v1/pods?watch=true&timeoutSeconds=36000&resourceVersion=" + from)
                .header("Accept", form.mediaType())
                .build());
    Watcher watcher = new Watcher(call, form, from);
    Thread.ofPlatform().daemon().name("watch-" + form).start(watcher);
    watcher.open.await();
    return watcher;
  }

  @Override
  public void run() {
    try (Response response = call.execute()) {
      open.countDown();
      if (response.code() != 200) {
        problem = "the watch was answered with " + response.code();
        return;
      }
      follow(response.body().source());
    } catch (IOException | RuntimeException failure) {
      if (!call.isCanceled()) {
        problem = "the watch broke: " + failure;
      }
    } finally {
      open.countDown();
      ended.countDown();
    }
  }

  private void follow(BufferedSource in) throws IOException {
    while (problem == null) {
      EventForm.Event event = form.next(in);
      if (!event.type().equals("MODIFIED")) {
        problem = "an event of type " + event.type();
      } else if (event.revision() <= seen) {
        problem = "revision %d after %d".formatted(event.revision(), seen);
      } else {
        note(event.revision());
      }
    }
  }

  private void note(long revision) {
    if (count == revisions.length) {
      revisions = Arrays.copyOf(revisions, 2 * count);
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    revisions[count] = revision;
    nanos[count] = System.nanoTime();
    count++;
    seen = revision;
  }

  EventForm form() {
    return form;
  }

  /** The newest revision it has seen. */
  long seen() {
    return seen;
  }

  boolean hasEnded() {
    return ended.getCount() == 0;
  }

  /** Ends the watch. */
  void stop() throws InterruptedException {
    call.cancel();
    ended.await();
  }

  /** What went wrong; null if nothing did. */
  @Nullable String problem() {
    return problem;
  }

  /** The revisions it was told of, in the order of their coming. */
  long[] revisions() {
    return Arrays.copyOf(revisions, count);
  }

  /** When each of them came, in the process's nanoseconds. */
  long[] nanos() {
    return Arrays.copyOf(nanos, count);
  }
}
