package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceType.ScalePaths;
import dev.hpa.sandbox.cluster.ResourceType.SelectorForm;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.recordings.Recordings;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.resources.ResourceHandler;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Restores the state of the cluster before a recorded exchange, as far as the recordings contain
 * it. A read finds what its response shows; a write finds the last recorded state of its object.
 */
final class HttpTestCluster {

  private final BareApiServer stage;
  private final RecordedObjects known;
  private final Map<String, List<RecordedExchange>> pages;
  private final Map<String, String> revisions = new HashMap<>();
  private final Map<String, String> seen = new HashMap<>();
  private final Set<String> halfKnown = new HashSet<>();

  /**
   * @param exchanges all exchanges, because a write may change what another response shows
   */
  HttpTestCluster(BareApiServer stage, List<RecordedExchange> exchanges) {
    this.stage = stage;
    this.known = new RecordedObjects(stage.cluster.resources(), exchanges);
    this.pages = pages(exchanges);
  }

  private static Map<String, List<RecordedExchange>> pages(List<RecordedExchange> exchanges) {
    Map<String, List<RecordedExchange>> pages = new HashMap<>();
    for (RecordedExchange exchange : exchanges) {
      String token = exchange.parameter("continue");
      if (token != null) {
        pages.computeIfAbsent(token, any -> new ArrayList<>()).add(exchange);
      }
    }
    return pages;
  }

  /** The sandbox's resource version for a recorded one; null when it is unknown. */
  @Nullable String ours(String revision) {
    return revisions.get(revision);
  }

  private void learn(String revision, String ours) {
    if (!revision.isEmpty()) {
      revisions.put(revision, ours);
    }
  }

  /** The objects whose recordings contain the metadata only. */
  Set<String> halfKnown() {
    return halfKnown;
  }

  /** Restores the state before an exchange. */
  void set(RecordedExchange exchange, RequestInfo target) {
    halfKnown.clear();
    setNamespace(exchange, target);
    switch (exchange.method()) {
      case "GET", "HEAD" -> setRead(exchange, target);
      default -> setWrite(exchange, target);
    }
  }

  private void setNamespace(RecordedExchange exchange, RequestInfo target) {
    JsonNode details = exchange.answer().path("details");
    if (exchange.status() == 404) {
      boolean isNamespace = details.path("kind").asText().equals("namespaces");
      remove(
          isNamespace ? ResourceTypes.NAMESPACES : target.type(),
          isNamespace
              ? new ObjectKey("", details.path("name").asText())
              : new ObjectKey(target.namespace(), details.path("name").asText()));
      if (isNamespace) {
        return;
      }
    }
    ObjectKey key = new ObjectKey("", target.namespace());
    StoredObject there = stage.cluster.find(ResourceTypes.NAMESPACES, key);
    boolean isLost = there == null || (there.deleting() && exchange.status() < 300);
    if (target.type().namespaced() && !target.namespace().isEmpty() && isLost) {
      stage.put(ResourceTypes.NAMESPACES, BareApiServer.namespace(target.namespace()));
    }
  }

  private void remove(ResourceType type, ObjectKey key) {
    stage.remove(type, key);
  }

  private void setRead(RecordedExchange exchange, RequestInfo target) {
    if (exchange.status() >= 300) {
      setAny(exchange, target);
    } else if (target.name().isEmpty()) {
      setList(exchange, target);
    } else if (target.subresource().equals("scale")) {
      setScaled(target, scale(exchange.answer()));
    } else {
      show(target, exchange.answer());
    }
  }

  /** The scale in a response, which may be a table with name, desired and available replicas. */
  private static JsonNode scale(JsonNode answer) {
    if (!answer.path("kind").asText().equals("Table")) {
      return answer;
    }
    ObjectNode scale = answer.at("/rows/0/object").deepCopy();
    scale.putObject("spec").set("replicas", answer.at("/rows/0/cells/1"));
    scale.putObject("status").set("replicas", answer.at("/rows/0/cells/2"));
    return scale;
  }

  private void setList(RecordedExchange exchange, RequestInfo target) {
    if (exchange.parameter("continue") != null) {
      return;
    }
    stage.removeAll(
        target.type(),
        each -> target.namespace().isEmpty() || each.namespace().equals(target.namespace()));
    show(target, exchange.answer());
    showRest(target, exchange.answer());
  }

  /** Restores the objects of the following pages. */
  private void showRest(RequestInfo target, JsonNode page) {
    String token = page.at("/metadata/continue").asText("");
    for (RecordedExchange next : pages.getOrDefault(token, List.of())) {
      if (next.status() == 200 && next.parameter("labelSelector") == null) {
        show(target, next.answer());
        showRest(target, next.answer());
        return;
      }
    }
    int remaining = page.at("/metadata/remainingItemCount").asInt(token.isEmpty() ? 0 : 1);
    for (int i = 0; i < remaining; i++) {
      stage.put(target.type(), placeholder(target, "zzz-" + i, page));
    }
  }

