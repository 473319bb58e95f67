package dev.hpa.app.process;

import dev.hpa.api.GoDuration;
import dev.hpa.app.serving.HealthChecks;
import dev.hpa.controller.HpaController;
import dev.hpa.controller.reconcile.ControlLoop;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.leader.LeaderElector;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The checks of each health page. {@code healthz} has upstream's checks only; {@code livez} has
 * those that only a restart fixes; {@code readyz} also has those that need an operator.
 */
final class Health {

  /** Upstream's extra time before a leader that cannot renew counts as unhealthy. */
  private static final Duration STUCK = Duration.ofSeconds(20);

  private static final Duration DOWN = Duration.ofMinutes(1);

  /** Twice the request deadline: calls that time out and are retried are healthy. */
  private static final Duration LONG_CALL = Duration.ofMinutes(2);

  private static final String CONTROLLER = "horizontal-pod-autoscaler-controller";

  private final HealthChecks healthz = new HealthChecks("healthz");
  private final HealthChecks livez = new HealthChecks("livez");
  private final HealthChecks readyz = new HealthChecks("readyz");
  private final Components controller;

  Health(HpaController process) {
    this.controller = process.components();
    LeaderElector elector = process.elector();
    if (elector != null) {
      for (HealthChecks checks : all()) {
        checks.add("leaderElection", () -> stuck(elector));
      }
    }
    livez.add("shards", () -> idle(process.shardsIdleFor()));
    livez.add("loop", this::deadLoop);
    readyz.add("loop", this::deadLoop);
    readyz.add("shards", () -> apart(process.shardsApartFor()));
    ControlLoop loop = controller.loop();
    readyz.add(
        "caches-synced", () -> loop.isStarting() ? "the initial lists are not complete" : null);
    readyz.add("watch-pods", () -> down(loop.podsDownFor()));
    readyz.add("watch-autoscalers", () -> down(loop.autoscalersDownFor()));
    readyz.add("providers", controller::unavailableProviders);
    readyz.add("api-calls", () -> controller.callsLongerThan(LONG_CALL));
  }

  List<HealthChecks> all() {
    return List.of(healthz, livez, readyz);
  }

  /** Adds the checks of the controller. */
  void starting() {
    healthz.add(CONTROLLER, () -> null);
  }

  private static @Nullable String stuck(LeaderElector elector) {
    return elector.overdue().compareTo(STUCK) > 0
        ? "failed election to renew leadership on lease " + elector.leaseName()
        : null;
  }

  /** The coordination of shards makes a step per retry period. */
  private static @Nullable String idle(Duration time) {
    return time.compareTo(DOWN) > 0
        ? "the coordination of shards has not made a step for " + GoDuration.format(time)
        : null;
  }

  private static @Nullable String apart(Duration time) {
    return time.compareTo(DOWN) > 0
        ? "this replica has not renewed its Lease or read those of others for "
            + GoDuration.format(Duration.ofSeconds(time.toSeconds()))
        : null;
  }

  private @Nullable String deadLoop() {
    return controller.loop().isDead() ? "the control loop has stopped" : null;
  }

  private static @Nullable String down(Duration time) {
    return time.compareTo(DOWN) > 0 ? "down for " + GoDuration.format(time) : null;
  }
}
