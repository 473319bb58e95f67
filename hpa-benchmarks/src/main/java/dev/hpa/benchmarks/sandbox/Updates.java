package dev.hpa.benchmarks.sandbox;

import dev.hpa.benchmarks.setup.Connection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * Changes the status of pods at a constant rate, as kubelets do: strategic merge patches over a few
 * connections. Late updates are sent immediately; their lag counts from the scheduled time.
 */
final class Updates {

  private static final int CONNECTIONS = 8;
  private static final MediaType PATCH = MediaType.get("application/strategic-merge-patch+json");

  private final Connection connection;
  private final List<String> pods;
  private final int perSecond;

  Updates(Connection connection, List<String> pods, int perSecond) {
    this.connection = connection.another(Protocol.HTTP_1_1);
    this.pods = pods;
    this.perSecond = perSecond;
  }

  /**
   * The updates of a run.
   *
   * @param revisions resulting resource versions, ascending
   * @param due scheduled times, by {@link System#nanoTime}
   */
  record Sent(long[] revisions, long[] due) {

    long last() {
      return revisions.length == 0 ? 0 : revisions[revisions.length - 1];
    }
  }

  private record Update(long revision, long due) {}

  /** Sends updates for a duration, and returns after the last response. */
  Sent run(Duration time) throws IOException, InterruptedException {
    long start = System.nanoTime();
    long total = perSecond * time.toMillis() / 1000;
    List<Callable<List<Update>>> lanes = new ArrayList<>();
    for (int lane = 0; lane < CONNECTIONS; lane++) {
      int first = lane;
      lanes.add(() -> lane(start, first, total));
    }
    List<Update> sent = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS)) {
      for (Future<List<Update>> lane : threads.invokeAll(lanes)) {
        sent.addAll(lane.get());
      }
    } catch (ExecutionException failure) {
      throw new IOException("sandbox: an update failed", failure.getCause());
    }
    sent.sort(java.util.Comparator.comparingLong(Update::revision));
    return new Sent(
        sent.stream().mapToLong(Update::revision).toArray(),
        sent.stream().mapToLong(Update::due).toArray());
  }

  private List<Update> lane(long start, int first, long total) throws IOException {
    List<Update> sent = new ArrayList<>();
    for (long i = first; i < total; i += CONNECTIONS) {
      long due = start + i * 1_000_000_000 / perSecond;
      for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
        LockSupport.parkNanos(early);
      }
      sent.add(new Update(update(i), due));
    }
    return sent;
  }

  /** Spreads consecutive updates over the pods. */
  private String pod(long number) {
    return pods.get((int) (number * 7919 % pods.size()));
  }

  private long update(long number) throws IOException {
    String body =
        "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\",\"message\":\"probe "
            + number
            + " at "
            + System.nanoTime()
            + "\"}]}}";
    Request request =
        connection
            .request("/api/v1/" + pod(number) + "/status")
            .patch(RequestBody.create(body, PATCH))
            .build();
    try (Response response = connection.call(request).execute()) {
      String text = response.body().string();
      if (response.code() != 200) {
        throw new IOException("sandbox: PATCH failed with status " + response.code() + ": " + text);
      }
      return WatchEncoding.revision(text);
    }
  }
}
