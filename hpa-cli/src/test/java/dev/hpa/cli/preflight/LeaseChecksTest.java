package dev.hpa.cli.preflight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.cli.fleet.LiveReader;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaseChecksTest {

  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
  private static final String OWN =
      "/apis/coordination.k8s.io/v1/namespaces/hpa-system/leases/hpa-controller";
  private static final String UPSTREAM =
      "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager";

  @Test
  void leasesThatDoNotExistAreReported() {
    List<Check> checks = run(Map.of());
    assertEquals(Outcome.OK, checks.get(0).outcome());
    assertEquals("does not exist: no controller has used it", checks.get(0).message());
    assertEquals(Outcome.WARNING, checks.get(1).outcome());
  }

  @Test
  void holdersAndAgesAreReported() {
    List<Check> checks =
        run(
            Map.of(
                OWN, lease("a_1", "2026-03-02T07:59:57.000000Z"),
                UPSTREAM, lease("master-0", "2026-03-02T07:59:40.000000Z")));
    assertEquals(Outcome.WARNING, checks.get(0).outcome());
    assertEquals(
        "held by \"a_1\", renewed 3s ago: a controller with this Lease is active",
        checks.get(0).message());
    assertEquals("held by \"master-0\", renewed 20s ago", checks.get(1).message());
  }

  @Test
  void aReleasedOrExpiredLeaseIsNotActive() {
    assertEquals(
        Check.ok("leases", "hpa-system/hpa-controller", "is held by no replica"),
        run(Map.of(OWN, lease("", "2026-03-02T07:59:57.000000Z"))).getFirst());
    assertEquals(
        Outcome.OK,
        run(Map.of(OWN, lease("a", "2026-03-02T07:59:44.000000Z"))).getFirst().outcome());
    assertEquals(Outcome.OK, run(Map.of(OWN, lease("a", "soon"))).getFirst().outcome());
  }

  /** It uses no Lease, and kube-controller-manager stays as it is. */
  @Test
  void inShadowModeLeasesNeedNoFix() {
    assertTrue(
        run(Map.of(OWN, lease("a", "2026-03-02T07:59:57.000000Z")), true).stream()
            .allMatch(each -> each.outcome() == Outcome.OK && each.fix().isEmpty()));
  }

  private static String lease(String holder, String renewed) {
    return "{\"spec\":{\"holderIdentity\":\"%s\",\"leaseDurationSeconds\":15,\"renewTime\":\"%s\"}}"
        .formatted(holder, renewed);
  }

  private static List<Check> run(Map<String, String> leases) {
    return run(leases, false);
  }

  private static List<Check> run(Map<String, String> leases, boolean shadow) {
    return LeaseChecks.run(new LiveReader(new Canned(leases)), LeaseChecks.DEFAULT, NOW, shadow);
  }

  private record Canned(Map<String, String> bodies) implements KubernetesApi {
    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      String body = bodies.get(request.path());
      if (body == null) {
        throw new KubernetesApiException(404, "NotFound", "not found", null);
      }
      try {
        return reader.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
