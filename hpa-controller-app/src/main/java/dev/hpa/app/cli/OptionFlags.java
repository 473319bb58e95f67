package dev.hpa.app.cli;

import dev.hpa.controller.options.OptionSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that concern options of autoscalers. */
public final class OptionFlags {

  @Mixin private OptionSourceFlags sources = new OptionSourceFlags();

  @Option(
      names = "--outage-guard",
      paramLabel = "PERCENT",
      description =
          "Hold scale-downs by the values of a metrics provider while more than this share of at"
              + " least 10 autoscalers that read it fail or have dropped to zero or nothing within"
              + " one sync period, such as 50%% (default: off).")
  private @Nullable String outageGuard;

  @Option(
      names = "--sync-budget",
      paramLabel = "N",
      converter = GoNumbers.Float64.class,
      defaultValue = "50",
      description =
          "Syncs per second that autoscalers with their own shorter sync period share; beyond"
              + " it they are synced later (default: ${DEFAULT-VALUE}).")
  private double syncBudget;

  @Mixin private ForecastFlags forecasts = new ForecastFlags();

  /**
   * The settings that these flags set.
   *
   * @throws UsageException if a value is invalid
   */
  public OptionSettings settings() {
    if (!(syncBudget >= 0.01 && syncBudget <= 1_000_000)) {
      throw new UsageException(
          "sync-budget must be at least 0.01 and at most 1000000, but got " + syncBudget);
    }
    OptionSettings read = sources.settings();
    return new OptionSettings(
        read.defaults(),
        read.allowed(),
        read.namespaces(),
        outageShare(),
        syncBudget,
        forecasts.prometheus());
  }

  private double outageShare() {
    if (outageGuard == null || outageGuard.isEmpty()) {
      return OptionSettings.DEFAULTS.outageShare();
    }
    String number =
        outageGuard.endsWith("%")
            ? outageGuard.substring(0, outageGuard.length() - 1)
            : outageGuard;
    try {
      double percent = Double.parseDouble(number);
      if (percent > 0 && percent < 100) {
        return percent / 100;
      }
    } catch (NumberFormatException invalid) {
      // Reported below.
    }
    throw new UsageException(
        "outage-guard: \"" + outageGuard + "\" is invalid; use a percentage between 0% and 100%");
  }
}
