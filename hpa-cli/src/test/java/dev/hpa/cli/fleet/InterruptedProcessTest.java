package dev.hpa.cli.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.cli.Main;
import dev.hpa.cli.RangeServer;
import dev.hpa.cli.ScaledWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C in long work: the process receives SIGINT while the load of the last HPA is queried. */
@Tag("processes")
class InterruptedProcessTest {

  private final Path folder;
  private final CountDownLatch isLast = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);

  InterruptedProcessTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private record Ended(int status, String out, String err) {}

  /** The last HPA waits, after those before it. */
  private double value(String query, long at) {
    if (query.contains("web")) {
      isLast.countDown();
      try {
        end.await();
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
      }
    }
    return query.contains("kube_") ? ScaledWorkload.replicas(at) : ScaledWorkload.cores(at);
  }

  private Path manifests(String... names) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String name : names) {
      all.append(ScaledWorkload.manifests("shop", name));
    }
    return Files.writeString(folder.resolve("hpas.yaml"), all.toString());
  }

  private Ended interrupted(String command, String... options) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    line.add(command);
    line.addAll(List.of(options));
    if (System.getProperty("os.name").equals("Linux")) {
      // A shell in which the tests run in the background ignores the signal for them.
      line.addAll(0, List.of("env", "--default-signal=INT"));
    }
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      isLast.await();
      new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
      int status = process.waitFor();
      return new Ended(status, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    } finally {
      process.destroyForcibly().waitFor();
      end.countDown();
    }
  }

  private Ended several(String command, String... options) throws Exception {
    try (RangeServer prometheus = RangeServer.start(this::value)) {
      return interrupted(
          command,
          Stream.concat(
                  Stream.of(
                      "-f",
                      manifests("a", "b", "c", "d", "e", "web").toString(),
                      "--prometheus",
                      prometheus.url()),
                  Stream.of(options))
              .toArray(String[]::new));
    }
  }

  @Test
  void recommendationsThatAreDoneArePrinted() throws Exception {
    String patches = folder.resolve("patches").toString();
    Ended ended =
        several(
            "recommend",
            "--last=2d",
            "--query-step=5m",
            "--only=target",
            "--candidates=10",
            "--output-dir",
            patches);
    assertEquals(130, ended.status(), ended.err());
    assertTrue(ended.out().contains("shop/a "), ended.out());
    assertTrue(ended.out().contains("Patches: " + patches), ended.out());
    assertTrue(
        ended
            .err()
            .matches(
                "(?s).*hpa: interrupted: [2-5] of 6 HPAs are done; run it again with --resume for"
                    + " the others\n"),
        ended.err());
    assertTrue(Files.readString(Path.of(patches, "kustomization.yaml")).contains("shop/a.yaml"));
  }

  @Test
  void incidentsThatAreDoneArePrinted() throws Exception {
    Ended ended = several("incident", "--from=10m");
    assertEquals(130, ended.status(), ended.err());
    assertTrue(ended.out().contains("\nshop/e  "), ended.out());
    assertTrue(
        ended
            .err()
            .endsWith("hpa: interrupted: 5 of 6 HPAs are done; select the others with -n or -l\n"),
        ended.err());
  }

  @Test
  void aSearchSaysHowFarItIs() throws Exception {
    try (RangeServer prometheus = RangeServer.start(this::value)) {
      Ended ended =
          interrupted(
              "recommend", "-f", manifests("web").toString(), "--prometheus", prometheus.url());
      assertEquals(130, ended.status(), ended.err());
      assertEquals("", ended.out());
      assertTrue(
          ended
              .err()
              .endsWith(
                  "hpa: interrupted: 0 of 400 settings are replayed; run it again, with fewer --candidates for a shorter search\n"),
          ended.err());
    }
  }
}
