package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.proto.ProtobufFormatException;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends recorded requests to a sandbox in the state that the recording implies, and compares the
 * responses.
 */
final class Replay implements AutoCloseable {

  /** The metrics APIs of the recordings were served by a test program, so they are not compared. */
  private static final Set<String> METRICS_GROUPS =
      Set.of("metrics.k8s.io", "custom.metrics.k8s.io", "external.metrics.k8s.io");

  private final BareApiServer stage;
  private final HttpTestCluster scene;
  private final Map<String, String> tokens = new HashMap<>();

  Replay(BareApiServer stage, List<RecordedExchange> exchanges) {
    this.stage = stage;
    this.scene = new HttpTestCluster(stage, exchanges);
  }

  /** The result of a replay. */
  sealed interface Outcome {}

  /** The exchange was replayed; the differences by aspect may be empty. */
  record Compared(Map<String, String> differences) implements Outcome {}

  /** The exchange was not replayed. */
  record Skipped(String reason) implements Outcome {}

  Outcome replay(RecordedExchange exchange) {
    String reason = reasonToSkip(exchange);
    if (reason != null) {
      return new Skipped(reason);
    }
    stage.metrics.serve(
        exchange.file().contains("not-installed") ? Set.of() : BareApiServer.METRICS_APIS);
    RequestInfo target = RecordedObjects.target(exchange, stage.cluster.resources());
    if (exchange.isWatch() && target != null) {
      return new Compared(watched(exchange, target));
    }
    if (exchange.status() == 410) {
      stage.cluster.store().compact();
    }
    if (target != null) {
      scene.set(exchange, target);
    }
    Map<String, String> differences = compared(exchange, send(exchange));
    scene.saw(exchange);
    return new Compared(differences);
  }

  private @Nullable String reasonToSkip(RecordedExchange exchange) {
    List<String> segments = exchange.segments();
    boolean named = segments.size() > 3 && segments.getFirst().equals("apis");
    if (named && METRICS_GROUPS.contains(segments.get(1)) && exchange.status() != 403) {
      return "metrics, which a small program of the recording answered";
    }
    if (exchange.path().startsWith("/apis/custom.metrics")
        || exchange.path().startsWith("/apis/external.metrics")) {
      return "metrics, which a small program of the recording answered";
    }
    RequestInfo target = RecordedObjects.target(exchange, stage.cluster.resources());
    boolean isReview = named && segments.get(1).startsWith("auth");
    if (named && target == null && !isReview && exchange.status() == 200) {
      return "a resource that is not served: " + segments.get(1) + "/" + segments.getLast();
    }
    if (segments.size() == 3 && segments.getFirst().equals("apis") && isUnknownGroup(exchange)) {
      return "a group that is not served: " + segments.get(1);
    }
    return exchange.file().contains("backend-down") && METRICS_GROUPS.contains(group(exchange))
        ? "metrics, which a small program of the recording answered"
        : null;
  }

  private static String group(RecordedExchange exchange) {
    return exchange.segments().size() > 1 ? exchange.segments().get(1) : "";
  }

  private boolean isUnknownGroup(RecordedExchange exchange) {
    return exchange.status() == 200 && stage.client.get("/apis/" + group(exchange)).code() == 404;
  }

  private Reply send(RecordedExchange exchange) {
    Map<String, String> headers = headers(exchange);
    if (exchange.status() == 304) {
      Reply fresh = stage.clientOf(exchange).send("GET", exchange.path(), headers, null);
      headers.computeIfPresent("if-none-match", (name, theirs) -> fresh.header("etag"));
      headers.computeIfPresent(
          "if-modified-since", (name, theirs) -> fresh.header("last-modified"));
    } else {
      headers.remove("if-none-match");
      headers.remove("if-modified-since");
    }
    headers.values().removeIf(String::isEmpty);
    return stage
        .clientOf(exchange)
        .send(exchange.method(), ours(exchange), headers, body(exchange.body()));
  }

