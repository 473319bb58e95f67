package dev.hpa.app.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of the dashboard of the controller. */
final class DashboardFlags {

  @Option(
      names = "--dashboard",
      description =
          "Serve the dashboard at /dashboard/ of the secure port, with the same authentication and"
              + " authorization as /metrics.")
  private boolean enabled;

  @Mixin private HistoryFlag history = new HistoryFlag();

  /**
   * How long decisions are kept for the dashboard; null if it is off.
   *
   * @throws UsageException if the value is invalid
   */
  @Nullable Duration history() {
    Duration kept = history.kept();
    return enabled ? kept : null;
  }

  /** Adds the values that are invalid. */
  void check(Problems problems, boolean serves) {
    if (enabled && !serves) {
      problems.add("dashboard: the secure port is disabled; set --secure-port");
    }
  }
}
