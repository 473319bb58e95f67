package dev.hpa.sandbox.workload;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.store.StoredObject;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/**
 * Encodes a PodMetricsList as protobuf without generated classes: a list has metadata (1) and items
 * (2); an item has metadata (1), timestamp (2), window (3) and containers (4); a container has a
 * name (1) and a usage map (2).
 */
final class PodMetricsMessages {

  private final ByteString.Output bytes = ByteString.newOutput();
  private final CodedOutputStream list = CodedOutputStream.newInstance(bytes);
  private final Meta.Time now;

  PodMetricsMessages(Instant now) {
    this.now = time(now);
    write(() -> list.writeMessage(1, Meta.ListMeta.getDefaultInstance()));
  }

  /** A write to memory. */
  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  private static void write(Writing writing) {
    try {
      writing.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void add(StoredObject pod, MeasuredPodUsage use) {
    Meta.ObjectMeta metadata =
        Meta.ObjectMeta.newBuilder()
            .setName(pod.name())
            .setNamespace(pod.namespace())
            .setCreationTimestamp(now)
            .putAllLabels(pod.labels())
            .build();
    Meta.Duration window = Meta.Duration.newBuilder().setDuration(use.window().toNanos()).build();
    write(
        () -> {
          ByteString.Output item = ByteString.newOutput();
          CodedOutputStream out = CodedOutputStream.newInstance(item);
          out.writeMessage(1, metadata);
          out.writeMessage(2, time(use.end()));
          out.writeMessage(3, window);
          for (MeasuredPodUsage.Container container : use.containers()) {
            out.writeBytes(4, message(container));
          }
          out.flush();
          list.writeBytes(2, item.toByteString());
        });
  }

  private static ByteString message(MeasuredPodUsage.Container container) throws IOException {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeString(1, container.name());
    out.writeBytes(2, usage("cpu", MeasuredPodUsage.cpuText(container.nanoCores())));
    out.writeBytes(2, usage("memory", MeasuredPodUsage.memoryText(container.memoryKib())));
    out.flush();
    return bytes.toByteString();
  }

  private static ByteString usage(String resource, String amount) throws IOException {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeString(1, resource);
    out.writeMessage(2, Resource.Quantity.newBuilder().setString(amount).build());
    out.flush();
    return bytes.toByteString();
  }

  private static Meta.Time time(Instant at) {
    return Meta.Time.newBuilder().setSeconds(at.getEpochSecond()).setNanos(0).build();
  }

  /** The body with all added pods. */
  byte[] body(String apiVersion) {
    write(list::flush);
    return ProtobufCodec.body(apiVersion, "PodMetricsList", bytes.toByteString());
  }
}
