package dev.hpa.app.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The flags of the dashboard of the controller. */
final class DashboardFlags extends FlagGroup {

  private final Flag<Boolean> enabled =
      toggle(
          "dashboard",
          "Serve the dashboard at /dashboard/ of the secure port, with the same authentication and"
              + " authorization as /metrics.");

  private final HistoryFlag history = add(new HistoryFlag());

  /**
   * How long decisions are kept for the dashboard; null if it is off.
   *
   * @throws UsageException if the value is invalid
   */
  @Nullable Duration history() {
    Duration kept = history.kept();
    return enabled.get() ? kept : null;
  }

  /** Adds the values that are invalid. */
  void check(Problems problems, boolean serves) {
    if (enabled.get() && !serves) {
      problems.add("dashboard: the secure port is disabled; set --secure-port");
    }
  }
}
