package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.recordings.Recordings;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Sends the reads and watches of a session with kube-apiserver v1.37 to a sandbox of that release,
 * one after the other. Code, content type, cache control and body are compared; the known
 * differences are in {@code reads-1.37-differences.txt}.
 */
class RecordedReadsTest {

  private static final String FILE = "v1.37/reads.ndjson";
  private static final String HPAS =
      "/apis/autoscaling/v2/namespaces/lab-api-r2/horizontalpodautoscalers";
  private static final String DISCOVERY =
      "application/json;g=apidiscovery.k8s.io;v=%s;as=APIGroupDiscoveryList";

  /** What the recording does not have of the requests for discovery documents. */
  private static final Map<String, String> ACCEPTED =
      Map.of(
          "aggregated v2", DISCOVERY.formatted("v2"),
          "aggregated v2beta1", DISCOVERY.formatted("v2beta1"),
          "aggregated nopeer", DISCOVERY.formatted("v2") + ";profile=nopeer");

  private static final Pattern AT_ZERO =
      Pattern.compile(".* (rv|exact) 0( .*)?|list match bogus|watch (table|partial|v1)");

  private static final Pattern CHANGING =
      Pattern.compile(
          "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
              + "|20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z|<(uid|now|rv|token|age|n)>"
              + "|(?<=resourceVersion.{3,5})[0-9]+|(?<=\"continue\":\")[^\"]+"
              + "|(?<=resource version: )[0-9]+|(?<=current: )[0-9]+"
              + "|(?<=\")([0-9]+[smhd]){1,2}(?=\\\\*\")");

  private final ServedSandbox served =
      new ServedSandbox(with -> with.withKubernetesVersion(KubernetesVersion.V1_37));
  private final List<JsonNode> session = Recordings.lines(FILE);

  /** The resource version of the time when four of the objects existed. */
  private String ofFour = "";

  private String beforeChanges = "";

  /** The continue tokens by the request that returned them. */
  private final Map<String, String> tokens = new HashMap<>();

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void readsAreAnsweredAsRecorded() {
    KnownDifferences known = KnownDifferences.read("reads-1.37-differences.txt");
    List<String> failures = new ArrayList<>();
    int agreeing = 0;
    createObjects();
    for (JsonNode line : session) {
      if (line.path("path").asText().startsWith("/openapi")
          || line.path("accept").asText().contains("as=Table")) {
        continue;
      }
      List<String> differences = differences(line);
      agreeing += differences.isEmpty() ? 1 : 0;
      for (String each : differences) {
        if (!known.covers(each.substring(0, each.indexOf(':')), name(line))) {
          failures.add(name(line) + " | " + each);
        }
      }
    }
    System.out.printf("%s: %d of %d requests agree%n", FILE, agreeing, session.size());
    failures.addAll(known.unused());
    assertEquals(List.of(), failures);
  }

  private static String name(JsonNode line) {
    return line.path("name").asText();
  }

  /** The objects that the recorded list has, with the status of the first. */
  private void createObjects() {
    served.client.post("/api/v1/namespaces", "{'metadata':{'name':'lab-api-r2'}}");
    JsonNode list =
        session.stream().filter(each -> name(each).equals("list plain")).findFirst().orElseThrow();
    List<String> versions = new ArrayList<>();
    for (JsonNode item : list.at("/body/items")) {
      ObjectNode object = item.deepCopy();
      object.remove("status");
      ObjectNode metadata = object.putObject("metadata");
      metadata.set("name", item.at("/metadata/name"));
      metadata.set("labels", item.at("/metadata/labels"));
      versions.add(write("POST", HPAS, SandboxClient.JSON, object).version());
    }
    ofFour = versions.get(3);
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.set("status", list.at("/body/items/0/status").deepCopy());
    ((ObjectNode) patch.at("/status/currentMetrics/0/resource/current")).put("averageValue", "55m");
    write("PATCH", HPAS + "/h0/status", SandboxClient.MERGE, patch);
  }

