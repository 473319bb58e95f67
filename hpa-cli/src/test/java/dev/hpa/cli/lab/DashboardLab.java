package dev.hpa.cli.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Archive;
import dev.hpa.cli.Program;
import dev.hpa.cli.deploy.Kubectl;
import dev.hpa.sandbox.server.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user reads the history of the controller through its secure port, as {@code docs/dashboard.md}
 * describes: kubectl makes the account, its role and its token, and a real API server reviews them.
 */
class DashboardLab {

  private static final Duration FOR_A_START = Duration.ofMinutes(2);
  private static final Pattern ADDRESS = Pattern.compile("Dashboard: (http://\\S+)");
  private static final Target WEB =
      new Target("/apis/apps/v1/namespaces/shop/deployments", "web", 2, "web");

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  private static JsonNode autoscaler() {
    return Json.tree(
        """
        {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
          "metadata": {"name": "web", "namespace": "shop"},
          "spec": {"minReplicas": 1, "maxReplicas": 6,
            "metrics": [{"type": "Resource", "resource": {"name": "cpu",
              "target": {"type": "Utilization", "averageUtilization": 50}}}],
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
        """);
  }

  private String kubectl(String... arguments) throws Exception {
    return Kubectl.run(folder, "", arguments).strip();
  }

  @Test
  void theTokenOfAUserWithTheRoleOpensTheDashboard() throws Exception {
    int port = FreePorts.next();
    Load load = (metric, of, since) -> "40m";
    try (Laboratory laboratory =
            Laboratory.open(
                folder, List.of("dashboard"), List.of(WEB), List.of(autoscaler()), load);
        Daemon controller =
            laboratory.startController(
                port,
                List.of(
                    "--cert-dir=" + Files.createDirectory(folder.resolve("controller-certs")),
                    "--horizontal-pod-autoscaler-sync-period=1s"))) {
      controller.await("first round", FOR_A_START, () -> !laboratory.sinceFirstQuestion().isZero());
      kubectl("create", "serviceaccount", "reader", "--namespace=shop");
      Path token = folder.resolve("token");
      Files.writeString(token, kubectl("create", "token", "reader", "--namespace=shop"));
      String[] access = {
        "--controller=https://127.0.0.1:" + port,
        "--controller-insecure",
        "--controller-token-file=" + token,
        "--kubeconfig=" + folder.resolve("kubeconfig")
      };

      Program refused = explain(access);
      assertEquals(1, refused.status(), refused.out());
      assertTrue(
          refused.err().contains("grant the verb get for the path /debug/autoscalers/*"),
          refused.err());

      kubectl(
          "create",
          "clusterrole",
          "explainer",
          "--verb=get",
          "--non-resource-url=/debug/autoscalers/*");
      for (String role : List.of("explainer", "hpa-controller-dashboard")) {
        kubectl(
            "create",
            "clusterrolebinding",
            role,
            "--clusterrole=" + role,
            "--serviceaccount=shop:reader");
      }
      controller.await("access", FOR_A_START, () -> explain(access).status() == 0);
      String why = explain(access).out();
      assertTrue(why.contains("shop/web"), why);
      assertTrue(why.contains("40 % utilization"), why);
      JsonNode rows = Json.tree(page(access)).path("rows");
      assertEquals("web", rows.path(0).path("name").asText(), rows.toString());
      assertEquals(40, rows.at("/0/metrics/0/value").asInt(), rows.toString());
    }
  }

  private static Program explain(String... access) {
    String[] command = new String[access.length + 2];
    command[0] = "explain";
    command[1] = "shop/web";
    System.arraycopy(access, 0, command, 2, access.length);
    return Program.run("", command);
  }

  /** What the page that {@code hpa dashboard} serves of the controller shows of all HPAs. */
  private String page(String... access) throws Exception {
    Path log = folder.resolve("dashboard.log");
    List<String> command = new ArrayList<>();
    command.add(
        Archive.unpack(Files.createDirectory(folder.resolve("archive"))).resolve("hpa").toString());
    command.add("dashboard");
    command.addAll(List.of(access));
    try (Daemon dashboard = Daemon.start(log, command);
        HttpClient http = HttpClient.newHttpClient()) {
      dashboard.await("address", FOR_A_START, () -> address(log).find());
      Matcher address = address(log);
      assertTrue(address.find());
      URI rows = URI.create(address.group(1)).resolve("api/autoscalers");
      return http.send(HttpRequest.newBuilder(rows).build(), BodyHandlers.ofString()).body();
    }
  }

  private static Matcher address(Path log) throws IOException {
    return ADDRESS.matcher(Files.readString(log));
  }
}