  /** An object of which only the existence is recorded. */
  private static ObjectNode placeholder(RequestInfo target, String name, JsonNode page) {
    JsonNode first = page.path("items").path(0).path("metadata");
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", target.kind()).put("apiVersion", target.storedApiVersion());
    ObjectNode metadata = object.putObject("metadata").put("name", name);
    if (!target.namespace().isEmpty()) {
      metadata.put("namespace", target.namespace());
    }
    if (first.has("labels")) {
      metadata.set("labels", first.path("labels"));
    }
    return object;
  }

  /** Restores what a response shows: an object, a list, or a table of objects. */
  private void show(RequestInfo target, JsonNode answer) {
    String kind = answer.path("kind").asText();
    if (answer.has("items")) {
      answer.path("items").forEach(item -> showOne(target, item, kind.startsWith("Partial")));
    } else if (kind.equals("Table")) {
      answer.path("rows").forEach(row -> showRow(target, row));
    } else {
      showOne(target, answer, kind.startsWith("Partial"));
    }
  }

  private void showRow(RequestInfo target, JsonNode row) {
    JsonNode object = row.path("object");
    if (object.isObject()) {
      showOne(target, object, object.path("kind").asText().startsWith("Partial"));
    }
  }

  private void showOne(RequestInfo target, JsonNode object, boolean isPartial) {
    JsonNode metadata = object.path("metadata");
    if (!metadata.has("name")) {
      return;
    }
    ObjectNode whole = isPartial ? known.exactly(metadata) : RecordedObjects.stored(target, object);
    if (whole == null) {
      halfKnown.add(metadata.path("name").asText());
      ObjectNode near = known.nearly(metadata);
      whole = near == null ? RecordedObjects.stored(target, object) : near.deepCopy();
    }
    if (isPartial) {
      whole = whole.deepCopy();
      whole.set("metadata", metadata.deepCopy());
    }
    put(target.type(), whole);
  }

  private void put(ResourceType type, ObjectNode object) {
    String recorded = object.at("/metadata/resourceVersion").asText();
    learn(recorded, Long.toString(stage.put(type, object).revision()));
  }

  private void setScaled(RequestInfo target, JsonNode scale) {
    if (!scale.path("metadata").isObject()) {
      put(target.type(), bareNamed(target));
      return;
    }
    ObjectNode near = known.nearly(scale.path("metadata"));
    ObjectNode object = near == null ? bare(target, scale) : near.deepCopy();
    ObjectNode metadata = (ObjectNode) scale.path("metadata").deepCopy();
    if (near != null) {
      metadata.setAll((ObjectNode) near.path("metadata").deepCopy());
      metadata.set("resourceVersion", scale.at("/metadata/resourceVersion"));
    }
    object.set("metadata", metadata);
    if (near == null && target.type().scale() != null) {
      target.type().strategy().prepareForCreate(object);
    }
    object.withObject("/spec").put("replicas", scale.at("/spec/replicas").asInt());
    object.withObject("/status").put("replicas", scale.at("/status/replicas").asInt());
    put(target.type(), object);
  }