  private static Map<String, String> headers(RecordedExchange exchange) {
    Map<String, String> headers = new LinkedHashMap<>(exchange.headers());
    headers
        .keySet()
        .retainAll(
            Set.of("accept", "content-type", "user-agent", "if-none-match", "if-modified-since"));
    return headers;
  }

  /** The path with the sandbox's resource versions and tokens. */
  private String ours(RecordedExchange exchange) {
    String path = exchange.path();
    String revision = exchange.parameter("resourceVersion");
    if (revision != null && !revision.equals("0") && isOfThePresent(exchange)) {
      path =
          path.replace(
              "resourceVersion=" + revision, "resourceVersion=" + revisionFor(exchange, revision));
    }
    String token = exchange.parameter("continue");
    return token == null ? path : path.replace(token, tokens.getOrDefault(token, token));
  }

  private static boolean isOfThePresent(RecordedExchange exchange) {
    return exchange.status() < 400 || exchange.status() == 410;
  }

  private String revisionFor(RecordedExchange exchange, String revision) {
    if (revision.equals("1") || revision.length() > 7) {
      return revision;
    }
    List<JsonNode> events = exchange.events();
    boolean isExpired = !events.isEmpty() && events.getFirst().at("/object/code").asInt() == 410;
    return exchange.status() == 410 || isExpired
        ? "1"
        : Long.toString(stage.cluster.store().revision());
  }

  private byte @Nullable [] body(JsonNode body) {
    if (body.isMissingNode() || body.isNull()) {
      return null;
    }
    if (body.has("pb")) {
      return protobuf(body);
    }
    return body.has("text") && body.size() == 1
        ? body.path("text").asText().getBytes(StandardCharsets.UTF_8)
        : Json.write(withOurRevisions(body));
  }

  private byte[] protobuf(JsonNode body) {
    byte[] recorded = Base64.getDecoder().decode(body.path("pb").asText());
    try {
      ObjectNode object = ProtobufCodec.decode(recorded);
      JsonNode ours = withOurRevisions(object);
      return ours.equals(object) ? recorded : ProtobufCodec.encode((ObjectNode) ours);
    } catch (ProtobufFormatException damaged) {
      return recorded;
    }
  }

  private JsonNode withOurRevisions(JsonNode body) {
    JsonNode copy = body.deepCopy();
    for (JsonNode part : List.of(copy.path("metadata"), copy.path("preconditions"))) {
      String ours = scene.ours(part.path("resourceVersion").asText());
      if (part instanceof ObjectNode object && ours != null) {
        object.put("resourceVersion", ours);
      }
    }
    return copy;
  }

  private Map<String, String> compared(RecordedExchange exchange, Reply reply) {
    Map<String, String> differences = new LinkedHashMap<>();
    compare("status", exchange.record().path("status").asText(), "" + reply.code(), differences);
    if (reply.code() >= 400 && exchange.status() < 300) {
      differences.merge("status", " " + reply.text(), String::concat);
    }
    for (String header : List.of("content-type", "warning", "vary", "cache-control", "location")) {
      compare(
          header,
          BodyComparison.header(exchange.answerHeader(header)),
          BodyComparison.header(reply.header(header)),
          differences);
    }
    for (String header : List.of("etag", "last-modified", "retry-after")) {
      compare(
          header,
          "" + !exchange.answerHeader(header).isEmpty(),
          "" + !reply.header(header).isEmpty(),
          differences);
    }
    if (exchange.isAnswerRecorded()) {
      JsonNode ours = parsed(reply);
      String theirs = exchange.answer().at("/metadata/continue").asText("");
      tokens.put(theirs, ours.at("/metadata/continue").asText(""));
      BodyComparison comparison = new BodyComparison(exchange, scene.halfKnown());
      comparison
          .difference(exchange.answer(), ours)
          .ifPresent(difference -> differences.put("body", difference));
    }
    return differences;
  }