  private Reply write(String method, String path, String type, JsonNode body) {
    Map<String, String> headers = Map.of("User-Agent", "lab-api/1", "Content-Type", type);
    Reply reply = served.client.send(method, path, headers, Json.write(body));
    assertEquals(2, reply.code() / 100, reply.toString());
    return reply;
  }

  private void merge(String name, String patch) {
    write("PATCH", HPAS + "/" + name, SandboxClient.MERGE, SandboxClient.tree(patch));
  }

  /** What happened during the first two recorded watches. */
  private void change() {
    JsonNode fourth = served.client.get(HPAS + "/h4").json();
    merge("h1", "{'metadata':{'labels':{'odd':'x'}}}");
    merge("h2", "{'metadata':{'labels':{'odd':'1'}}}");
    merge("h3", "{'spec':{'maxReplicas':9}}");
    served.client.delete(HPAS + "/h4");
    ObjectNode again = JsonNodeFactory.instance.objectNode();
    again.putObject("metadata").put("name", "h4").putObject("labels").put("odd", "1");
    again.set("spec", fourth.path("spec"));
    write("POST", HPAS, SandboxClient.JSON, again);
    merge("h1", "{'metadata':{'labels':{'odd':'1'}}}");
    merge("h2", "{'metadata':{'labels':{'odd':'0'}}}");
    merge("h3", "{'spec':{'maxReplicas':5}}");
  }

  private List<String> differences(JsonNode line) {
    boolean streams =
        line.path("method").asText().equals("WATCH") && line.path("code").asInt() == 200;
    return streams ? watched(line) : read(line);
  }

  private List<String> read(JsonNode line) {
    String method = line.path("method").asText().replace("WATCH", "GET");
    Reply reply = served.client.send(method, path(line), headers(line), null);
    tokens.put(name(line), continueToken(reply));
    List<String> differences = new ArrayList<>();
    compare("code", line.path("code").asText(), Integer.toString(reply.code()), differences);
    compare("type", line.path("responseType").asText(), reply.header("Content-Type"), differences);
    if (line.has("header Cache-Control")) {
      String recorded = line.path("header Cache-Control").asText();
      compare("cache", recorded, reply.header("Cache-Control"), differences);
    }
    JsonNode body = line.path("body");
    if (!isLength(body)) {
      compareBodies(line, reply, differences);
    }
    return differences;
  }

  private static String continueToken(Reply reply) {
    return Replay.parsed(reply).at("/metadata/continue").asText();
  }

  private void compareBodies(JsonNode line, Reply reply, List<String> differences) {
    String type = line.path("responseType").asText();
    JsonNode ours = Replay.parsed(reply);
    if (type.contains("yaml")) {
      String recorded = line.path("body").asText();
      compare("body", masked(yaml(recorded)), masked(ours), differences);
      compare(
          "text",
          masked(TextNode.valueOf(recorded)),
          masked(TextNode.valueOf(reply.text())),
          differences);
    } else if (type.contains("protobuf")) {
      String encoded = line.path("body").asText().replace("bytes ", "");
      JsonNode recorded = ProtobufCodec.decode(Base64.getDecoder().decode(encoded));
      compare("body", masked(recorded), masked(ours), differences);
    } else {
      JsonNode body = line.path("body");
      JsonNode recorded = line.path("method").asText().equals("WATCH") ? body.path(0) : body;
      compare("body", masked(recorded), masked(extracted(name(line), ours)), differences);
    }
  }

  /** The parts of large documents that were recorded. */
  private static JsonNode extracted(String name, JsonNode document) {
    return switch (name) {
      case "aggregated v2", "aggregated v2beta1" -> {
        ObjectNode parts = JsonNodeFactory.instance.objectNode();
        parts.set("meta", document.deepCopy());
        parts.withObject("/meta").remove("items");
        parts.set("group", autoscaling(document));
        yield parts;
      }
      case "aggregated nopeer" -> autoscaling(document);
      default -> document;
    };
  }

