package dev.hpa.cli.simulate;

import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.GoDurationConverter;
import dev.hpa.cli.commands.Topic;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code simulate} that concern forecasts. */
@Topic("Forecast")
final class ForecastFlags {

  @Option(
      names = "--forecast",
      paramLabel = "NAME",
      description =
          "Simulate each HPA without and with this forecaster, such as seasonal. The"
              + " simulation starts with the load, so that the forecaster has a past; evaluate a"
              + " later time with --from.")
  private @Nullable String forecaster;

  @Option(
      names = "--forecast-horizon",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description = "How far ahead the load is forecast (default: that of the HPA, or 15m).")
  private @Nullable Duration horizon;

  @Option(
      names = "--forecast-season",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description =
          "Length of the pattern in which the load repeats (default: that of the HPA, or"
              + " 24h).")
  private @Nullable Duration season;

  @Option(
      names = "--plugin-dir",
      paramLabel = "DIR",
      description = "Folder whose subfolders each hold the jars of one plug-in with a forecaster.")
  private @Nullable Path pluginDir;

  private @Nullable Map<String, LoadForecasts.Callable> found;

  /** The forecasters by name. */
  Map<String, LoadForecasts.Callable> forecasters() {
    Map<String, LoadForecasts.Callable> known = found;
    if (known == null) {
      known = BundledForecasters.calls(pluginDir);
      found = known;
    }
    return known;
  }

  /**
   * The forecast to compare with; null for none.
   *
   * @throws UsageException if an option is invalid
   */
  @Nullable ForecastVariant variant() {
    if (forecaster == null) {
      if (horizon != null || season != null) {
        throw new UsageException(
            (horizon == null ? "--forecast-season" : "--forecast-horizon")
                + ": has no effect without --forecast; add --forecast seasonal");
      }
      return null;
    }
    if (!forecasters().containsKey(forecaster)) {
      throw new UsageException(
          "--forecast: \"%s\" is not found; use one of %s"
              .formatted(forecaster, String.join(", ", new TreeSet<>(forecasters().keySet()))));
    }
    ForecastVariant variant = new ForecastVariant(forecaster, horizon, season);
    requireValid(variant);
    return variant;
  }

  private static void requireValid(ForecastVariant variant) {
    Map<String, String> annotations = new HashMap<>();
    variant.annotate(annotations);
    Options read = OptionsReader.UNRESTRICTED.read(annotations, Map.of());
    if (!read.problems().isEmpty()) {
      throw new UsageException(
          read.problems()
              .getFirst()
              .replaceFirst("annotation \"" + OptionKey.PREFIX + "([a-z-]+)\"", "--$1"));
    }
  }
}
