package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class AccessReviewerTest {

  private int asked;
  private boolean isAllowed = true;
  private Instant now = Instant.EPOCH;

  private final KubernetesApi api =
      new KubernetesApi() {
        @Override
        public <T> T call(ApiRequest request, BodyReader<T> reader) {
          asked++;
          String status = "{\"status\": {\"allowed\": %s}}".formatted(isAllowed);
          try {
            return reader.read(new ByteArrayInputStream(status.getBytes(StandardCharsets.UTF_8)));
          } catch (IOException impossible) {
            throw new AssertionError(impossible);
          }
        }
      };

  private final AccessReviewer reviewer =
      new AccessReviewer(
          api,
          new AuthorizationOptions(null, List.of(), Duration.ofMinutes(1), Duration.ofSeconds(5)),
          () -> now);

  private boolean isAllowedAfter(int seconds) throws Exception {
    now = Instant.EPOCH.plusSeconds(seconds);
    return reviewer.isAllowed(new User("jane", "", List.of()), "get", "/metrics");
  }

  @Test
  void allowedAndDeniedDecisionsHaveTheirOwnTimes() throws Exception {
    isAllowed = false;
    assertFalse(isAllowedAfter(0));
    isAllowed = true;
    assertFalse(isAllowedAfter(4), "remembered");
    assertEquals(1, asked);
    assertTrue(isAllowedAfter(5), "a new role has an effect");
    isAllowed = false;
    assertTrue(isAllowedAfter(35), "remembered");
    assertTrue(isAllowedAfter(64), "remembered");
    assertEquals(2, asked);
    assertFalse(isAllowedAfter(65), "a removed role has an effect, though it was used");
  }

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
