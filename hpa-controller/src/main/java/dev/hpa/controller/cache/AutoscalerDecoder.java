package dev.hpa.controller.cache;

import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.JsonValue;
import dev.hpa.api.ReadBudget;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.kube.client.UnreadableObjectException;
import dev.hpa.kube.content.ProtobufSlice;
import java.io.IOException;
import java.util.Objects;

/**
 * Reads autoscalers of version autoscaling/v2 from a stream, in JSON or Protobuf. In Protobuf an
 * event that only repeats a status that this controller wrote is recognized by its bytes, and not
 * decoded. An object beyond {@link AutoscalerLimits} is unreadable. Thread-safe.
 */
public final class AutoscalerDecoder implements Reflector.Decoder<HorizontalPodAutoscaler> {

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
    ReadBudget budget = AutoscalerLimits.budget();
    JsonValue object = JsonValue.read(in, budget);
    try {
      return versioned(decode(object, budget));
    } catch (RuntimeException failure) {
      throw unreadable(object, failure);
    }
  }

  private HorizontalPodAutoscaler read(ProtobufSlice message) throws IOException {
    HorizontalPodAutoscaler own = writes.recognize(message);
    if (own != null) {
      return own;
    }
    ReadBudget budget = AutoscalerLimits.budget();
    HorizontalPodAutoscaler hpa = decode(JsonValue.read(message.parser(), budget), budget);
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

  private static HorizontalPodAutoscaler decode(JsonValue object, ReadBudget budget) {
    if (budget.excess() != null) {
      throw new IllegalArgumentException("it has " + budget.excess());
    }
    HorizontalPodAutoscaler hpa = HpaVersion.V2.decode(object);
    AutoscalerLimits.check(hpa);
    return hpa;
  }

  private static UnreadableObjectException unreadable(JsonValue object, RuntimeException failure) {
    String problem = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    UnreadableObject unreadable = UnreadableObject.of(object, problem);
    return new UnreadableObjectException(
        unreadable, "HPA " + unreadable.key() + ": " + problem, failure);
  }
}
