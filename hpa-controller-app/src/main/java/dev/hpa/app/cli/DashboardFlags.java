package dev.hpa.app.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The flags of the dashboard of the controller. */
final class DashboardFlags {

  private final Flag<Boolean> enabled =
      Flag.toggle(
          "dashboard",
          "Serve the dashboard at /dashboard/ of the secure port, with the same authentication and"
              + " authorization as /metrics.");

  private final HistoryFlag history = new HistoryFlag();

  /** All flags of this group. */
  List<Flag<?>> all() {
    List<Flag<?>> all = new ArrayList<>(List.of(enabled));
    all.addAll(history.all());
    return all;
  }

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