  private static void compare(
      String aspect, String theirs, String ours, Map<String, String> differences) {
    if (!theirs.equals(ours)) {
      differences.put(aspect, "expected " + theirs + "\n    but was  " + ours);
    }
  }

  /** The body of a response as JSON; the text of other bodies. */
  static JsonNode parsed(Reply reply) {
    String type = reply.header("content-type");
    if (reply.bytes().length == 0) {
      return MissingNode.getInstance();
    }
    try {
      if (type.startsWith(SandboxClient.PROTOBUF)) {
        return ProtobufCodec.decode(reply.bytes());
      }
      return type.startsWith("application/yaml")
          ? new YAMLMapper().readTree(reply.bytes())
          : type.startsWith(SandboxClient.JSON)
                  || (type.startsWith("text/plain") && reply.text().startsWith("{"))
              ? reply.json()
              : TextNode.valueOf(reply.text());
    } catch (IOException | ProtobufFormatException malformed) {
      return TextNode.valueOf(type + " that cannot be read: " + malformed.getMessage());
    }
  }

  private Map<String, String> watched(RecordedExchange exchange, RequestInfo target) {
    List<JsonNode> events = exchange.events().stream().filter(ReceivedEvents::isCompared).toList();
    int start = initial(exchange, events);
    List<JsonNode> later = events.subList(start, events.size());
    scene.setWatched(exchange, target, events.subList(0, start), later);
    boolean isExpired = !events.isEmpty() && events.getFirst().at("/object/code").asInt() == 410;
    if (isExpired) {
      stage.cluster.store().compact();
    }
    HttpResponse<InputStream> response =
        stage.clientOf(exchange).stream(ours(exchange), headers(exchange));
    Map<String, String> differences = new LinkedHashMap<>();
    String type = String.join("|", response.headers().allValues("content-type"));
    compare("status", "" + exchange.status(), "" + response.statusCode(), differences);
    compare("content-type", exchange.answerHeader("content-type"), type, differences);
    ReceivedEvents received = ReceivedEvents.of(response.body(), type);
    List<JsonNode> ours = new ArrayList<>(received.next(start));
    for (JsonNode event : later) {
      scene.happen(target, event);
      ours.addAll(received.next(1));
    }
    stage.time.advance(Duration.ofMinutes(31));
    ours.addAll(received.rest());
    compareEvents(exchange, events, ours, differences);
    return differences;
  }

  /** The number of initial events. */
  static int initial(RecordedExchange exchange, List<JsonNode> events) {
    String revision = exchange.parameter("resourceVersion");
    boolean streams = "true".equals(exchange.parameter("sendInitialEvents"));
    boolean withState =
        streams
            || ((revision == null || revision.equals("0"))
                && exchange.parameter("sendInitialEvents") == null);
    int count = 0;
    Set<String> met = new HashSet<>();
    while (withState && count < events.size()) {
      JsonNode event = events.get(count);
      String type = event.path("type").asText();
      if (type.equals("BOOKMARK")) {
        return count + 1;
      }
      if (!type.equals("ADDED")
          || !met.add(
              event.at("/object/metadata/uid").asText()
                  + event.at("/object/rows/0/object/metadata/uid").asText())) {
        return count;
      }
      count++;
    }
    return count;
  }

  private void compareEvents(
      RecordedExchange exchange,
      List<JsonNode> theirs,
      List<JsonNode> ours,
      Map<String, String> differences) {
    BodyComparison comparison = new BodyComparison(exchange, scene.halfKnown());
    ArrayNode expected = JsonNodeFactory.instance.arrayNode().addAll(theirs);
    ArrayNode actual = JsonNodeFactory.instance.arrayNode().addAll(ours);
    comparison
        .difference(expected, actual)
        .ifPresent(difference -> differences.put("events", difference));
  }

  @Override
  public void close() {
    stage.removeAll(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, any -> true);
    stage.close();
  }
}
