package dev.hpa.kube.leader;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.client.LogLines;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@NullMarked
@Tag("security")
class LeaderElectorTest {

  private static final Instant START = Instant.parse("2026-01-01T10:00:00.5Z");
  private static final String OTHER = "node-b_1";
  private static final String ME = "node-a_1";

  private final VirtualTimeline time = new VirtualTimeline(START);
  private final LeaseServer server = new LeaseServer();
  private final LeaderElector elector = elector(LeaderElectionOptions.DEFAULTS);

  private LeaderElector elector(LeaderElectionOptions options) {
    LeaseLock lock =
        new LeaseLock(server, options.namespace(), options.name(), Duration.ofSeconds(5));
    return new LeaderElector(lock, options, ME, new PassingTime(), () -> 0.5);
  }

  private double elapsed() {
    return Duration.between(START, time.now()).toMillis() / 1000.0;
  }

  @Test
  void createsTheLeaseWhereThereIsNone() throws InterruptedException {
    elector.acquire();
    JsonNode spec = server.spec();
    assertAll(
        () -> assertEquals(0, elapsed(), "seconds until it leads"),
        () -> assertEquals(List.of("GET", "POST"), server.methods(), "requests"),
        () -> assertEquals(ME, spec.path("holderIdentity").asText(), "holder"),
        () -> assertEquals(15, spec.path("leaseDurationSeconds").asInt(), "duration"),
        () ->
            assertEquals(
                0, spec.path("leaseTransitions").asInt(), "leaseTransitions of a new Lease"),
        () ->
            assertEquals(
                "2026-01-01T10:00:00.500000Z", spec.path("acquireTime").asText(), "acquireTime"),
        () ->
            assertEquals(
                "2026-01-01T10:00:00.500000Z", spec.path("renewTime").asText(), "renewTime"),
        () -> assertTrue(elector.isLeading(), "whether it leads"));
  }

  @Test
  void asksWithHalfTheRenewDeadlineAsTheTimeout() throws InterruptedException {
    elector.acquire();
    assertTrue(
        server.targets.getFirst().endsWith("/leases/kube-controller-manager?timeout=5s"),
        server.targets.getFirst());
  }

  @Test
  void waitsAFullDurationBeforeALeaseThatIsDaysOld() throws InterruptedException {
    server.holds(OTHER, START.minus(Duration.ofDays(3)), 7);
    elector.acquire();
    // A read every 2 s × 1.6; the first one after 15 s finds the lease expired.
    assertAll(
        () -> assertEquals(16, elapsed(), "seconds until it leads"),
        () ->
            assertEquals(
                8,
                server.spec().path("leaseTransitions").asInt(),
                "leaseTransitions after 7 of another holder"));
  }

  @Test
  void standsByWhileTheHolderRenewsEvenIfItsClockIsWrong() throws InterruptedException {
    server.holds(OTHER, START, 0);
    for (int second = 2; second <= 60; second += 2) {
      int hoursBehind = second;
      time.schedule(
          Duration.ofSeconds(second),
          () -> server.holds(OTHER, time.now().minus(Duration.ofHours(hoursBehind)), 0));
    }
    elector.acquire();
    assertTrue(elapsed() > 75, () -> "took the lease after " + elapsed() + " s");
  }

  @Test
  void takesAReleasedLeaseAtOnce() throws InterruptedException {
    server.holds("", START, 4);
    elector.acquire();
    assertAll(
        () -> assertEquals(0, elapsed(), "seconds until it leads"),
        () ->
            assertEquals(
                5,
                server.spec().path("leaseTransitions").asInt(),
                "leaseTransitions after 4 of a released Lease"));
  }

  @Test
  void keepsTheTimeOfTheFirstDayWhenItTakesItsOwnLeaseAgain() throws InterruptedException {
    server.holds(ME, START.minusSeconds(100), 4);
    elector.acquire();
    assertAll(
        () ->
            assertEquals(
                4,
                server.spec().path("leaseTransitions").asInt(),
                "leaseTransitions of the Lease that it had"),
        () ->
            assertEquals(
                "2026-01-01T09:58:20.500000Z",
                server.spec().path("acquireTime").asText(),
                "acquireTime of the Lease that it had"));
  }

  @Test
  void renewsWithoutLookingAndGivesUpTwelveSecondsAfterTheLastSuccess()
      throws InterruptedException {
    elector.acquire();
    time.schedule(Duration.ofSeconds(11), () -> server.down = true);
    elector.hold();
    // The last success came at 10 s, the first failure at 12 s.
    assertAll(
        () -> assertEquals(22, elapsed(), "seconds until it gives up"),
        () -> assertFalse(elector.isLeading(), "whether it leads"),
        () ->
            assertEquals(
                List.of("GET", "POST", "PUT", "PUT", "PUT", "PUT", "PUT"),
                server.methods().subList(0, 7),
                "requests"),
        () -> assertEquals(5, elector.slowPaths(), "renewals after a read"));
  }

