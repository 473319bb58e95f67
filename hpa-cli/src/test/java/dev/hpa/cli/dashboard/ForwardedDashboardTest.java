package dev.hpa.cli.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.ServedController;
import dev.hpa.cli.Program;
import dev.hpa.cli.UserCluster;
import dev.hpa.cli.controller.RunningController;
import dev.hpa.controller.Manifests;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** Commands that ask the port of a controller, beside an API server with roles. */
@Tag("security")
class ForwardedDashboardTest {

  @TempDir private Path folder;
  @TempDir private Path profile;
  private final Timeline time = Timeline.real();
  private Sandbox sandbox;
  private @Nullable ServedController controller;
  private @Nullable Thread reconciles;

  @BeforeEach
  void startCluster() throws Exception {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(time)
                .withAuthorization(AuthorizationMode.RBAC)
                .withUsers(
                    List.of(
                        StaticUser.parse("jane=jane-token"),
                        StaticUser.parse("otto=otto-token,group=sre"))));
    Path own = folder.resolve("kubeconfig");
    sandbox.writeKubeconfig(own);
    for (String user : List.of("jane", "otto")) {
      Files.writeString(
          file(user), Files.readString(own).replaceAll("token: .*", "token: " + user + "-token"));
    }
    Manifests.create(
        sandbox,
        ResourceTypes.CLUSTER_ROLES,
        "",
        """
        kind: ClusterRole
        apiVersion: rbac.authorization.k8s.io/v1
        metadata: {name: reader}
        rules:
        - nonResourceURLs: ["/dashboard", "/dashboard/*", "/debug/autoscalers/*"]
          verbs: [get]
        """);
    Manifests.create(
        sandbox,
        ResourceTypes.CLUSTER_ROLE_BINDINGS,
        "",
        """
        kind: ClusterRoleBinding
        apiVersion: rbac.authorization.k8s.io/v1
        metadata: {name: sre}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
        subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: sre}]
        """);
    Manifests.create(
        sandbox,
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        "default",
        """
        kind: HorizontalPodAutoscaler
        apiVersion: autoscaling/v2
        metadata: {name: web}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: absent}
          maxReplicas: 4
        """);
  }

  @AfterEach
  void stop() throws Exception {
    if (reconciles != null) {
      reconciles.interrupt();
      reconciles.join();
    }
    // Null if there is no browser.
    if (controller != null) {
      controller.close();
    }
    sandbox.close();
    time.close();
  }

  private Path file(String user) {
    return folder.resolve(user + ".kubeconfig");
  }

  private void start(String... flags) throws Exception {
    ServedController started = ServedController.start(folder.resolve("kubeconfig"), time, flags);
    controller = started;
  }

  private void reconcile() throws Exception {
    ServedController started = Objects.requireNonNull(controller);
    reconciles = Thread.ofVirtual().start(started::run);
    started.awaitListed();
  }

  private URI address() {
    return Objects.requireNonNull(controller).address();
  }

  private Program explain(String user, String... more) {
    return Program.run(
        "",
        Stream.concat(
                Stream.of(
                    "explain",
                    "--kubeconfig",
                    file(user).toString(),
                    "--controller",
                    address().toString(),
                    "web"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  /** Without the log of the controller, which is in the same process. */
  private static String message(Program program) {
    return program
        .err()
        .lines()
        .filter(line -> line.startsWith("hpa: "))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  @Test
  void thePortExplainsToUsersWithTheRole() throws Exception {
    start();
    assertEquals(
        "hpa: the controller at %s: the initial lists of HPAs and pods are not complete: the"
                .formatted(address())
            + " controller starts, or cannot list them, as its log says; try again in 2 s\n",
        message(explain("otto", "--controller-insecure")));
    reconcile();
    Program explained = explain("otto", "--controller-insecure");
    assertEquals(0, explained.status(), explained.err());
    assertTrue(explained.out().startsWith("Name:       default/web\n"), explained.out());
    String refused =
        "hpa: the controller at %s refuses access; grant the verb get for the path"
            + " /debug/autoscalers/*, see docs/serving-port.md\n";
    assertEquals(refused.formatted(address()), message(explain("jane", "--controller-insecure")));
    Path token = Files.writeString(folder.resolve("token"), "otto-token\n");
    assertEquals(
        "",
        message(explain("jane", "--controller-insecure", "--controller-token-file", "" + token)));
    Files.writeString(token, "unknown");
    assertEquals(
        "hpa: the controller at %s rejects the credentials; log in to its cluster, or give"
                .formatted(address())
            + " --controller-token-file\n",
        message(explain("jane", "--controller-insecure", "--controller-token-file", "" + token)));
  }

  @Test
  void credentialsAreNotSentToAnUnknownServer() throws Exception {
    start();
    assertEquals(
        "hpa: the controller at %s has a certificate that cannot be verified (%s); give"
                .formatted(address(), "unable to find valid certification path to requested target")
            + " --controller-ca FILE, with --controller-server-name if its name is another, or"
            + " --controller-insecure\n",
        message(explain("otto")));
    assertEquals(
        "hpa: --as: only the API server impersonates users; give the token of a service account"
            + " with --controller-token-file\n",
        message(explain("otto", "--controller-insecure", "--as", "jane")));
    Program alone =
        Program.run(
            "", "explain", "--kubeconfig", file("otto").toString(), "web", "--controller-insecure");
    assertTrue(
        alone.err().contains("have no effect without --controller https://HOST:PORT"), alone.err());
  }

  /** Not a certificate, which --controller-insecure would accept. */
  @Test
  void aPortWithoutTlsIsNamed() throws Exception {
    start();
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(
              () -> {
                while (!plain.isClosed()) {
                  try (Socket client = plain.accept()) {
                    client
                        .getOutputStream()
                        .write(
                            "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                  } catch (IOException closed) {
                    // The test has ended, or the client is gone.
                  }
                }
              });
      Program explained =
          Program.run(
              "",
              "explain",
              "--kubeconfig",
              file("otto").toString(),
              "--controller",
              "https://127.0.0.1:" + plain.getLocalPort(),
              "web");
      assertEquals(1, explained.status());
      assertTrue(
          message(explained)
              .matches(
                  "hpa: the controller at https://127.0.0.1:[0-9]+: the TLS handshake failed: .*;"
                      + " is it a port with TLS\\?\n"),
          explained.err());
    }
  }

  private static final class Parsed {
    @Mixin private UserCluster cluster = new UserCluster();
    @Mixin private RunningController controller = new RunningController();
  }

  private Parsed parsed(String user) {
    Parsed parsed = new Parsed();
    new CommandLine(parsed)
        .parseArgs(
            "--kubeconfig",
            file(user).toString(),
            "--controller",
            address().toString(),
            "--controller-insecure");
    return parsed;
  }

  private ForwardedDashboard forwarded(Parsed user, ClusterConnection connection)
      throws IOException {
    return ForwardedDashboard.start(
        connection, user.controller, PageAddress.parse("--address", "127.0.0.1:0"), time);
  }

  @Test
  void thePageIsThatOfTheController() throws Exception {
    assumeTrue(Chromium.program().isPresent(), "Chromium is not installed");
    start("--dashboard", "--horizontal-pod-autoscaler-sync-period=1s");
    reconcile();
    Parsed otto = parsed("otto");
    try (ClusterConnection connection = otto.controller.connect(otto.cluster, time);
        ForwardedDashboard dashboard = forwarded(otto, connection);
        Chromium browser = new Chromium(profile);
        HttpClient http = HttpClient.newHttpClient()) {
      browser.open(dashboard.page());
      browser.await("document.body.innerText.includes('failing')");
      browser.await("document.body.innerText.includes('web')");
      assertEquals(List.of(), browser.problems());
      URI api = dashboard.page().resolve("api/autoscalers");
      assertEquals(
          403, status(http, HttpRequest.newBuilder(api).header("Sec-Fetch-Site", "cross-site")));
      assertEquals(404, status(http, HttpRequest.newBuilder(dashboard.page().resolve("/metrics"))));
      assertEquals(
          404, status(http, HttpRequest.newBuilder(api).POST(HttpRequest.BodyPublishers.noBody())));
      for (String path : List.of("/dashboard/../metrics", "/dashboard/a/%2e%2e/../metrics")) {
        String answer = raw(dashboard.page(), path);
        assertTrue(answer.startsWith("HTTP/1.1 404") || answer.startsWith("HTTP/1.1 400"), answer);
      }
      HttpResponse<String> rows =
          http.send(HttpRequest.newBuilder(api).build(), HttpResponse.BodyHandlers.ofString());
      assertEquals("web", Json.tree(rows.body()).at("/rows/0/name").asText());
    }
  }

  /** The first line of the response to a path that clients would normalize. */
  private static String raw(URI page, String path) throws IOException {
    try (Socket socket = new Socket(page.getHost(), page.getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                  .formatted(path, page.getAuthority())
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .findFirst()
          .orElse("");
    }
  }

  private static int status(HttpClient http, HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  @Test
  void aControllerThatRefusesOrHasNoDashboardIsNamed() throws Exception {
    start();
    for (String user : List.of("jane", "otto")) {
      Parsed parsed = parsed(user);
      try (ClusterConnection connection = parsed.controller.connect(parsed.cluster, time)) {
        IOException failure =
            assertThrows(IOException.class, () -> forwarded(parsed, connection).close());
        assertTrue(
            Objects.requireNonNull(failure.getMessage())
                .contains(
                    user.equals("jane")
                        ? "grant the verb get for the path /dashboard/*"
                        : "has no dashboard (HTTP 404); start the controller with --dashboard"),
            failure.getMessage());
      }
    }
  }
}
