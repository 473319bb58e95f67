package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServiceAccountTokenTest {

  private static final String ACCOUNTS = "/api/v1/namespaces/kube-system/serviceaccounts";
  private static final String ACCOUNT = ACCOUNTS + "/horizontal-pod-autoscaler";

  private final VirtualTimeline time = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final List<String> requests = new ArrayList<>();
  private final Set<String> there =
      new HashSet<>(Set.of("/api/v1/namespaces/kube-system", ACCOUNT));
  private final ServiceAccountToken token =
      new ServiceAccountToken(
          new Accounts(), new NamespacedName("kube-system", "horizontal-pod-autoscaler"), time);
  private Duration life = Duration.ofHours(1);
  private int issued;

  @Test
  void isAskedForOnceAndAnewAfterFourFifthsOfItsLife() throws IOException {
    assertEquals("token-1", token.get());
    time.advance(Duration.ofMinutes(47));
    assertEquals("token-1", token.get());
    assertEquals(List.of("GET " + ACCOUNT, "POST " + ACCOUNT + "/token"), requests);
    time.advance(Duration.ofMinutes(2));
    assertEquals("token-2", token.get());
  }

  @Test
  void aShortLifeIsTakenForTenMinutes() throws IOException {
    life = Duration.ofMinutes(1);
    token.get();
    time.advance(Duration.ofMinutes(7));
    assertEquals("token-1", token.get());
    time.advance(Duration.ofMinutes(2));
    assertEquals("token-2", token.get());
  }

  @Test
  void oneThatWasRefusedIsReplacedAtOnce() throws IOException {
    token.get();
    token.drop();
    assertEquals("token-2", token.get());
  }

  @Test
  void accountAndNamespaceAreMadeWhereTheyAreMissing() throws IOException {
    there.clear();
    token.get();
    assertEquals(
        List.of(
            "GET " + ACCOUNT,
            "GET /api/v1/namespaces/kube-system",
            "POST /api/v1/namespaces",
            "POST " + ACCOUNTS,
            "POST " + ACCOUNT + "/token"),
        requests);
  }

  /** An API server with accounts. */
  private final class Accounts implements KubernetesApi {
    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      requests.add(request.method() + " " + request.path());
      if (request.method().equals("GET") && !there.contains(request.path())) {
        throw new KubernetesApiException(404, "NotFound", "not found", null);
      }
      String answer = "{}";
      if (request.path().endsWith("/token")) {
        byte[] body = request.body();
        assertTrue(body != null && Json.tree(body).at("/spec/expirationSeconds").asInt() == 3600);
        answer =
            """
            {"status":{"token":"token-%d","expirationTimestamp":"%s"}}
            """
                .formatted(++issued, Timestamps.format(time.now().plus(life)));
      }
      try {
        return reader.read(new ByteArrayInputStream(Json.write(Json.tree(answer))));
      } catch (IOException failure) {
        throw new IllegalStateException(failure);
      }
    }
  }
}
