package dev.hpa.benchmarks.forecast;

import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.cli.simulate.VariantFigures;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa bench forecast}: what forecasts and schedules gain and cost. */
@Command(
    name = "forecast",
    description = {
      "Simulate an autoscaler without and with forecasts and schedules under synthetic loads, and"
          + " print pod-hours, unserved demand and flaps of the last week as a Markdown table.",
      "",
      "The loads are computed from a seed. A pod has 1 core and is ready 91 s after its creation."
    },
    footer = {
      "",
      "Exit status: 0 success; 1 failure; 2 usage error.",
      "",
      "Examples:",
      "  hpa bench forecast",
      "  hpa bench forecast --load weekly --load holidays --horizon 30m"
    })
public final class ForecastCommand implements Callable<Integer> {

  private static final double PERCENT = 100;

  @Spec private CommandSpec spec;

  @Option(
      names = "--load",
      paramLabel = "NAME",
      description = "Only this load; repeatable: ${COMPLETION-CANDIDATES} (default: all).")
  private @Nullable List<SyntheticLoad> loads;

  @Option(
      names = "--contender",
      paramLabel = "NAME",
      description = "Only this row; repeatable: ${COMPLETION-CANDIDATES} (default: all).")
  private @Nullable List<Contender> contenders;

  @Option(
      names = "--horizon",
      paramLabel = "DURATION",
      defaultValue = "15m",
      description = "The horizon of the forecasts (default: ${DEFAULT-VALUE}).")
  private String horizon = "";

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "29",
      description = "The seed of the loads (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** Used by picocli. */
  @SuppressWarnings("NullAway.Init")
  public ForecastCommand() {}

  @Override
  public Integer call() throws IOException {
    Logging.errorsOnly();
    PrintWriter err = spec.commandLine().getErr();
    List<ForecastComparison.Row> rows;
    try {
      rows =
          new ForecastComparison(seed, horizon)
              .run(
                  loads == null ? Arrays.asList(SyntheticLoad.values()) : loads,
                  contenders == null ? Arrays.asList(Contender.values()) : contenders,
                  step -> {
                    err.println(step + " …");
                    err.flush();
                  });
    } catch (UnusableInputException invalid) {
      throw new UsageException(String.valueOf(invalid.getMessage()), invalid);
    }
    print(rows, spec.commandLine().getOut());
    return ExitStatus.SUCCESS;
  }

  private static void print(List<ForecastComparison.Row> rows, PrintWriter out) {
    out.println("| load | scaling | pod-hours | unserved demand | scale events | flaps |");
    out.println("| --- | --- | ---: | ---: | ---: | ---: |");
    SyntheticLoad last = null;
    for (ForecastComparison.Row row : rows) {
      VariantFigures figures = row.figures();
      out.printf(
          Locale.ROOT,
          "| %s | %s | %.0f | %.3f %% | %d | %d |%n",
          row.load() == last ? "" : row.load().description(),
          row.contender(),
          figures.podHours(),
          PERCENT * figures.unmetShare(),
          figures.scaleEvents(),
          figures.flaps());
      last = row.load();
    }
    out.flush();
  }
}