  private static ArrayNode autoscaling(JsonNode document) {
    ArrayNode groups = JsonNodeFactory.instance.arrayNode();
    for (JsonNode group : document.path("items")) {
      if (group.at("/metadata/name").asText().equals("autoscaling")) {
        groups.add(group);
      }
    }
    return groups;
  }

  private List<String> watched(JsonNode line) {
    String name = name(line);
    if (name.equals("watch selector")) {
      beforeChanges = current();
    }
    HttpResponse<InputStream> response = served.client.stream(path(line), headers(line));
    String type = String.join("|", response.headers().allValues("content-type"));
    ReceivedEvents received = ReceivedEvents.of(response.body(), type);
    if (name.equals("watch from now") || name.equals("watch selector")) {
      change();
    }
    ArrayNode events = JsonNodeFactory.instance.arrayNode();
    events.addAll(received.next(Math.max(0, line.path("body").size() - 1)));
    served.pass(Duration.ofMinutes(31));
    events.addAll(received.rest()).add("<end>");
    List<String> differences = new ArrayList<>();
    compare(
        "code", line.path("code").asText(), Integer.toString(response.statusCode()), differences);
    compare("type", line.path("responseType").asText(), type, differences);
    if (!isLength(line.path("body"))) {
      compare("body", masked(line.path("body")), masked(events), differences);
    }
    return differences;
  }

  /** Of some binary bodies only the length was recorded, which depends on versions and uids. */
  private static boolean isLength(JsonNode body) {
    JsonNode first = body.isArray() ? body.path(0) : body;
    return first.asText().matches("bytes [0-9]+");
  }

  private static Map<String, String> headers(JsonNode line) {
    Map<String, String> headers = new HashMap<>(Map.of("User-Agent", "lab-api/1"));
    String accept = ACCEPTED.getOrDefault(name(line), line.path("accept").asText());
    if (!accept.isEmpty()) {
      headers.put("Accept", accept);
    }
    return headers;
  }

  private String path(JsonNode line) {
    String path = line.path("path").asText();
    return path.contains("<rv>") || path.contains("<token>")
        ? path.replace("<rv>", version(name(line))).replace("<token>", token(name(line)))
        : path;
  }

  private String version(String name) {
    if (AT_ZERO.matcher(name).matches()) {
      return "0";
    }
    if (name.contains("future")) {
      return "999999999";
    }
    if (name.equals("watch initial false")) {
      return beforeChanges;
    }
    return name.contains("exact") && name.startsWith("list") ? ofFour : current();
  }

  private String current() {
    return served.client.get(HPAS).version();
  }

  /** The recorded invalid token decodes to a byte that the recorded message names. */
  private String token(String name) {
    if (name.contains("continue")) {
      return "abc";
    }
    String page = name.equals("list third page") ? "list second page" : "list limit 3";
    return tokens.getOrDefault(page, "none");
  }

  private static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /** Without what changes from run to run; the order of members of JSON does not count. */
  private static JsonNode masked(JsonNode body) {
    String text = body.isTextual() ? body.asText() : body.toString();
    String masked = CHANGING.matcher(text).replaceAll("0");
    if (!body.isContainerNode()) {
      return TextNode.valueOf(masked);
    }
    JsonNode tree = Json.tree(masked);
    for (JsonNode metadata : tree.findParents("managedFields")) {
      String owners = BodyComparison.owners(metadata.path("managedFields")).toString();
      ((ObjectNode) metadata).put("managedFields", owners);
    }
    return tree;
  }

  private static void compare(String what, Object want, Object got, List<String> differences) {
    if (!want.equals(got)) {
      differences.add(what + ": expected " + want + " but was " + got);
    }
  }
}
