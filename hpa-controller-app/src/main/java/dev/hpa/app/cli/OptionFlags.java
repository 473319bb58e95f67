package dev.hpa.app.cli;

import dev.hpa.controller.options.OptionSettings;

/** The flags that concern options of autoscalers. */
public final class OptionFlags extends FlagGroup {

  private final Flag<String> outageGuard =
      text(
          "outage-guard",
          "PERCENT",
          "Hold scale-downs by the values of a metrics provider while more than this share of at"
              + " least 10 HPAs that read it fail or have dropped to zero or nothing within"
              + " one sync period, such as 50% (default: off).");

  private final Flag<Double> syncBudget =
      flag(
          "sync-budget",
          "N",
          FlagTypes.FLOAT64,
          "50",
          "Syncs per second that HPAs with their own shorter sync period share; beyond"
              + " it they are synced later (default: ${DEFAULT-VALUE}).");

  private final OptionSourceFlags sources = add(new OptionSourceFlags());
  private final ForecastFlags forecasts = add(new ForecastFlags());

  /**
   * The settings that these flags set.
   *
   * @throws UsageException if a value is invalid
   */
  public OptionSettings settings() {
    if (!(syncBudget.get() >= 0.01 && syncBudget.get() <= 1_000_000)) {
      throw new UsageException(
          "sync-budget must be at least 0.01 and at most 1000000, but got " + syncBudget.get());
    }
    OptionSettings read = sources.settings();
    return new OptionSettings(
        read.defaults(),
        read.allowed(),
        read.namespaces(),
        outageShare(),
        syncBudget.get(),
        forecasts.prometheus());
  }

  private double outageShare() {
    String share = outageGuard.get();
    if (share.isEmpty()) {
      return OptionSettings.DEFAULTS.outageShare();
    }
    String number = share.endsWith("%") ? share.substring(0, share.length() - 1) : share;
    try {
      double percent = Double.parseDouble(number);
      if (percent > 0 && percent < 100) {
        return percent / 100;
      }
    } catch (NumberFormatException invalid) {
      // Reported below.
    }
    throw new UsageException(
        "outage-guard: \"" + share + "\" is invalid; use a percentage between 0% and 100%");
  }
}
