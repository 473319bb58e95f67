package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * The strategy of Secrets: {@code stringData} is encoded into {@code data}, and the type is
 * immutable.
 */
final class SecretStrategy implements ResourceType.Strategy {

  @Override
  public void prepareForCreate(ObjectNode secret) {
    PodTemplates.putIfAbsent(secret, "type", "Opaque");
    if (secret.remove("stringData") instanceof ObjectNode texts) {
      ObjectNode data = secret.withObject("/data");
      texts
          .properties()
          .forEach(text -> data.put(text.getKey(), encoded(text.getValue().asText())));
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode secret, ObjectNode before) {
    prepareForCreate(secret);
    String type = secret.path("type").asText();
    if (!type.equals(before.path("type").asText())) {
      throw StatusException.invalid(
          "",
          "Secret",
          secret.path("metadata").path("name").asText(),
          List.of(Cause.invalid("type", "\"" + type + "\"", "field is immutable")));
    }
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
