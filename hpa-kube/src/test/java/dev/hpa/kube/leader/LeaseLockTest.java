package dev.hpa.kube.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.http.ApiCaller;
import dev.hpa.kube.http.HttpTransport;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Lease counts as renewed only by the response to its renewal. */
@Tag("security")
class LeaseLockTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration DURATION = Duration.ofSeconds(15);

  private final Deque<String> answers = new ArrayDeque<>();
  private final LeaseLock lock =
      new LeaseLock(
          new ApiCaller(new Answers(), new VirtualTimeline(NOW)), "shop", "leader", DURATION);

  /** The API has an int32, but a response may have any number. */
  @Test
  void aDurationThatOverflowsIsLimited() {
    for (String seconds : List.of("9223372036854775807", "-5")) {
      Duration duration =
          LeaseRecord.of(Json.tree("{\"spec\": {\"leaseDurationSeconds\": " + seconds + "}}"))
              .duration();
      assertEquals(seconds.startsWith("-") ? 0 : Integer.MAX_VALUE, duration.toSeconds());
    }
  }

  private final class Answers implements HttpTransport {

    @Override
    public String server() {
      return "http://server";
    }

    @Override
    public TransportResponse send(ApiRequest request) {
      return new Answer(
          new ByteArrayInputStream(answers.remove().getBytes(StandardCharsets.UTF_8)));
    }
  }

  private record Answer(InputStream body) implements TransportResponse {

    @Override
    public int code() {
      return 200;
    }

    @Override
    public @Nullable String header(String name) {
      return null;
    }

    @Override
    public void distrust() {}

    @Override
    public void close() {}
  }

  private static String lease(String name, LeaseRecord record) {
    return """
        {"kind": "Lease", "apiVersion": "coordination.k8s.io/v1",
         "metadata": {"namespace": "shop", "name": "%s", "resourceVersion": "7"}, "spec": %s}
        """
        .formatted(name, record.spec());
  }

  private static LeaseRecord heldSince(Instant renewed) {
    return new LeaseRecord("me", DURATION, NOW, renewed, 1);
  }

  private String failure(LeaseRecord sent, String... responses) throws KubernetesApiException {
    answers.add(lease("leader", heldSince(NOW)));
    Lease known = Objects.requireNonNull(lock.read());
    answers.addAll(List.of(responses));
    return assertThrows(KubernetesApiException.class, () -> lock.replace(known, sent, Map.of()))
        .text();
  }

  @Test
  void theResponseOfAnotherRenewalRenewsNothing() throws KubernetesApiException {
    assertEquals(
        "the response of the server is not that of this write",
        failure(heldSince(NOW.plusSeconds(2)), lease("leader", heldSince(NOW))));
  }

  @Test
  void anotherHolderInTheResponseRenewsNothing() throws KubernetesApiException {
    LeaseRecord other = new LeaseRecord("other", DURATION, NOW, NOW.plusSeconds(2), 1);
    assertEquals(
        "the response of the server is not that of this write",
        failure(heldSince(NOW.plusSeconds(2)), lease("leader", other)));
  }

  @Test
  void anotherLeaseRenewsNothing() throws KubernetesApiException {
    LeaseRecord next = heldSince(NOW.plusSeconds(2));
    assertEquals(
        "the response is about the Lease \"other\", not \"leader\"",
        failure(next, lease("other", next)));
  }

  @Test
  void aSuccessOfAnotherKindRenewsNothing() throws KubernetesApiException {
    assertEquals(
        "the response is not a Lease",
        failure(
            heldSince(NOW.plusSeconds(2)),
            "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{}}"));
  }

  @Test
  void microsecondsAreKept() throws KubernetesApiException {
    LeaseRecord next = heldSince(NOW.plusNanos(1_234_567_890));
    answers.add(lease("leader", heldSince(NOW)));
    Lease known = Objects.requireNonNull(lock.read());
    answers.add(lease("leader", next));
    assertEquals(next.inMicroseconds(), lock.replace(known, next, Map.of()).record());
  }
}
