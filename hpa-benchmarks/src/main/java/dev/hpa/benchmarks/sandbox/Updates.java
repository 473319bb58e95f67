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
 * Changes the status of pods at a steady rate, as kubelets do: strategic merge patches over a few
 * connections. What falls behind is made up for, and counts as late from when it was due.
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
   * The updates that were made.
   *
   * @param revisions what came of them, ascending
   * @param due when each was due, in the process's nanoseconds
   */
  record Made(long[] revisions, long[] due) {

    long last() {
      return revisions.length == 0 ? 0 : revisions[revisions.length - 1];
    }
  }

  private record Update(long revision, long due) {}

  /** Makes updates for a while, and returns when the last is answered. */
  Made run(Duration time) throws IOException, InterruptedException {
    long start = System.nanoTime();
    long total = perSecond * time.toMillis() / 1000;
    List<Callable<List<Update>>> lanes = new ArrayList<>();
    for (int lane = 0; lane < CONNECTIONS; lane++) {
      int first = lane;
      lanes.add(() -> lane(start, first, total));
    }
    List<Update> made = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS)) {
      for (Future<List<Update>> lane : threads.invokeAll(lanes)) {
        made.addAll(lane.get());
      }
    } catch (ExecutionException failure) {
      throw new IOException("an update failed", failure.getCause());
    }
    made.sort(java.util.Comparator.comparingLong(Update::revision));
    return new Made(
        made.stream().mapToLong(Update::revision).toArray(),
        made.stream().mapToLong(Update::due).toArray());
  }

  private List<Update> lane(long start, int first, long total) throws IOException {
    List<Update> made = new ArrayList<>();
    for (long i = first; i < total; i += CONNECTIONS) {
      long due = start + i * 1_000_000_000 / perSecond;
      for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
        LockSupport.parkNanos(early);
      }
      made.add(new Update(update(i), due));
    }
    return made;
  }

  /** Neighbours in time are far from each other in the order of pods. */
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
        throw new IOException("a patch was answered with " + response.code() + ": " + text);
      }
      return EventForm.revision(text);
    }
  }
}
