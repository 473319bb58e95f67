package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SliPageTest {

  private final AtomicReference<@Nullable String> problem = new AtomicReference<>();
  private final HealthChecks healthz = new HealthChecks("healthz");
  private final SliPage slis = new SliPage(healthz);

  private String ask(String method) {
    return new String(
        slis.answer(new PageRequest(method, "/metrics/slis", Map.of(), "", new byte[0])).body(),
        StandardCharsets.UTF_8);
  }

  private void look() {
    healthz.answer(new PageRequest("GET", "/healthz", Map.of(), "", new byte[0]));
  }

  @Test
  void resultsSinceTheLastResetAreCounted() {
    healthz.add("leaderElection", problem::get);
    look();
    look();
    problem.set("gone");
    look();
    assertEquals(
        """
        # HELP kubernetes_healthcheck [STABLE] This metric records the result of a single healthcheck.
        # TYPE kubernetes_healthcheck gauge
        kubernetes_healthcheck{name="leaderElection",type="healthz"} 0
        # HELP kubernetes_healthchecks_total [STABLE] This metric records the results of all healthcheck.
        # TYPE kubernetes_healthchecks_total counter
        kubernetes_healthchecks_total{name="leaderElection",status="error",type="healthz"} 1
        kubernetes_healthchecks_total{name="leaderElection",status="success",type="healthz"} 2
        # HELP process_start_time_seconds [ALPHA] Start time of the process since unix epoch in seconds.
        # TYPE process_start_time_seconds gauge
        """,
        ask("GET").replaceAll("(?m)^process_.*\n", ""));
    assertEquals("metrics reset\n", ask("DELETE"));
    assertFalse(ask("GET").contains("leaderElection"));
  }
}
