package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.cli.Program;
import dev.hpa.cli.RangeServer;
import dev.hpa.cli.ScaledWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The options that log in to Prometheus, by the headers that a server receives. */
@Tag("security")
class PrometheusLoginTest {
  private static final String SECRET = "s3cret";

  @TempDir private Path folder;

  private RangeServer server;

  @BeforeEach
  void start() throws IOException {
    server = RangeServer.start((query, at) -> ScaledWorkload.cores(at));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Program simulate(String prometheus, String... more) throws IOException {
    Path manifest =
        Files.writeString(folder.resolve("web.yaml"), ScaledWorkload.manifests("default", "web"));
    List<String> all = new ArrayList<>(List.of("simulate", "-f", manifest.toString()));
    all.addAll(List.of("--prometheus", prometheus, "--query", "sum(load)", "--last", "8d"));
    all.addAll(List.of(more));
    return Program.run("", all.toArray(String[]::new));
  }

  private List<String> sent(String header) {
    return server.headers().stream()
        .map(each -> String.join(",", each.getOrDefault(header, List.of("none"))))
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"token-file:,Bearer s3cret", "basic-file:,Basic czNjcmV0"})
  void aFileHasTheSecret(String kind, String header) throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), SECRET + "\n");
    Program run = simulate(server.url(), "--prometheus-auth=" + kind + file);
    assertEquals(0, run.status(), run.err());
    assertEquals(List.of(header), sent("Authorization"));
  }

  @Test
  void aCommandRunsOnceForManyRequests() throws IOException {
    Path runs = folder.resolve("runs");
    Path command =
        Files.writeString(
            folder.resolve("token.sh"), "echo run >> " + runs + "; echo " + SECRET + "$1");
    Program run =
        simulate(server.url(), "--prometheus-auth", "token-command:sh " + command + "  5");
    assertEquals(0, run.status(), run.err());
    assertTrue(server.headers().size() > 1, "several requests");
    assertEquals(List.of("Bearer s3cret5"), sent("Authorization"));
    assertEquals(List.of("run"), Files.readAllLines(runs));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "false | the command \"false\" has no token: failed with exit code 1",
        "echo  | the token is empty or has invalid characters",
        "no-such-command | the command \"no-such-command\" has no token: Cannot run program",
      })
  void aCommandThatFailsIsNamed(String command, String problem) throws IOException {
    Program run = simulate(server.url(), "--prometheus-auth=token-command:" + command);
    assertEquals(2, run.status(), run.out());
    assertTrue(run.err().contains("cannot be queried: " + problem), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3cret", "s3cret:x", "token-file:", "token-file", ""})
  void anUnknownLoginIsNotPrinted(String auth) throws IOException {
    Program run = simulate(server.url(), "--prometheus-auth=" + auth);
    assertEquals(2, run.status(), run.out());
    assertTrue(run.err().startsWith("hpa: --prometheus-auth: is no login; "), run.err());
    assertFalse(run.err().contains(SECRET), run.err());
  }

  @Test
  void headersAreSent() throws IOException {
    Program run =
        simulate(
            server.url(),
            "--prometheus-header=X-Scope-OrgID=a=b",
            "--prometheus-header",
            "X-Key=1");
    assertEquals(0, run.status(), run.err());
    assertEquals(List.of("a=b"), sent("X-scope-orgid"));
    assertEquals(List.of("1"), sent("X-key"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3cret", "=s3cret", "X Y=s3cret", "X=s3cret\n", "Authorization=s3cret"})
  void headersThatAreRefusedAreNotPrinted(String header) throws IOException {
    Program run = simulate(server.url(), "--prometheus-header", header);
    assertEquals(2, run.status(), run.out());
    assertTrue(run.err().startsWith("hpa: --prometheus-header: "), run.err());
    assertFalse(run.err().contains(SECRET), run.err());
  }

  /** The server is that of the kubeconfig, too: it answers at any path. */
  @Test
  void aServiceThatIsNamedReceivesHeadersOnly() throws IOException {
    String kubeconfig =
        "--kubeconfig="
            + Files.writeString(
                folder.resolve("kubeconfig"),
                """
                clusters: [{name: a, cluster: {server: "%s"}}]
                contexts: [{name: a, context: {cluster: a}}]
                current-context: a
                """
                    .formatted(server.url()));
    String header = "--prometheus-header=X-Scope-OrgID=shop";
    String service = "mimir/gateway:80/prometheus";
    Program run = simulate(service, kubeconfig, header);
    assertEquals(0, run.status(), run.err());
    assertEquals(List.of("shop"), sent("X-scope-orgid"));
    int requests = server.headers().size();
    for (Map.Entry<String, String> each :
        Map.of(service, "--prometheus-auth=token-file:x", "cluster", header).entrySet()) {
      Program refused = simulate(each.getKey(), kubeconfig, each.getValue());
      assertEquals(2, refused.status(), refused.out());
      assertTrue(refused.err().matches("hpa: --prometheus-(auth|header).*\n"), refused.err());
    }
    assertEquals(requests, server.headers().size());
  }
}
