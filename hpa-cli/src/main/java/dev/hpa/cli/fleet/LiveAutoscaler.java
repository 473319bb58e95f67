package dev.hpa.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.spi.KubernetesApiException;

/**
 * An HPA of a cluster.
 *
 * @param json as returned by the API server
 */
public record LiveAutoscaler(JsonNode json, HorizontalPodAutoscaler value) {

  /**
   * Decodes an HPA.
   *
   * @throws KubernetesApiException with the name of the HPA if a field is malformed
   */
  public static LiveAutoscaler decoded(JsonNode json) throws KubernetesApiException {
    try {
      return new LiveAutoscaler(json, HpaVersion.V2.decode(json));
    } catch (JsonFormatException malformed) {
      throw new KubernetesApiException(
          0,
          "",
          "HPA %s/%s cannot be read: %s; correct or delete it"
              .formatted(
                  json.at("/metadata/namespace").asText(),
                  json.at("/metadata/name").asText(),
                  malformed.getMessage()),
          malformed);
    }
  }

  public NamespacedName name() {
    return NamespacedName.of(value.metadata());
  }
}
