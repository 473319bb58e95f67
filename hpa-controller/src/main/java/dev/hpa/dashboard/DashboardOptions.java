package dev.hpa.dashboard;

import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What the page shows about the controller.
 *
 * @param server the URL of the API server
 * @param mode whether the decisions are those of shadow mode, and whether they ignore options
 * @param syncPeriod the sync period
 * @param settings the settings of decisions, for comparisons with changed autoscalers
 * @param leading whether the controller reconciles: false while another replica holds the Lease
 */
public record DashboardOptions(
    String server,
    ControllerMode mode,
    Duration syncPeriod,
    Settings settings,
    BooleanSupplier leading) {

  /** The options of the dashboard of a controller without leader election. */
  public static DashboardOptions of(String server, ControllerOptions controller) {
    return new DashboardOptions(
        server, controller.mode(), controller.syncPeriod(), controller.settings(), () -> true);
  }
}
