package dev.hpa.sandbox.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.ResourceType.Version;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.Serializer;
import dev.hpa.sandbox.store.StoredObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the events of all watches of one version and format: the first watch that reaches an
 * event encodes it, and all watches send the same bytes.
 *
 * <p>Caches recent events by revision; a watch that is further behind encodes for itself.
 * Thread-safe: a thread that needs an event being encoded waits for that event only.
 */
public final class SharedWatchEncoder implements WatchEventEncoder {

  private static final int CACHE_SIZE = 1024;

  private final WatchEventEncoder frames;
  private final AtomicReferenceArray<@Nullable Event> recent =
      new AtomicReferenceArray<>(CACHE_SIZE);

  private SharedWatchEncoder(WatchEventEncoder frames) {
    this.frames = frames;
  }

  /** The encoders of a server. */
  public static final class Pool {

    private record Form(Version version, Serializer representation) {}

    private final Map<Form, WatchEventEncoder> forms = new ConcurrentHashMap<>();

    /** The encoder of a version, in JSON or protobuf. */
    public WatchEventEncoder of(RequestInfo target, Serializer representation) {
      return forms.computeIfAbsent(
          new Form(target.version(), representation),
          form ->
              new SharedWatchEncoder(
                  representation == Serializer.PROTOBUF
                      ? WatchEventEncoder.protobuf(target)
                      : WatchEventEncoder.json(target)));
    }
  }

  @Override
  public String contentType() {
    return frames.contentType();
  }

  @Override
  public byte[] event(String type, ObjectNode object) {
    return frames.event(type, object);
  }

  @Override
  public byte[] event(String type, StoredObject object) {
    int place = (int) (object.revision() % CACHE_SIZE);
    Event known = recent.get(place);
    if (known == null || known.object.revision() < object.revision()) {
      Event fresh = new Event(type, object);
      known = recent.compareAndExchange(place, known, fresh) == known ? fresh : recent.get(place);
    }
    return known != null && known.isOf(type, object)
        ? known.bytes(frames)
        : frames.event(type, object);
  }

  private static final class Event {

    private final String type;
    private final StoredObject object;
    private byte @Nullable [] bytes;

    Event(String type, StoredObject object) {
      this.type = type;
      this.object = object;
    }

    boolean isOf(String otherType, StoredObject other) {
      return object == other && type.equals(otherType);
    }

    synchronized byte[] bytes(WatchEventEncoder frames) {
      if (bytes == null) {
        bytes = frames.event(type, object);
      }
      return bytes;
    }
  }
}