  @Test
  void survivesAnOutageShorterThanTheDeadline() throws InterruptedException {
    elector.acquire();
    time.schedule(Duration.ofSeconds(11), () -> server.down = true);
    time.schedule(Duration.ofSeconds(19), () -> server.down = false);
    time.schedule(Duration.ofSeconds(60), () -> server.down = true);
    elector.hold();
    assertTrue(elapsed() > 60, () -> "gave up after " + elapsed() + " s");
  }

  @Test
  void isLostWhenAnotherProcessHoldsIt() throws InterruptedException {
    elector.acquire();
    for (int second = 5; second < 40; second += 2) {
      time.schedule(Duration.ofSeconds(second), () -> server.holds(OTHER, time.now(), 1));
    }
    try (LogLines lines = LogLines.of(LeaderElector.class)) {
      elector.hold();
      assertEquals(OTHER, server.spec().path("holderIdentity").asText());
      assertEquals(
          1, lines.all().stream().filter(line -> line.contains("taken by \"" + OTHER)).count());
      assertEquals(
          List.of(), lines.all().stream().filter(line -> line.contains("recovered")).toList());
    }
  }

  @Test
  void writesMayGoOnOnlyUntilOthersMayTakeTheLease() throws InterruptedException {
    assertFalse(elector.remaining().isPositive());
    elector.acquire();
    assertEquals(Duration.ofSeconds(15), elector.remaining());
    time.advance(Duration.ofSeconds(14));
    assertEquals(Duration.ofSeconds(1), elector.remaining());
    // A process that was stopped and wakes up has not noticed yet that it is no leader.
    time.advance(Duration.ofSeconds(26));
    assertAll(
        () -> assertFalse(elector.remaining().isPositive(), "whether its fence is open"),
        () -> assertTrue(elector.isLeading(), "whether it leads"),
        () ->
            assertEquals(
                Duration.ofSeconds(25), elector.overdue(), "time since the Lease expired"));
  }

  @Test
  void leavesTheLeaseToTheNext() throws InterruptedException {
    elector.acquire();
    time.advance(Duration.ofSeconds(1));
    elector.release();
    assertAll(
        () ->
            assertEquals(
                "", server.spec().path("holderIdentity").asText(), "holder of a released Lease"),
        () ->
            assertEquals(
                1,
                server.spec().path("leaseDurationSeconds").asInt(),
                "duration of a released Lease"),
        () -> assertFalse(elector.remaining().isPositive(), "whether its fence is open"));
  }

  @Test
  void doesNotReleaseWhatIsNotItsOwn() throws InterruptedException {
    elector.acquire();
    server.holds(OTHER, time.now(), 1);
    elector.release();
    assertEquals(OTHER, server.spec().path("holderIdentity").asText());
  }

  @Test
  void doesNotMindAClockThatIsSet() throws InterruptedException {
    elector.acquire();
    time.schedule(Duration.ofSeconds(3), () -> time.setClock(Duration.ofHours(-2)));
    time.schedule(Duration.ofSeconds(31), () -> server.down = true);
    elector.hold();
    assertTrue(elapsed() > 31, () -> "gave up after " + elapsed() + " s");
  }

  /** Sleeping lets the time pass. */
  private final class PassingTime implements Timeline {
    @Override
    public Instant now() {
      return time.now();
    }

    @Override
    public Instant wall() {
      return time.wall();
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
      return time.schedule(delay, task);
    }

    @Override
    public Duration toReal(Duration duration) {
      return Duration.ZERO;
    }

    @Override
    public void sleep(Duration duration) {
      time.advance(duration);
    }

    @Override
    public void close() {}
  }

  /** An API server that has one Lease at most. */
  private static final class LeaseServer implements KubernetesApi {

    private final List<String> targets = new ArrayList<>();
    private final List<String> methods = new ArrayList<>();
    private @Nullable ObjectNode lease;
    private int revision;
    private boolean down;

    List<String> methods() {
      return methods;
    }

    JsonNode spec() {
      return lease == null ? Json.tree("{}") : lease.path("spec");
    }

    void holds(String holder, Instant renewed, int transitions) {
      ObjectNode object = (ObjectNode) Json.tree("{\"kind\":\"Lease\",\"metadata\":{}}");
      object.set(
          "spec",
          new LeaseRecord(holder, Duration.ofSeconds(15), renewed, renewed, transitions).spec());
      store(object);
    }

    private void store(ObjectNode object) {
      ((ObjectNode) object.path("metadata")).put("resourceVersion", Integer.toString(++revision));
      lease = object;
    }

    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      targets.add(request.target());
      methods.add(request.method());
      if (down) {
        throw new KubernetesApiException(0, "", "connection refused", null);
      }
      byte[] body = request.body();
      if (body != null) {
        ObjectNode given = (ObjectNode) Json.tree(body);
        if (lease != null
            && !lease
                .at("/metadata/resourceVersion")
                .equals(given.at("/metadata/resourceVersion"))) {
          throw new KubernetesApiException(409, "Conflict", "the object has been modified", null);
        }
        store(given);
      }
      if (lease == null) {
        throw new KubernetesApiException(404, "NotFound", "not found", null);
      }
      try {
        return reader.read(new ByteArrayInputStream(Json.write(lease)));
      } catch (IOException failure) {
        throw new IllegalStateException(failure);
      }
    }
  }
}
