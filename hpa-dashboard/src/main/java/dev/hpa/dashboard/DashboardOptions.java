package dev.hpa.dashboard;

import dev.hpa.core.Settings;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What the page shows about the controller.
 *
 * @param server the URL of the API server
 * @param shadow whether the decisions are those of shadow mode, which ignores options
 * @param syncPeriod the sync period
 * @param settings the settings of decisions, for comparisons with changed autoscalers
 * @param leading whether the controller reconciles: false while another replica holds the Lease
 */
public record DashboardOptions(
    String server,
    boolean shadow,
    Duration syncPeriod,
    Settings settings,
    BooleanSupplier leading) {}