  /** An object of which only the scale is recorded. */
  private static ObjectNode bare(RequestInfo target, JsonNode scale) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", target.kind()).put("apiVersion", target.storedApiVersion());
    object.putObject("metadata");
    ScalePaths paths = target.type().scale();
    String selector = scale.at("/status/selector").asText();
    if (paths == null || paths.form() == SelectorForm.TEXT) {
      object.putObject("status").put("selector", selector);
      return object;
    }
    ObjectNode spec = object.putObject("spec");
    ObjectNode selected = spec.putObject("selector");
    labels(
        selector, paths.form() == SelectorForm.MAP ? selected : selected.putObject("matchLabels"));
    ObjectNode template = spec.putObject("template");
    labels(selector, template.putObject("metadata").putObject("labels"));
    template
        .putObject("spec")
        .putArray("containers")
        .addObject()
        .put("name", "c")
        .put("image", "i");
    return object;
  }

  private static void labels(String selector, ObjectNode into) {
    for (String each : selector.split(",")) {
      String[] label = each.split("=", 2);
      if (label.length == 2) {
        into.put(label[0], label[1]);
      }
    }
  }

  private void setWrite(RecordedExchange exchange, RequestInfo target) {
    if (exchange.status() >= 300) {
      setAny(exchange, target);
      return;
    }
    JsonNode answer = exchange.answer();
    if (exchange.method().equals("POST") && !target.subresource().isEmpty()) {
      put(target.type(), bareNamed(target));
    } else if (exchange.method().equals("POST") || exchange.status() == 201) {
      remove(target.type(), new ObjectKey(target.namespace(), nameOf(answer, target)));
    } else if (target.name().isEmpty()) {
      setList(exchange, target);
    } else {
      setChanged(exchange, target);
    }
  }

  private static String nameOf(JsonNode answer, RequestInfo target) {
    return target.name().isEmpty() ? answer.at("/metadata/name").asText() : target.name();
  }

  /** Restores the object before a successful write. */
  private void setChanged(RecordedExchange exchange, RequestInfo target) {
    JsonNode answer = exchange.answer();
    JsonNode metadata = answer.path("metadata");
    String uid = metadata.path("uid").asText(answer.at("/details/uid").asText());
    String revision = metadata.path("resourceVersion").asText();
    boolean changesNothing = revision.equals(seen.get(uid));
    long limit = revision.isEmpty() ? Long.MAX_VALUE : Long.parseLong(revision);
    ObjectNode before = known.before(uid, changesNothing ? limit + 1 : limit);
    StoredObject there = stage.cluster.find(target.type(), ResourceHandler.key(target));
    String meant = revisions.getOrDefault(meantRevision(exchange.body()), "");
    if (there != null && meant.equals(Long.toString(there.revision()))) {
      return;
    }
    if (target.subresource().equals("scale")) {
      setScaled(target, answer);
    } else if (before != null) {
      put(target.type(), before);
    } else {
      setAny(exchange, target);
    }
    StoredObject now = stage.cluster.find(target.type(), ResourceHandler.key(target));
    if (now != null) {
      learn(meantRevision(exchange.body()), Long.toString(now.revision()));
    }
  }

  /** The resource version that a client expects. */
  private static String meantRevision(JsonNode body) {
    return Recordings.json(body).at("/metadata/resourceVersion").asText();
  }

  /** Restores the object in any recorded state, for requests that fail independently of it. */
  private void setAny(RecordedExchange exchange, RequestInfo target) {
    if (exchange.status() == 404) {
      return;
    }
    String name =
        target.name().isEmpty() ? exchange.answer().at("/details/name").asText() : target.name();
    ObjectKey key = new ObjectKey(target.namespace(), name);
    boolean isWanted = !target.name().isEmpty() || exchange.status() == 409;
    if (!name.isEmpty() && isWanted) {
      List<ObjectNode> states = known.in(exchange.file(), target.type(), key);
      List<ObjectNode> past =
          states.stream()
              .filter(
                  each ->
                      each.at("/metadata/resourceVersion")
                          .asText()
                          .equals(seen.get(each.at("/metadata/uid").asText())))
              .toList();
      if (!states.isEmpty()) {
        put(target.type(), past.isEmpty() ? states.getFirst() : past.getLast());
      } else {
        put(target.type(), bareNamed(target));
      }
    }
    if (exchange.status() == 409 && !target.name().isEmpty()) {
      outdate(target, key);
    }
  }

  /** An object of which only the name is recorded. */
  private static ObjectNode bareNamed(RequestInfo target) {
    if (target.type().equals(ResourceTypes.NAMESPACES)) {
      return BareApiServer.namespace(target.name());
    }
    ObjectNode object = bare(target, JsonNodeFactory.instance.objectNode());
    object
        .withObject("/metadata")
        .put("name", target.name())
        .put("namespace", target.namespace())
        .put("uid", "-");
    object.withObject("/spec").put("replicas", 0);
    return object;
  }

  /** Updates the object as if another client had written it. */
  private void outdate(RequestInfo target, ObjectKey key) {
    StoredObject there = stage.cluster.find(target.type(), key);
    if (there != null) {
      stage.put(target.type(), there.tree().put("sandbox", 1));
      stage.put(target.type(), there.tree());
    }
  }

  /** Records what the response of an exchange showed. */
  void saw(RecordedExchange exchange) {
    saw(exchange.answer());
    exchange.answer().path("items").forEach(this::saw);
  }

  private void saw(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    if (metadata.has("uid")) {
      seen.put(metadata.path("uid").asText(), metadata.path("resourceVersion").asText());
    }
  }

  /** Restores the initial objects of a watch. */
  void setWatched(
      RecordedExchange exchange, RequestInfo target, List<JsonNode> initial, List<JsonNode> later) {
    halfKnown.clear();
    setNamespace(exchange, target);
    stage.removeAll(
        target.type(),
        each -> target.namespace().isEmpty() || each.namespace().equals(target.namespace()));
    initial.forEach(event -> show(target, event.path("object")));
    Set<String> met = new HashSet<>();
    for (JsonNode event : later) {
      JsonNode metadata = identity(event);
      if (met.add(metadata.path("uid").asText()) && !event.path("type").asText().equals("ADDED")) {
        ObjectNode before =
            known.before(metadata.path("uid").asText(), metadata.path("resourceVersion").asLong());
        if (before != null) {
          put(target.type(), before);
        } else {
          show(target, event.path("object"));
        }
      }
    }
  }

  private static JsonNode identity(JsonNode event) {
    JsonNode object = event.path("object");
    return object.path("kind").asText().equals("Table")
        ? object.at("/rows/0/object/metadata")
        : object.path("metadata");
  }

  /** Makes the change of a watch event. */
  void happen(RequestInfo target, JsonNode event) {
    if (event.path("type").asText().equals("DELETED")) {
      JsonNode metadata = identity(event);
      remove(
          target.type(),
          new ObjectKey(metadata.path("namespace").asText(""), metadata.path("name").asText()));
    } else {
      show(target, event.path("object"));
    }
  }
}
