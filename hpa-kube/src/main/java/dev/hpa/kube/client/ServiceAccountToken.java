package dev.hpa.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
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
 * A service account token, requested on demand and renewed after 80 % of its lifetime. Creates the
 * service account and its namespace if they do not exist. Thread-safe.
 */
final class ServiceAccountToken {

  private static final int LIFE_SECONDS = 3600;
  private static final Duration SHORTEST_LIFE = Duration.ofMinutes(10);
  private static final double USED = 0.8;
  private static final int ATTEMPTS = 4;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

  private final KubernetesApi api;
  private final NamespacedName account;
  private final Timeline timeline;
  private @Nullable Token current;

  /**
   * @param api client with the permissions to read service accounts and to create them and their
   *     tokens
   */
  ServiceAccountToken(KubernetesApi api, NamespacedName account, Timeline timeline) {
    this.api = api;
    this.account = account;
    this.timeline = timeline;
  }

  private record Token(String text, Instant renewFrom) {}

  /**
   * Returns a valid token.
   *
   * @throws IOException if the server does not issue one
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
              "failed to get token for " + account + ": " + failure.text(), failure);
        }
      }
      pause(pause);
      pause = pause.multipliedBy(2);
    }
  }

  /** Discards the token, for example because the server rejected it. */
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
    ensureAccountExists();
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    request.put("kind", "TokenRequest").put("apiVersion", "authentication.k8s.io/v1");
    request.putObject("metadata");
    request.putObject("spec").put("expirationSeconds", LIFE_SECONDS);
    JsonNode status = post(accounts() + "/" + account.name() + "/token", request).path("status");
    Instant now = timeline.now();
    Duration left =
        Duration.between(
            timeline.wall(), Timestamps.parse(status.path("expirationTimestamp").asText()));
    Duration life = left.compareTo(SHORTEST_LIFE) < 0 ? SHORTEST_LIFE : left;
    return new Token(
        status.path("token").asText(), now.plusMillis((long) (life.toMillis() * USED)));
  }

  private void ensureAccountExists() throws KubernetesApiException {
    if (exists(accounts() + "/" + account.name())) {
      return;
    }
    if (!exists("/api/v1/namespaces/" + account.namespace())) {
      post("/api/v1/namespaces", named("Namespace", account.namespace()));
    }
    post(accounts(), named("ServiceAccount", account.name()));
  }

  private String accounts() {
    return "/api/v1/namespaces/" + account.namespace() + "/serviceaccounts";
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
