package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.recordings.Recordings;
import dev.hpa.sandbox.store.ObjectKey;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs an installed kubectl v1.37 with a sandbox of that release: the commands of a recorded
 * session one after the other, whose exit code, standard output and standard error are compared
 * (the known differences are in {@code kubectl-1.37-differences.txt}), and the description of
 * recorded objects.
 */
@EnabledIf(value = "isInstalled", disabledReason = "no kubectl v1.37 is on the PATH")
class RecordedKubectlTest {

  private static final String FILE = "v1.37/kubectl.ndjson";
  private static final String DESCRIBED = "v1.37/describe.ndjson";
  private static final String NAMESPACE = "lab-api-k";
  private static final int MINOR = 37;

  /** The command that timed out, because the recorded server had no garbage collector. */
  private static final int FOREGROUND_DELETION = 128;

  /** The first command that prints events. */
  private static final int EVENTS = 92;

  private static final String TARGET =
      "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}";
  private static final String CPU =
      "metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization,"
          + " averageUtilization: 60}}}]";

  /** The manifests and editors of the session; the recording has only their names. */
  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("ap1.yaml", applied(4)),
          Map.entry("ap2.yaml", applied(6)),
          Map.entry("bad.yaml", hpa("v2", "bad", "maxReplicas: 0")),
          Map.entry("unk.yaml", hpa("v2", "unk", "maxReplica: 5, maxReplicas: 5")),
          Map.entry("typ.yaml", hpa("v2", "typ", "maxReplicas: \"5\"")),
          Map.entry("dup.yaml", hpa("v2", "dup", "maxReplicas: 5")),
          Map.entry("zero.yaml", hpa("v2", "zero", "minReplicas: 0, maxReplicas: 4, " + CPU)),
          Map.entry(
              "zext.yaml",
              hpa(
                  "v2",
                  "zext",
                  """
                  minReplicas: 0, maxReplicas: 4, metrics: [
                    {type: External, external: {metric: {name: queue},
                     target: {type: AverageValue, averageValue: 5}}},
                    {type: Object, object: {metric: {name: hits},
                     describedObject: {apiVersion: networking.k8s.io/v1, kind: Ingress, name: main},
                     target: {type: Value, value: 2k}}},
                    {type: Pods, pods: {metric: {name: qps},
                     target: {type: AverageValue, averageValue: 5m}}},
                    {type: ContainerResource, containerResource: {name: cpu, container: app,
                     target: {type: Utilization, averageUtilization: 40}}}]
                  """)),
          Map.entry(
              "v1.yaml", hpa("v1", "one", "maxReplicas: 3, targetCPUUtilizationPercentage: 70")),
          Map.entry("v2beta2.yaml", hpa("v2beta2", "beta", "maxReplicas: 3")),
          Map.entry("ed.sh", editor("s/maxReplicas: 7/maxReplicas: 8/")),
          Map.entry("ed0.sh", editor("s/^$//")),
          Map.entry("edbad.sh", editor("s/maxReplicas: 8/maxReplicas: 0/")),
          Map.entry(
              "edst.sh",
              editor(
                  "s/desiredReplicas: 3/desiredReplicas: 2/;s/status: \"True\"/status: Unknown/")));

  @TempDir Path folder;

  private final Path kubectl = Objects.requireNonNull(Kubectl.installed(MINOR)).program();

  private static String applied(int max) {
    return hpa(
        "v2",
        "ap",
        """
        minReplicas: 1, maxReplicas: %d, %s,
        behavior: {scaleDown: {tolerance: "0.05",
          policies: [{type: Pods, value: 1, periodSeconds: 60}]}}
        """
            .formatted(max, CPU));
  }

  private static String hpa(String version, String name, String spec) {
    return """
        apiVersion: autoscaling/%s
        kind: HorizontalPodAutoscaler
        metadata: {name: %s}
        spec: {%s, %s}
        """
        .formatted(version, name, TARGET, spec);
  }

  private static String editor(String change) {
    return "#!/bin/sh\nsed -i '%s' \"$1\"\n".formatted(change);
  }

  static boolean isInstalled() {
    return Kubectl.installed(MINOR) != null;
  }

  @Test
  void commandsPrintWhatWasRecorded() throws Exception {
    KnownDifferences known = KnownDifferences.read("kubectl-1.37-differences.txt");
    writeFiles();
    List<String> failures = new ArrayList<>();
    int agreeing = 0;
    List<JsonNode> session = Recordings.lines(FILE);
    try (ServedSandbox served =
        new ServedSandbox(with -> with.withKubernetesVersion(KubernetesVersion.V1_37))) {
      Files.writeString(folder.resolve("kubeconfig"), served.sandbox.kubeconfig());
      served.client.post("/api/v1/namespaces", "{'metadata':{'name':'%s'}}".formatted(NAMESPACE));
      for (JsonNode line : session) {
        if (line.path("n").asInt() == EVENTS) {
          createEvents(served.client);
        }
        if (line.path("n").asInt() == FOREGROUND_DELETION) {
          continue;
        }
        List<String> differences = differences(line, run(line));
        agreeing += differences.isEmpty() ? 1 : 0;
        for (String each : differences) {
          if (!known.covers(each.substring(0, each.indexOf(':')), command(line))) {
            failures.add(command(line) + " | " + each);
          }
        }
      }
    }
    System.out.printf("%s: %d of %d commands agree%n", FILE, agreeing, session.size());
    failures.addAll(known.unused());
    assertEquals("", String.join("\n", failures));
  }

  /** Objects that were written into etcd, and described by kubectl. */
  @Test
  void objectsAreDescribedAsRecorded() throws Exception {
    List<String> expected = new ArrayList<>();
    String output;
    try (ServedSandbox served =
        new ServedSandbox(with -> with.withKubernetesVersion(KubernetesVersion.V1_37))) {
      Files.writeString(folder.resolve("kubeconfig"), served.sandbox.kubeconfig());
      for (JsonNode line : Recordings.lines(DESCRIBED)) {
        String name = "h%04d".formatted(expected.size());
        store(served, name, line.path("object"));
        expected.add(
            withoutTrailingBlanks(line.path("text").asText())
                .replaceFirst("(?m)^(Name: +).*", "$1" + name)
                .replaceFirst("(?m)^(Namespace: +).*", "$1" + NAMESPACE));
      }
      Result result =
          run(List.of("describe", "hpa", "--show-events=false"), Map.of("TZ", "UTC"), "");
      assertEquals("", result.error());
      output = result.output();
    }
    List<String> described =
        Stream.of(output.split("\n\n\n")).map(RecordedKubectlTest::withoutTrailingBlanks).toList();
    System.out.printf("%s: %d descriptions%n", DESCRIBED, described.size());
    assertEquals(expected, described);
  }

  /** The end of the recorded texts is stripped. */
  private static String withoutTrailingBlanks(String text) {
    return text.lines().map(String::stripTrailing).collect(Collectors.joining("\n"));
  }

  private static void store(ServedSandbox served, String name, JsonNode object) {
    ObjectNode stored = (ObjectNode) HpaVersion.V2.withDefaults(object.toString());
    stored.withObject("/metadata").put("name", name).put("namespace", NAMESPACE);
    served
        .sandbox
        .cluster()
        .objects(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS)
        .create(new ObjectKey(NAMESPACE, name), stored);
  }

  private void writeFiles() throws IOException {
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      Path path = Files.writeString(folder.resolve(file.getKey()), file.getValue());
      if (file.getKey().endsWith(".sh")) {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }

  private static void createEvents(SandboxClient client) {
    String event =
        """
        {'metadata':{'name':'%s'},'type':'%s','reason':'%s','message':'%s','count':%d,
         'involvedObject':{'apiVersion':'autoscaling/v2','kind':'HorizontalPodAutoscaler',
          'namespace':'lab-api-k','name':'web'},
         'firstTimestamp':'2024-01-01T00:00:00Z','lastTimestamp':'2024-01-01T00:00:00Z'}
        """;
    String path = "/api/v1/namespaces/" + NAMESPACE + "/events";
    client.post(path, event.formatted("e1", "Warning", "FailedGetScale", "no matches", 3));
    client.post(
        path,
        event.formatted(
            "e2",
            "Normal",
            "SuccessfulRescale",
            "New size: 3; reason: cpu resource utilization (percentage of request) above target",
            4));
  }

  /** Exit code, standard output and standard error. */
  private record Result(String code, String output, String error) {}

  private Result run(JsonNode line) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    line.path("args").forEach(each -> arguments.add(inFolder(each.asText())));
    Map<String, String> environment = new HashMap<>();
    line.path("env")
        .properties()
        .forEach(each -> environment.put(each.getKey(), inFolder(each.getValue().asText())));
    return run(arguments, environment, line.path("stdin").asText());
  }

  private Result run(List<String> arguments, Map<String, String> environment, String input)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(kubectl.toString());
    command.add("--namespace=" + NAMESPACE);
    command.add("--cache-dir=" + folder.resolve("cache"));
    command.addAll(arguments);
    Path output = folder.resolve("stdout");
    Path error = folder.resolve("stderr");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectOutput(output.toFile()).redirectError(error.toFile());
    builder.environment().put("KUBECONFIG", folder.resolve("kubeconfig").toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    }
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      return new Result("does not end", Files.readString(output), Files.readString(error));
    }
    return new Result(
        Integer.toString(process.exitValue()), Files.readString(output), Files.readString(error));
  }

  private String inFolder(String text) {
    return text.replace("$T", folder.toString());
  }

  private static String command(JsonNode line) {
    List<String> words = new ArrayList<>();
    line.path("args").forEach(each -> words.add(each.asText()));
    return "%d: %s".formatted(line.path("n").asInt(), String.join(" ", words));
  }

  private List<String> differences(JsonNode line, Result result) {
    List<String> differences = new ArrayList<>();
    String recorded = masked(line.path("stdout").asText());
    String output = masked(result.output());
    boolean explains = line.at("/args/0").asText().equals("explain");
    compare("code", line.path("rc").asText(), result.code(), differences);
    compare(
        "output",
        explains ? explained(recorded) : recorded,
        explains ? explained(output) : output,
        differences);
    compare("error", masked(line.path("stderr").asText()), masked(result.error()), differences);
    return differences;
  }

  /** Without descriptions, which are different texts. */
  private static String explained(String output) {
    return output
        .lines()
        .filter(each -> each.matches("(GROUP|KIND|VERSION|FIELD|FIELDS):.*|\\S+\t<.*"))
        .collect(Collectors.joining("\n"));
  }

  private static void compare(String what, String want, String got, List<String> differences) {
    if (!want.equals(got)) {
      differences.add(what + ": expected " + want + "\nbut was " + got);
    }
  }

  /** Without ages, times, uids, versions, temporary files and the width of columns. */
  private String masked(String text) {
    String named =
        text.replace(folder.toString(), "$T")
            .replaceAll("(?m)^(---|\\+\\+\\+) .*", "$1 \\$FILE")
            .replaceAll("/tmp/[^\\s\"]+", "\\$FILE")
            .replaceAll("\\b\\d+y(\\d+d)?|<age>", "AGE")
            .replace("<uid>", "UID")
            .replace("<time>", "TIME")
            .replace("<rv>", "N");
    return KubectlTextTest.masked(named);
  }
}
