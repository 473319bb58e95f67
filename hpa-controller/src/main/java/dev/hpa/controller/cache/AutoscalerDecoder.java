package dev.hpa.controller.cache;

import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.JsonValue;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.kube.client.UnreadableObjectException;
import dev.hpa.kube.content.ProtobufSlice;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads autoscalers of version autoscaling/v2 from a stream, in JSON or Protobuf. In Protobuf an
 * event that only repeats a status that this controller wrote is recognized by its bytes, and not
 * decoded. Thread-safe.
 */
public final class AutoscalerDecoder implements Reflector.Decoder<HorizontalPodAutoscaler> {

  /** Each is a read and a proposal in every period; the API server sets no limit. */
  static final int MAX_METRICS = 1000;

  static final int MAX_NAME_CHARS = 1024;

  private final OwnWrites writes;

  /**
   * @param writes learns the autoscalers that are read in Protobuf
   */
  public AutoscalerDecoder(OwnWrites writes) {
    this.writes = writes;
  }

  @Override
  public Reflector.Versioned<HorizontalPodAutoscaler> read(JsonParser in) throws IOException {
    ProtobufSlice message = ProtobufSlice.of(in);
    if (message != null) {
      in.skipChildren();
      return versioned(read(message));
    }
    // Kept until it is decoded, because only the whole says whose spec cannot be.
    JsonValue object = JsonValue.read(in);
    try {
      return versioned(decode(object));
    } catch (RuntimeException failure) {
      throw unreadable(object, failure);
    }
  }

  private HorizontalPodAutoscaler read(ProtobufSlice message) throws IOException {
    HorizontalPodAutoscaler own = writes.recognize(message);
    if (own != null) {
      return own;
    }
    HorizontalPodAutoscaler hpa = decode(JsonValue.read(message.parser()));
    writes.decoded(message, hpa);
    return hpa;
  }

  private static Reflector.Versioned<HorizontalPodAutoscaler> versioned(
      HorizontalPodAutoscaler hpa) {
    return new Reflector.Versioned<>(
        hpa.metadata().namespaceOrEmpty(),
        hpa.metadata().nameOrEmpty(),
        Objects.requireNonNullElse(hpa.metadata().resourceVersion(), ""),
        hpa);
  }

  private static HorizontalPodAutoscaler decode(JsonValue object) {
    HorizontalPodAutoscaler hpa = HpaVersion.V2.decode(object);
    int metrics = hpa.spec().metricsOrEmpty().size();
    if (metrics > MAX_METRICS) {
      throw new IllegalArgumentException(
          "it has %d metrics, more than %d".formatted(metrics, MAX_METRICS));
    }
    checkNames(hpa.spec());
    return hpa;
  }

  /** Names are repeated in requests, conditions and messages; the API server sets no limit. */
  private static void checkNames(HpaSpec spec) {
    checkNames("spec.scaleTargetRef", spec.scaleTargetRef());
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    for (int i = 0; i < metrics.size(); i++) {
      checkNames("spec.metrics[" + i + "]", metrics.get(i));
    }
  }

  private static void checkNames(String path, MetricSpec metric) {
    if (metric.object() != null) {
      checkNames(path + ".object.describedObject", metric.object().describedObject());
      checkLength(path + ".object.metric.name", metric.object().metric().name());
    }
    if (metric.pods() != null) {
      checkLength(path + ".pods.metric.name", metric.pods().metric().name());
    }
    if (metric.external() != null) {
      checkLength(path + ".external.metric.name", metric.external().metric().name());
    }
  }

  private static void checkNames(String path, CrossVersionObjectReference reference) {
    checkLength(path + ".kind", reference.kind());
    checkLength(path + ".name", reference.name());
    checkLength(path + ".apiVersion", reference.apiVersion());
  }

  private static void checkLength(String path, @Nullable String name) {
    if (name != null && name.length() > MAX_NAME_CHARS) {
      throw new IllegalArgumentException(
          "%s has %d characters, more than %d".formatted(path, name.length(), MAX_NAME_CHARS));
    }
  }

  private static UnreadableObjectException unreadable(JsonValue object, RuntimeException failure) {
    String problem = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    UnreadableObject unreadable = UnreadableObject.of(object, problem);
    return new UnreadableObjectException(
        unreadable, "autoscaler " + unreadable.key() + ": " + problem, failure);
  }
}
