package dev.hpa.controller.cache;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.kube.client.UnreadableObjectException;
import java.io.IOException;
import java.util.Objects;

/** Reads autoscalers of version autoscaling/v2 from a stream of JSON. Thread-safe. */
public final class AutoscalerDecoder implements Reflector.Decoder<HorizontalPodAutoscaler> {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public Reflector.Versioned<HorizontalPodAutoscaler> read(JsonParser in) throws IOException {
    // Kept until it is decoded, because only the whole says whose spec cannot be.
    try (TokenBuffer object = new TokenBuffer(in)) {
      object.copyCurrentStructure(in);
      HorizontalPodAutoscaler hpa = decode(object);
      return new Reflector.Versioned<>(
          hpa.metadata().namespaceOrEmpty(),
          hpa.metadata().nameOrEmpty(),
          Objects.requireNonNullElse(hpa.metadata().resourceVersion(), ""),
          hpa);
    }
  }

  private static HorizontalPodAutoscaler decode(TokenBuffer object) throws IOException {
    try (JsonParser in = object.asParser(JSON)) {
      in.nextToken();
      return HpaVersion.V2.decode(in);
    } catch (RuntimeException failure) {
      throw unreadable(object, failure);
    }
  }

  private static UnreadableObjectException unreadable(TokenBuffer object, RuntimeException failure)
      throws IOException {
    String problem = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    try (JsonParser in = object.asParser(JSON)) {
      JsonNode tree = in.readValueAsTree();
      UnreadableObject unreadable = UnreadableObject.of(tree.path("metadata"), problem);
      return new UnreadableObjectException(
          unreadable, "autoscaler " + unreadable.key() + ": " + problem, failure);
    }
  }
}
