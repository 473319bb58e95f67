package dev.hpa.app.cli;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.app.cli.ServingFlags.PortCheck;
import dev.hpa.app.process.ControllerProcess;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.TestServer;
import dev.hpa.vectors.Vectors;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recorded command lines of kube-controller-manager: {@code hpa run} accepts and rejects the same
 * ones, with the same messages.
 */
@Tag("security")
class FlagVectorsTest {

  /** Cases whose errors need requests to the cluster. */
  private static final Set<String> OPENING = Set.of("authn-wrong-token");

  /** Cases whose errors need a listening port. */
  private static final Set<String> LISTENING = Set.of("bind=203.0.113.7", "port-in-use");

  /** Intended differences in every release. */
  private static final Map<String, String> DIFFERENT =
      Map.of(
          "config-flag", "--config is ours, and the file is missing",
          "unknown-horizontal-pod-autoscaler-upscale-delay=3m", "as up to 1.11, see differences",
          "unknown-horizontal-pod-autoscaler-downscale-delay=5m", "as up to 1.11, see differences");

  private static final Map<KubernetesVersion, Map<String, String>> DIFFERENT_IN =
      Map.of(
          KubernetesVersion.V1_36, Map.of("emulated=1.37", "v1.37 can be emulated"),
          KubernetesVersion.V1_37,
              Map.of(
                  "x--concurrent-service-syncs=5", "removed in v1.37, accepted here",
                  "x--concurrent-service-syncs=0", "removed in v1.37, accepted here",
                  "x--emulated-version=1.38", "v1.38 can be emulated",
                  "emulated-unborn-gate", "v1.33 can be emulated",
                  "sync-period=0", "the recorded process ended later, in its first sync",
                  "sync-period=0s", "the recorded process ended later, in its first sync"));

  /** Messages are compared up to these markers; what follows is specific to Go. */
  private static final List<String> ENDS =
      List.of(
          " strconv.",
          " time: ",
          " parse error on line",
          "; json parse error",
          " yaml: ",
          " in scheme ",
          ", try setting KUBERNETES_MASTER");

  private static final Pattern LOGGED =
      Pattern.compile("\"command failed\" err=(?:\"(.*)\"|<\\s*(.*?)\\s*>)\\s*$", Pattern.DOTALL);
  private static final Pattern MESSAGE = Pattern.compile("Error: (.*)\\s*$");

  /** The port of the recorded case in which it is in use. */
  private static final String USED_PORT = "26443";

  @TempDir private static Path folder = Path.of("");

  @TestFactory
  List<DynamicTest> commandLinesAreAcceptedOrRejectedAsRecorded() throws IOException {
    return tests("misc/flags.ndjson", KubernetesVersion.V1_36);
  }

  @TestFactory
  List<DynamicTest> commandLinesAreAcceptedOrRejectedAsRecordedOf137() throws IOException {
    return tests("v1.37/flags.ndjson", KubernetesVersion.V1_37);
  }

  private static List<DynamicTest> tests(String file, KubernetesVersion release)
      throws IOException {
    FlagFixtures.write(folder);
    List<DynamicTest> tests = new ArrayList<>();
    Set<String> listed = new HashSet<>(DIFFERENT.keySet());
    listed.addAll(requireNonNull(DIFFERENT_IN.get(release)).keySet());
    try (Stream<String> lines = Vectors.configured().lines(file)) {
      lines
          .map(Json::tree)
          .forEach(
              recorded -> {
                String name = recorded.get("name").asText();
                if (!listed.remove(name) && !recorded.has("undecided")) {
                  tests.add(DynamicTest.dynamicTest(name, () -> check(recorded, release)));
                }
              });
    }
    assertEquals(Set.of(), listed);
    return tests;
  }

  private static void check(JsonNode recorded, KubernetesVersion release) throws IOException {
    List<String> arguments = new ArrayList<>();
    recorded.get("args").forEach(word -> arguments.add(here(word.asText())));
    String refusal = refusal(recorded.get("name").asText(), arguments, release);
    int status = recorded.path("exitCode").asInt(0);
    if (recorded.get("started").asBoolean() || status == 0) {
      assertNull(refusal);
      return;
    }
    assertNotNull(refusal, "started");
    assertEquals(1, refusal.lines().count(), refusal);
    if (status != 2) {
      assertSame(here(error(recorded.get("stderr").asText())), refusal);
    }
  }

  private static @Nullable String refusal(
      String name, List<String> arguments, KubernetesVersion release) throws IOException {
    if (OPENING.contains(name)) {
      return whenOpened(RunLine.of(arguments, PortCheck.NONE, release));
    }
    if (!LISTENING.contains(name)) {
      return RunLine.of(arguments, PortCheck.NONE, release).refusal();
    }
    try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(used.getLocalPort());
      arguments.replaceAll(word -> word.replace(USED_PORT, port));
      String refusal = RunLine.of(arguments, PortCheck.LISTENING, release).refusal();
      return refusal == null ? null : refusal.replace(":" + port, ":" + USED_PORT);
    }
  }

  /** The outcome with a server that rejects every token. */
  private static @Nullable String whenOpened(RunLine line) throws IOException {
    String unauthorized =
        "{'kind':'Status','status':'Failure','message':'Unauthorized','code':401}";
    VirtualTimeline time = new VirtualTimeline(Instant.EPOCH);
    try (TestServer api =
        new TestServer(any -> TestServer.Answer.of(401, unauthorized.replace('\'', '"')))) {
      FlagFixtures.write(folder, "wrong-token.kubeconfig", api.address());
      ControllerProcess.open(
              Objects.requireNonNull(line.options(), line.refusal()), time, time.now())
          .close();
      return null;
    } catch (IOException | KubeconfigException refused) {
      return refused.getMessage();
    } finally {
      FlagFixtures.write(folder);
    }
  }

  private static String here(String text) {
    return text.replace("$KUBECONFIG", folder.resolve("good.kubeconfig").toString())
        .replace("$PKI", folder.toString())
        .replace("$DIR", folder.toString())
        .replace("$PORT", "10257")
        .replace("\"kube-controller-manager\"", "\"hpa-controller\"");
  }

  private static String error(String stderr) {
    Matcher logged = LOGGED.matcher(stderr);
    if (logged.find()) {
      return logged.group(1) == null
          ? logged.group(2)
          : Json.tree('"' + logged.group(1) + '"').asText();
    }
    Matcher matcher = MESSAGE.matcher(stderr);
    assertTrue(matcher.find(), stderr);
    return matcher.group(1);
  }

  private static void assertSame(String expected, String refusal) {
    if (expected.contains("depends on features that are disabled")) {
      assertEquals(parts(expected), parts(refusal));
      return;
    }
    String said = expected;
    for (String end : ENDS) {
      int at = said.indexOf(end);
      said = at < 0 ? said : said.substring(0, at);
    }
    assertTrue(refusal.contains(said), () -> "expected: " + expected + "\nobserved: " + refusal);
  }

  private static Set<String> parts(String list) {
    return new TreeSet<>(List.of(list.substring(1, list.length() - 1).split(", ", -1)));
  }
}
