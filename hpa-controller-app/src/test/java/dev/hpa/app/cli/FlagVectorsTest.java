package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recorded command lines of kube-controller-manager: {@code hpa run} starts with the same ones and
 * refuses the others with the same text.
 */
class FlagVectorsTest {

  private static final Path RECORDED =
      Path.of(System.getProperty("hpa.root", "."))
          .resolve("../shared/vectors/misc/flags.ndjson.gz")
          .normalize();

  /** What only shows when the port is opened or a server asked. */
  private static final Map<String, String> NEEDS_NETWORK =
      Map.of(
          "bind=203.0.113.7", "the address is found missing when the port is opened",
          "port-in-use", "the port is found taken when it is opened",
          "authn-wrong-token", "the token is found wrong when the cluster is asked");

  /** Where this program means to differ: flags it has and Kubernetes does not. */
  private static final Map<String, String> DIFFERENT =
      Map.of(
          "config-flag", "--config is ours, and the file is missing",
          "unknown-horizontal-pod-autoscaler-upscale-delay=3m", "as up to 1.11, see differences",
          "unknown-horizontal-pod-autoscaler-downscale-delay=5m", "as up to 1.11, see differences");

  /** From here on the words are those of Go's parsers, of YAML, or wrong for this program. */
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
  private static final Pattern TOLD = Pattern.compile("Error: (.*)\\s*$");

  @TempDir private static Path folder = Path.of("");

  @TestFactory
  List<DynamicTest> commandLinesAreJudgedAsRecorded() throws IOException {
    assumeTrue(Files.exists(RECORDED), "no recordings beside the project");
    FlagFixtures.write(folder);
    List<DynamicTest> tests = new ArrayList<>();
    Set<String> listed = new HashSet<>(NEEDS_NETWORK.keySet());
    listed.addAll(DIFFERENT.keySet());
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(RECORDED)), StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        JsonNode recorded = Json.tree(line);
        String name = recorded.get("name").asText();
        if (!listed.remove(name)) {
          tests.add(DynamicTest.dynamicTest(name, () -> check(recorded)));
        }
      }
    }
    assertEquals(Set.of(), listed);
    return tests;
  }

  private static void check(JsonNode recorded) {
    List<String> arguments = new ArrayList<>();
    recorded.get("args").forEach(word -> arguments.add(here(word.asText())));
    String refusal = RunLine.of(arguments).refusal();
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

  private static String here(String text) {
    return text.replace("$KUBECONFIG", folder.resolve("good.kubeconfig").toString())
        .replace("$PKI", folder.toString())
        .replace("$DIR", folder.toString())
        .replace("$PORT", "10257")
        .replace("\"kube-controller-manager\"", "\"hpa run\"");
  }

  private static String error(String stderr) {
    Matcher logged = LOGGED.matcher(stderr);
    if (logged.find()) {
      return logged.group(1) == null
          ? logged.group(2)
          : Json.tree('"' + logged.group(1) + '"').asText();
    }
    Matcher told = TOLD.matcher(stderr);
    assertTrue(told.find(), stderr);
    return told.group(1);
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
