package dev.hpa.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.Timeline;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The token of a service account, asked for when it is needed and anew after four fifths of its
 * life. The account is made if it is not there, even its namespace. Thread-safe.
 */
final class ServiceAccountToken {

  private static final int LIFE_SECONDS = 3600;
  private static final Duration SHORTEST_LIFE = Duration.ofMinutes(10);
  private static final double USED = 0.8;
  private static final int ATTEMPTS = 4;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

  private final KubernetesApi api;
  private final String namespace;
  private final String name;
  private final Timeline timeline;
  private @Nullable Token current;

  /**
   * @param api with rights to see accounts and to make tokens for them
   */
  ServiceAccountToken(KubernetesApi api, String namespace, String name, Timeline timeline) {
    this.api = api;
    this.namespace = namespace;
    this.name = name;
    this.timeline = timeline;
  }

  private record Token(String text, Instant renewFrom) {}

  /**
   * A token that counts now.
   *
   * @throws IOException when none can be had
   */
  synchronized String get() throws IOException {
    Token known = current;
    if (known != null && timeline.now().isBefore(known.renewFrom())) {
      return known.text();
    }
    Duration pause = FIRST_PAUSE;
    for (int attempt = 1; ; attempt++) {
      try {
        Token fresh = ask();
        current = fresh;
        return fresh.text();
      } catch (KubernetesApiException failure) {
        if (attempt == ATTEMPTS) {
          throw new IOException(
              "failed to get token for " + namespace + "/" + name + ": " + failure.text(), failure);
        }
      }
      pause(pause);
      pause = pause.multipliedBy(2);
    }
  }

  /** The token does not count any more, whatever its life was meant to be. */
  synchronized void drop() {
    current = null;
  }

  private void pause(Duration pause) throws IOException {
    try {
      timeline.sleep(pause);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a token", stopping);
    }
  }

  private Token ask() throws KubernetesApiException {
    makeSureOfAccount();
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    request.put("kind", "TokenRequest").put("apiVersion", "authentication.k8s.io/v1");
    request.putObject("metadata");
    request.putObject("spec").put("expirationSeconds", LIFE_SECONDS);
    JsonNode status = post(accounts() + "/" + name + "/token", request).path("status");
    Instant now = timeline.now();
    Duration left =
        Duration.between(
            timeline.wall(), Timestamps.parse(status.path("expirationTimestamp").asText()));
    Duration life = left.compareTo(SHORTEST_LIFE) < 0 ? SHORTEST_LIFE : left;
    return new Token(
        status.path("token").asText(), now.plusMillis((long) (life.toMillis() * USED)));
  }

  private void makeSureOfAccount() throws KubernetesApiException {
    if (exists(accounts() + "/" + name)) {
      return;
    }
    if (!exists("/api/v1/namespaces/" + namespace)) {
      post("/api/v1/namespaces", named("Namespace", namespace));
    }
    post(accounts(), named("ServiceAccount", name));
  }

  private String accounts() {
    return "/api/v1/namespaces/" + namespace + "/serviceaccounts";
  }

  private static ObjectNode named(String kind, String name) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", kind).put("apiVersion", "v1").putObject("metadata").put("name", name);
    return object;
  }

  private boolean exists(String path) throws KubernetesApiException {
    try {
      api.call(
          ApiRequest.get(path, Map.of(), ApiRequest.Subject.NONE), body -> body.readAllBytes());
      return true;
    } catch (KubernetesApiException failure) {
      if (failure.code() == 404) {
        return false;
      }
      throw failure;
    }
  }

  private JsonNode post(String path, ObjectNode object) throws KubernetesApiException {
    try {
      return api.call(
          ApiRequest.post(path, ApiRequest.Subject.NONE, Json.write(object)),
          body -> Json.tree(body.readAllBytes()));
    } catch (KubernetesApiException failure) {
      if (failure.code() == 409) {
        return JsonNodeFactory.instance.objectNode();
      }
      throw failure;
    }
  }
}
