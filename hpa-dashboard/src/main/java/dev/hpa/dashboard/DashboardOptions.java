package dev.hpa.dashboard;

import java.time.Duration;

/**
 * What the page shows about the controller.
 *
 * @param server the URL of the API server
 * @param shadow whether the decisions are those of shadow mode, which ignores options
 * @param syncPeriod the sync period
 */
public record DashboardOptions(String server, boolean shadow, Duration syncPeriod) {}
