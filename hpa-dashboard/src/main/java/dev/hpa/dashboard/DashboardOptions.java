package dev.hpa.dashboard;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What the page shows about the controller.
 *
 * @param server the URL of the API server
 * @param shadow whether the decisions are those of shadow mode, which ignores options
 * @param syncPeriod the sync period
 * @param leading whether the controller reconciles: false while another replica holds the Lease
 */
public record DashboardOptions(String server, boolean shadow, Duration syncPeriod, BooleanSupplier leading) {}
