package dev.hpa.benchmarks.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.benchmarks.setup.Connection;
import dev.hpa.benchmarks.setup.Population;
import dev.hpa.benchmarks.setup.SandboxProcess;
import dev.hpa.benchmarks.setup.SandboxSetup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import okhttp3.Response;

/**
 * One run: opens watches, half in JSON and half in protobuf, updates pods, and checks that every
 * watch receives every update in order.
 *
 * @param updatesPerSecond rate of patches
 * @param duration time of the measured updates, after a warm-up
 * @param javaOptions options of the JVM of the sandbox
 */
record SandboxLoad(
    Population population,
    int watches,
    int updatesPerSecond,
    Duration duration,
    List<String> javaOptions) {

  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int PAGE = 1000;

  /**
   * @param progress receives progress messages
   */
  SandboxFigures run(Consumer<String> progress) throws IOException, InterruptedException {
    progress.accept(
        "filling a sandbox with %,d pods and %,d autoscalers"
            .formatted(population.pods(), population.autoscalers()));
    try (SandboxProcess sandbox =
        SandboxProcess.start(SandboxSetup.of(population, KubernetesVersion.DEFAULT), javaOptions)) {
      Connection connection = Connection.of(sandbox.filled().kubeconfig());
      List<String> pods = pods(connection);
      List<Watcher> watchers = watchers(connection);
      Updates updates = new Updates(connection, pods, updatesPerSecond);
      progress.accept("warming up");
      Updates.Sent unmeasured = updates.run(WARM_UP);
      await(watchers, unmeasured.last());
      progress.accept("sending %,d updates per second".formatted(updatesPerSecond));
      Duration cpuBefore = sandbox.cpu();
      long start = System.nanoTime();
      Updates.Sent sent = updates.run(duration);
      await(watchers, sent.last());
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      Duration cpu = sandbox.cpu().minus(cpuBefore);
      long resident = sandbox.residentBytes();
      for (Watcher each : watchers) {
        each.stop();
      }
      return SandboxFigures.of(
          this, sandbox.filled(), unmeasured, sent, watchers, took, cpu, resident);
    }
  }

  private List<Watcher> watchers(Connection connection) throws IOException, InterruptedException {
    long now = get(connection, "/api/v1/pods?limit=1").at("/metadata/resourceVersion").asLong();
    List<Watcher> watchers = new ArrayList<>();
    for (int i = 0; i < watches; i++) {
      WatchEncoding encoding = i % 2 == 0 ? WatchEncoding.JSON : WatchEncoding.PROTOBUF;
      watchers.add(Watcher.open(connection, encoding, now));
    }
    return watchers;
  }

  /** Returns the paths of all pods. */
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
        throw new IOException("sandbox: GET " + path + " failed with status " + response.code());
      }
      return Json.tree(body);
    }
  }

  /** Waits until every watch has received a revision or has ended, or until the timeout. */
  private static void await(List<Watcher> watchers, long revision) {
    long limit = System.nanoTime() + TIMEOUT.toNanos();
    while (watchers.stream().anyMatch(each -> each.latestRevision() < revision && !each.hasEnded())
        && System.nanoTime() < limit) {
      LockSupport.parkNanos(1_000_000);
    }
  }
}
