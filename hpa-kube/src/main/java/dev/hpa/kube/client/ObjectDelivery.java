package dev.hpa.kube.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hpa.api.NamespacedName;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes the objects of one resource and passes them to its sink, as well as those that cannot be
 * decoded. One thread calls all methods except {@link #unreadable} and {@link #drop}.
 *
 * <p>The scope may shrink while objects are received. It is therefore checked again after each
 * delivery: either {@link #drop} comes after the delivery, or the delivery sees the new scope.
 */
final class ObjectDelivery<T> {

  private final ObjectReader<T> reader;
  private final Reflector.Sink<T> sink;
  private final NamespaceScope scope;
  private final UnreadableObjects unreadable;
  private final UnexpectedFailures failures;

  /**
   * @param resource plural, lower case
   * @param failures logs bugs of the decoder and of the sink
   */
  ObjectDelivery(
      Reflector.Decoder<T> decoder,
      Reflector.Sink<T> sink,
      NamespaceScope scope,
      String resource,
      UnexpectedFailures failures,
      InstantSource clock) {
    this.reader = new ObjectReader<>(decoder, scope, failures);
    this.failures = failures;
    this.sink = sink;
    this.scope = scope;
    this.unreadable = new UnreadableObjects(resource, clock);
  }

  /** How many objects exist and cannot be decoded. */
  int unreadable() {
    return unreadable.size();
  }

  /**
   * Lists all objects.
   *
   * @param isFirst whether no list has reached the sink yet, so that it receives single pages too
   * @return the resourceVersion of the list
   */
  String list(ListRequest request, ListLimits limits, KubernetesApi api, boolean isFirst)
      throws KubernetesApiException {
    PagedList.Pages<T> pages = isFirst ? sink::page : (objects, failed, complete) -> {};
    PagedList.Listed<T> listed = new PagedList<>(request, limits, reader, pages).read(api);
    List<UnreadableObject> all = new ArrayList<>(listed.unreadable());
    sink.replace(listed.objects(), listed.unreadable())
        .forEach((key, failure) -> all.add(failed(key, failure)));
    unreadable.replace(all);
    if (!scope.equals(NamespaceScope.ALL)) {
      drop(namespace -> !scope.contains(namespace));
    }
    return listed.resourceVersion();
  }

  /**
   * Processes the object of a watch event.
   *
   * @param type event type, for example {@code ADDED}
   * @param in positioned at the object; at its end afterwards
   * @return the resourceVersion of the object; empty if unknown
   */
  String event(String type, JsonParser in) throws IOException {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw new IOException("the server sent a value that is not an object");
    }
    return switch (reader.read(in)) {
      case ObjectReader.Outcome.Decoded<T>(Reflector.Versioned<T> object) -> {
        deliver(type, object);
        dropIfOutOfScope(object.namespace());
        yield object.resourceVersion();
      }
      case ObjectReader.Outcome.Unreadable<T>(UnreadableObject object) -> {
        deliver(type, object);
        dropIfOutOfScope(object.namespace());
        yield object.resourceVersion();
      }
      case ObjectReader.Outcome.OutOfScope<T>(String resourceVersion) -> resourceVersion;
    };
  }

  private void dropIfOutOfScope(String namespace) {
    if (!scope.contains(namespace)) {
      drop(namespace::equals);
    }
  }

  /** Removes the objects of namespaces that have left the scope. Thread-safe. */
  void drop(NamespaceScope namespaces) {
    sink.drop(namespaces);
    unreadable.drop(namespaces);
  }

  private void deliver(String type, Reflector.Versioned<T> object) {
    switch (type) {
      case "ADDED", "MODIFIED" -> put(object);
      case "DELETED" -> {
        sink.remove(object.value());
        unreadable.deleted(object.key());
      }
      default -> {
        // A bookmark carries only a resourceVersion.
      }
    }
  }

  /** An object that the sink cannot process counts as unreadable; the watch continues. */
  private void put(Reflector.Versioned<T> object) {
    try {
      sink.put(object.value());
      unreadable.readable(object.key());
    } catch (RuntimeException failure) {
      deliver("MODIFIED", failed(object.key(), failure));
    }
  }

  private UnreadableObject failed(NamespacedName key, RuntimeException failure) {
    failures.met("\"%s\" is skipped until it changes".formatted(key), failure);
    return UnreadableObject.failed(key, failure);
  }

  private void deliver(String type, UnreadableObject object) {
    switch (type) {
      case "ADDED", "MODIFIED" -> {
        sink.unreadable(object);
        unreadable.add(object);
      }
      case "DELETED" -> {
        sink.removeUnreadable(object);
        unreadable.deleted(object.key());
      }
      default -> {
        // A bookmark carries only a resourceVersion.
      }
    }
  }
}
