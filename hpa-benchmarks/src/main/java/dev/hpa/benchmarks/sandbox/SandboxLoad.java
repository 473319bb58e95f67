package dev.hpa.benchmarks.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.benchmarks.setup.Connection;
import dev.hpa.benchmarks.setup.Population;
import dev.hpa.benchmarks.setup.SandboxProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import okhttp3.Response;

/**
 * One run: watches are opened, half of them in JSON and half in protobuf, pods are updated, and
 * every watch has to have been told of every update, in order.
 *
 * @param updatesPerSecond how many patches are sent
 * @param duration for how long, after a warm-up that is not measured
 * @param javaOptions for the JVM of the sandbox
 */
record SandboxLoad(
    Population population,
    int watches,
    int updatesPerSecond,
    Duration duration,
    List<String> javaOptions) {

  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int PAGE = 1000;

  /**
   * @param progress is told what is going on
   */
  SandboxFigures run(Consumer<String> progress) throws IOException, InterruptedException {
    progress.accept(
        "filling a sandbox with %,d pods and %,d autoscalers"
            .formatted(population.pods(), population.autoscalers()));
    try (SandboxProcess sandbox = SandboxProcess.start(population, javaOptions)) {
      Connection connection = Connection.of(sandbox.filled().kubeconfig());
      List<String> pods = pods(connection);
      List<Watcher> watchers = watchers(connection);
      Updates updates = new Updates(connection, pods, updatesPerSecond);
      progress.accept("warming up");
      Updates.Made unmeasured = updates.run(WARM_UP);
      await(watchers, unmeasured.last());
      progress.accept("%,d updates a second".formatted(updatesPerSecond));
      Duration cpuBefore = sandbox.cpu();
      long start = System.nanoTime();
      Updates.Made made = updates.run(duration);
      await(watchers, made.last());
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      Duration cpu = sandbox.cpu().minus(cpuBefore);
      long resident = sandbox.residentBytes();
      for (Watcher each : watchers) {
        each.stop();
      }
      return SandboxFigures.of(
          this, sandbox.filled(), unmeasured, made, watchers, took, cpu, resident);
    }
  }

  private List<Watcher> watchers(Connection connection) throws IOException, InterruptedException {
    long now = get(connection, "/api/v1/pods?limit=1").at("/metadata/resourceVersion").asLong();
    List<Watcher> watchers = new ArrayList<>();
    for (int i = 0; i < watches; i++) {
      EventForm form = i % 2 == 0 ? EventForm.JSON : EventForm.PROTOBUF;
      watchers.add(Watcher.open(connection, form, now));
    }
    return watchers;
  }

  /** The places of all pods, read in pages. */
  private static List<String> pods(Connection connection) throws IOException {
    List<String> pods = new ArrayList<>();
    String next = "";
    do {
      JsonNode page = get(connection, "/api/v1/pods?limit=" + PAGE + next);
      for (JsonNode pod : page.path("items")) {
        JsonNode metadata = pod.path("metadata");
        pods.add(
            "namespaces/%s/pods/%s"
                .formatted(metadata.path("namespace").asText(), metadata.path("name").asText()));
      }
      String token = page.at("/metadata/continue").asText("");
      next = token.isEmpty() ? "" : "&continue=" + token;
    } while (!next.isEmpty());
    return pods;
  }

  private static JsonNode get(Connection connection, String path) throws IOException {
    try (Response response = connection.call(connection.request(path).build()).execute()) {
      byte[] body = response.body().bytes();
      if (response.code() != 200) {
        throw new IOException(path + " was answered with " + response.code());
      }
      return Json.tree(body);
    }
  }

  /** Waits until all have seen a revision, or have ended, or do not seem to get there. */
  private static void await(List<Watcher> watchers, long revision) {
    long limit = System.nanoTime() + PATIENCE.toNanos();
    while (watchers.stream().anyMatch(each -> each.seen() < revision && !each.hasEnded())
        && System.nanoTime() < limit) {
      LockSupport.parkNanos(1_000_000);
    }
  }
}
