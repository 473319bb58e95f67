package dev.hpa.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.Timestamps;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The credentials that an exec plug-in printed.
 *
 * @param token bearer token; empty for none
 * @param certificate PEM; empty for none
 * @param key PEM; empty for none
 * @param expires time at which the plug-in must run again; null to keep the credentials until the
 *     server rejects them
 */
record ExecCredential(String token, String certificate, String key, @Nullable Instant expires) {

  /**
   * Parses the output of a plug-in.
   *
   * @param version requested apiVersion
   * @throws KubeconfigException if the output is not usable; the message does not contain the
   *     output
   */
  static ExecCredential parse(byte[] output, String version) throws KubeconfigException {
    JsonNode credential;
    try {
      credential = Json.tree(output);
    } catch (JsonFormatException malformed) {
      throw new KubeconfigException(
          "decoding stdout: the exec plugin did not print JSON", malformed);
    }
    String printed = credential.path("apiVersion").asText("");
    if (!credential.path("kind").asText("").equals("ExecCredential") || printed.isEmpty()) {
      throw new KubeconfigException("decoding stdout: the exec plugin printed no ExecCredential");
    }
    if (!printed.equals(version)) {
      throw new KubeconfigException(
          "exec plugin is configured to use API version %s, plugin returned version %s"
              .formatted(version, printed));
    }
    JsonNode status = credential.path("status");
    if (!status.isObject()) {
      throw new KubeconfigException("exec plugin didn't return a status field");
    }
    return complete(status);
  }

  private static ExecCredential complete(JsonNode status) throws KubeconfigException {
    String token = status.path("token").asText("");
    String certificate = status.path("clientCertificateData").asText("");
    String key = status.path("clientKeyData").asText("");
    if (token.isEmpty() && certificate.isEmpty() && key.isEmpty()) {
      throw new KubeconfigException("exec plugin didn't return a token or cert/key pair");
    }
    if (certificate.isEmpty() != key.isEmpty()) {
      throw new KubeconfigException("exec plugin returned only certificate or key, not both");
    }
    return new ExecCredential(token, certificate, key, expires(status));
  }

  private static @Nullable Instant expires(JsonNode status) throws KubeconfigException {
    String text = status.path("expirationTimestamp").asText("");
    try {
      return text.isEmpty() || text.equals("null") ? null : Timestamps.parse(text);
    } catch (IllegalArgumentException malformed) {
      throw new KubeconfigException("decoding stdout: " + malformed.getMessage(), malformed);
    }
  }
}
