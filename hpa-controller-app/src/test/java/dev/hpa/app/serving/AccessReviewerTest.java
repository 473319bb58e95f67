package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class AccessReviewerTest {

  private static final byte[] YES =
      "{\"status\": {\"allowed\": true}}".getBytes(StandardCharsets.UTF_8);

  /** Allows everything. */
  private static final KubernetesApi API =
      new KubernetesApi() {
        @Override
        public <T> T call(ApiRequest request, BodyReader<T> reader) {
          try {
            return reader.read(new ByteArrayInputStream(YES));
          } catch (IOException impossible) {
            throw new AssertionError(impossible);
          }
        }
      };

  private final AccessReviewer reviewer =
      new AccessReviewer(API, AuthorizationOptions.DEFAULTS, InstantSource.fixed(Instant.EPOCH));

  @Test
  void oneUserDoesNotTakeTheReviewsOfOthers() throws Exception {
    User tenant = new User("system:serviceaccount:shop:x", "", List.of());
    for (int i = 0; i < 100; i++) {
      assertTrue(reviewer.isAllowed(tenant, "get", "/metrics/" + i));
    }
    assertThrows(
        TooManyReviewsException.class, () -> reviewer.isAllowed(tenant, "get", "/another"));
    assertTrue(reviewer.isAllowed(tenant, "get", "/metrics/1"), "remembered");
    assertTrue(reviewer.isAllowed(new User("prometheus", "", List.of()), "get", "/metrics"));
  }
}
