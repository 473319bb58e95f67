package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.api.JsonValue;
import dev.hpa.api.NamespacedName;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A scope that shrinks while objects are received: no object out of scope is kept. */
@Tag("security")
class ObjectDeliveryTest {

  private static final String BAD = "{\"metadata\":{\"namespace\":\"%s\",\"name\":\"bad\"}}";

  private final Set<String> scope = ConcurrentHashMap.newKeySet();
  private final Objects kept = new Objects();
  private final ObjectDelivery<NamespacedName> delivery =
      new ObjectDelivery<>(
          ObjectDeliveryTest::read,
          kept,
          scope::contains,
          "pods",
          new UnexpectedFailures(Reflector.class),
          InstantSource.fixed(Instant.EPOCH));

  /** The keys of the delivered objects; the scope may shrink before they are received. */
  private static final class Objects implements Reflector.Sink<NamespacedName> {
    final Set<NamespacedName> keys = new TreeSet<>();
    final List<String> unreadable = new ArrayList<>();
    Runnable before = () -> {};
    String refused = "";

    @Override
    public Map<NamespacedName, RuntimeException> replace(
        List<NamespacedName> all, List<UnreadableObject> unreadable) {
      before.run();
      keys.clear();
      keys.addAll(all);
      unreadable.forEach(each -> keys.add(each.key()));
      return Map.of();
    }

    @Override
    public void put(NamespacedName object) {
      before.run();
      if (object.name().equals(refused)) {
        throw new IllegalStateException("boom");
      }
      keys.add(object);
    }

    @Override
    public void remove(NamespacedName object) {
      keys.remove(object);
    }

    @Override
    public void unreadable(UnreadableObject object) {
      unreadable.add(object.name());
      if (object.name().equals(refused)) {
        return;
      }
      put(object.key());
    }

    @Override
    public void removeUnreadable(UnreadableObject object) {
      keys.remove(object.key());
    }

    @Override
    public void drop(NamespaceScope namespaces) {
      keys.removeIf(each -> namespaces.contains(each.namespace()));
    }
  }

  private static Reflector.Versioned<NamespacedName> read(JsonParser in) throws IOException {
    JsonNode tree = in.readValueAsTree();
    JsonNode metadata = tree.path("metadata");
    String namespace = metadata.path("namespace").asText();
    String name = metadata.path("name").asText();
    if (name.equals("bad")) {
      throw new UnreadableObjectException(
          UnreadableObject.of(JsonValue.parse(tree.toString()), "it is bad"),
          "it is bad",
          new IOException());
    }
    return new Reflector.Versioned<>(namespace, name, "1", new NamespacedName(namespace, name));
  }

  private static String object(String namespace, String name) {
    return BAD.formatted(namespace).replace("bad", name);
  }

  /** A bug in the sink must not list again and again for one object. */
  @Test
  void anObjectThatTheSinkCannotProcessCountsAsUnreadable() throws Exception {
    scope.addAll(List.of("shop"));
    kept.refused = "odd";
    assertEquals("1", event("ADDED", object("shop", "odd")));
    assertEquals("1", event("ADDED", object("shop", "web")));
    assertEquals(1, delivery.unreadable());
    assertEquals(List.of("odd"), kept.unreadable);
    assertEquals(Set.of(new NamespacedName("shop", "web")), kept.keys);
    kept.refused = "";
    event("MODIFIED", object("shop", "odd"));
    assertEquals(0, delivery.unreadable());
  }

  /** Bugs repeat for many objects: a stack trace for each would hide all else in the log. */
  @Test
  void theStackTraceOfABugOfTheSinkIsLoggedOnce() throws Exception {
    scope.add("shop");
    kept.refused = "odd";
    try (LogLines lines = LogLines.of(Reflector.class)) {
      event("ADDED", object("shop", "odd"));
      event("MODIFIED", object("shop", "odd"));
      assertEquals(
          List.of("SEVERE unexpected failure: \"shop/odd\" is skipped until it changes"),
          lines.all());
    }
  }

  /** Another thread hands over a namespace right before the objects are received. */
  private void leavesScope(String namespace) {
    kept.before =
        () -> {
          kept.before = () -> {};
          scope.remove(namespace);
          delivery.drop(namespace::equals);
        };
  }

  private void list(String... objects) throws KubernetesApiException {
    String body =
        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":["
            + String.join(",", objects)
            + "]}";
    delivery.list(
        ListRequest.of("/api/v1/pods", new ApiRequest.Subject("pods", "", "")),
        ListLimits.ofHeap(1L << 30),
        new KubernetesApi() {
          @Override
          public <T> T call(ApiRequest request, BodyReader<T> reader) {
            try {
              return reader.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
            } catch (IOException impossible) {
              throw new IllegalStateException(impossible);
            }
          }
        },
        true);
  }

  private String event(String type, String object) throws IOException {
    try (JsonParser parser = new ObjectMapper().createParser(object)) {
      assertEquals(JsonToken.START_OBJECT, parser.nextToken());
      return delivery.event(type, parser);
    }
  }

  private List<String> keys() {
    return kept.keys.stream().map(NamespacedName::toString).toList();
  }

  @Test
  void aNamespaceThatLeavesDuringAListIsNotKept() throws Exception {
    scope.addAll(List.of("shop", "bank"));
    leavesScope("bank");
    list(object("shop", "a"), object("bank", "b"), object("bank", "bad"), object("shop", "bad"));
    assertEquals(List.of("shop/a", "shop/bad"), keys());
    assertEquals(1, delivery.unreadable());
  }

  @Test
  void aNamespaceThatLeavesDuringAnEventIsNotKept() throws Exception {
    scope.addAll(List.of("shop", "bank"));
    leavesScope("bank");
    event("ADDED", object("bank", "b"));
    leavesScope("shop");
    event("MODIFIED", object("shop", "bad"));
    assertEquals(List.of(), keys());
    assertEquals(0, delivery.unreadable());
  }

  @Test
  void droppedNamespacesAreRemovedWithTheirUnreadableObjects() throws Exception {
    scope.addAll(List.of("shop", "bank"));
    list(object("shop", "a"), object("bank", "b"), object("bank", "bad"));
    scope.remove("bank");
    delivery.drop("bank"::equals);
    event("ADDED", object("bank", "c"));
    assertEquals(List.of("shop/a"), keys());
    assertEquals(0, delivery.unreadable());
  }
}
