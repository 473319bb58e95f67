package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.sandbox.recordings.Recordings;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Sends the requests of a session with kube-apiserver v1.37 to a sandbox of that release, one after
 * the other. Code, reason, message, causes, warnings, metadata, spec and status are compared; the
 * known differences are in {@code session-1.37-differences.txt}.
 */
class RecordedSessionTest {

  private static final String FILE = "v1.37/writes.ndjson";
  private static final Pattern CHANGING =
      Pattern.compile(
          "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
              + "|20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z|<(uid|now|rv|time)>"
              + "|(?<=resourceVersion.{3,5})[0-9]+");

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{(rv|uid):HorizontalPodAutoscaler/([^}]+)}");

  @Test
  void writesAreAnsweredAsRecorded() {
    KnownDifferences known = KnownDifferences.read("session-1.37-differences.txt");
    List<String> failures = new ArrayList<>();
    int agreeing = 0;
    List<JsonNode> session =
        Recordings.lines(FILE).stream().filter(RecordedSessionTest::isServed).toList();
    try (ServedSandbox served =
        new ServedSandbox(with -> with.withKubernetesVersion(KubernetesVersion.V1_37))) {
      String namespace = namespace(session.getFirst());
      served.client.post("/api/v1/namespaces", "{'metadata':{'name':'%s'}}".formatted(namespace));
      for (JsonNode line : session) {
        List<String> differences = differences(line, sent(served.client, line));
        agreeing += differences.isEmpty() ? 1 : 0;
        for (String each : differences) {
          String aspect = each.substring(0, each.indexOf(':'));
          if (!known.covers(aspect, line.path("name").asText())) {
            failures.add(line.path("name").asText() + " | " + each);
          }
        }
      }
    }
    System.out.printf("%s: %d of %d requests agree%n", FILE, agreeing, session.size());
    failures.addAll(known.unused());
    assertEquals(List.of(), failures);
  }

  /** Server-side apply is not, and the objects that it creates do not exist. */
  private static boolean isServed(JsonNode line) {
    return !line.path("contentType").asText().contains("apply-patch")
        && !line.path("path").asText().contains("/horizontalpodautoscalers/ssa");
  }

  private static String namespace(JsonNode line) {
    return line.path("path").asText().replaceFirst(".*/namespaces/([^/]+)/.*", "$1");
  }

  private static Reply sent(SandboxClient client, JsonNode line) {
    Map<String, String> headers = new HashMap<>(Map.of("User-Agent", "lab-api/1"));
    if (line.has("contentType")) {
      headers.put("Content-Type", line.path("contentType").asText());
    }
    byte[] body =
        line.has("request")
            ? REFERENCE
                .matcher(line.path("request").asText())
                .replaceAll(found -> current(client, line, found))
                .getBytes(StandardCharsets.UTF_8)
            : null;
    return client.send(line.path("method").asText(), line.path("path").asText(), headers, body);
  }

  /** The uid or the resource version that an object has now. */
  private static String current(SandboxClient client, JsonNode line, MatchResult reference) {
    String autoscalers = line.path("path").asText().replaceFirst("(/horizontalpod[a-z]*).*", "$1");
    JsonNode metadata = client.get(autoscalers + "/" + reference.group(2)).json().path("metadata");
    return metadata.path(reference.group(1).equals("uid") ? "uid" : "resourceVersion").asText();
  }

  private static List<String> differences(JsonNode line, Reply reply) {
    JsonNode want = line.path("body");
    JsonNode got = reply.json();
    List<String> differences = new ArrayList<>();
    compare("code", line.path("code").asText(), Integer.toString(reply.code()), differences);
    compare("reason", text(want.path("reason")), text(got.path("reason")), differences);
    if (!BodyComparison.hasOwnText(want) && !BodyComparison.hasOwnText(got)) {
      compare("message", text(want.path("message")), text(got.path("message")), differences);
      compare("details", text(want.path("details")), text(got.path("details")), differences);
    }
    compare("spec", tree(want.path("spec")), tree(got.path("spec")), differences);
    compare("status", tree(want.path("status")), tree(got.path("status")), differences);
    compare("owners", owners(want), owners(got), differences);
    compare("metadata", metadata(want), metadata(got), differences);
    compare("warnings", warnings(line), reply.header("Warning"), differences);
    return differences;
  }

  private static String warnings(JsonNode line) {
    List<String> warnings = new ArrayList<>();
    for (JsonNode each : line.path("warnings")) {
      String text = each.asText().replace("\\", "\\\\").replace("\"", "\\\"");
      warnings.add("299 - \"" + text + "\"");
    }
    return String.join("|", warnings);
  }

  private static List<String> owners(JsonNode object) {
    return BodyComparison.owners(object.at("/metadata/managedFields"));
  }

  private static JsonNode metadata(JsonNode object) {
    JsonNode metadata = object.path("metadata").deepCopy();
    if (metadata instanceof ObjectNode all) {
      all.remove("managedFields");
    }
    return tree(metadata);
  }

  /** Without what changes from run to run; the order of members does not count. */
  private static JsonNode tree(JsonNode node) {
    return node.isContainerNode() ? Json.tree(text(node)) : node;
  }

  private static String text(JsonNode node) {
    return CHANGING.matcher(node.isTextual() ? node.asText() : node.toString()).replaceAll("0");
  }

  private static void compare(String what, Object want, Object got, List<String> differences) {
    if (!want.equals(got)) {
      differences.add(what + ": expected " + want + " but was " + got);
    }
  }
}
