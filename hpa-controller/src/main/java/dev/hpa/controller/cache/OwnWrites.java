package dev.hpa.controller.cache;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.NamespacedName;
import dev.hpa.kube.content.ProtobufSlice;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The autoscalers as the API server sent them in Protobuf, and the statuses that this controller
 * writes: a write sends metadata and spec back unchanged, and the event that follows it is
 * recognized by its bytes. Events that differ in anything but the resource version and the managed
 * fields, such as those of a server that stores a status in another form, are not recognized.
 *
 * <p>Thread-safe.
 */
public final class OwnWrites {

  private record Known(AutoscalerMessage message, HorizontalPodAutoscaler autoscaler) {}

  private record Write(byte[] status, HpaStatus value) {}

  private final Map<NamespacedName, Known> known = new ConcurrentHashMap<>();
  private final Map<NamespacedName, Write> writes = new ConcurrentHashMap<>();

  /** Without any autoscaler; forgets those that are removed from a cache. */
  public static OwnWrites of(AutoscalerCache autoscalers) {
    OwnWrites writes = new OwnWrites();
    autoscalers.onRemove(writes::remove);
    return writes;
  }

  /** An autoscaler was decoded from a message. */
  void decoded(ProtobufSlice message, HorizontalPodAutoscaler autoscaler) throws IOException {
    NamespacedName key = NamespacedName.of(autoscaler.metadata());
    // A bookmark has no name.
    if (!key.name().isEmpty()) {
      known.put(key, new Known(AutoscalerMessage.of(message), autoscaler));
    }
  }

  /** The autoscaler in a message if it is the last known one with the last written status. */
  @Nullable HorizontalPodAutoscaler recognize(ProtobufSlice message) throws IOException {
    NamespacedName key =
        new NamespacedName(AutoscalerMessage.namespace(message), AutoscalerMessage.name(message));
    Write write = writes.remove(key);
    Known last = known.get(key);
    if (write == null || last == null || !last.message().isWith(write.status(), message)) {
      return null;
    }
    HorizontalPodAutoscaler autoscaler = last.autoscaler();
    HorizontalPodAutoscaler written =
        autoscaler
            .withMetadata(
                autoscaler
                    .metadata()
                    .withResourceVersion(AutoscalerMessage.resourceVersion(message)))
            .withStatus(write.value());
    known.put(key, new Known(last.message(), written));
    return written;
  }

  /**
   * The body of a request that writes the status of an autoscaler, in Protobuf. The event of the
   * write may come before its response.
   *
   * @return null if the autoscaler was not received in Protobuf, or has changed since
   */
  public byte @Nullable [] request(HorizontalPodAutoscaler autoscaler) {
    NamespacedName key = NamespacedName.of(autoscaler.metadata());
    Known last = known.get(key);
    String revision = autoscaler.metadata().resourceVersion();
    if (last == null
        || revision == null
        || !Objects.equals(last.autoscaler().metadata(), autoscaler.metadata())) {
      return null;
    }
    byte[] status = StatusMessage.of(autoscaler.status());
    writes.put(key, new Write(status, StatusMessage.canonical(autoscaler.status())));
    return last.message().with(status, revision);
  }

  /** The resource version of an autoscaler in Protobuf; empty if it has none. */
  public static String resourceVersion(ProtobufSlice autoscaler) throws IOException {
    return AutoscalerMessage.resourceVersion(autoscaler);
  }

  private void remove(NamespacedName key) {
    known.remove(key);
    writes.remove(key);
  }
}
