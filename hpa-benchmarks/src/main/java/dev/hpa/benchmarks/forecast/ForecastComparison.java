package dev.hpa.benchmarks.forecast;

import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.cli.simulate.SimulateOptions;
import dev.hpa.cli.simulate.SimulateRun;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.cli.simulate.VariantFigures;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.plugins.ForecasterCalls;
import dev.hpa.controller.plugins.PluginRegistry;
import dev.hpa.core.options.OptionsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Simulates each contender under each load, and collects the figures. */
final class ForecastComparison {

  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata:
        name: web
        annotations: %s
      spec:
        minReplicas: 2
        maxReplicas: 60
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        metrics:
        - type: Resource
          resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}
      """;

  private final long seed;
  private final String horizon;
  private final Map<String, LoadForecasts.Callable> forecasters;

  ForecastComparison(long seed, String horizon) {
    this.seed = seed;
    this.horizon = horizon;
    try (Timeline timeline = Timeline.real()) {
      this.forecasters = ForecasterCalls.direct(PluginRegistry.discover(null, timeline));
    }
  }

  /** The figures of a contender under a load. */
  record Row(SyntheticLoad load, Contender contender, VariantFigures figures) {}

  /**
   * The rows of all contenders whose options exist.
   *
   * @param progress receives the name of each simulation before it runs
   */
  List<Row> run(List<SyntheticLoad> loads, List<Contender> contenders, Consumer<String> progress)
      throws IOException, UnusableInputException {
    List<Row> rows = new ArrayList<>();
    Path folder = Files.createTempDirectory("hpa-bench-forecast");
    try {
      for (SyntheticLoad load : loads) {
        for (Contender contender : contenders) {
          if (contender.fits(load)) {
            progress.accept(load.description() + ", " + contender);
            rows.add(new Row(load, contender, figures(folder, load, contender)));
          }
        }
      }
    } finally {
      Files.deleteIfExists(folder.resolve("load.csv"));
      Files.deleteIfExists(folder.resolve("web.yaml"));
      Files.deleteIfExists(folder);
    }
    return rows;
  }

  private VariantFigures figures(Path folder, SyntheticLoad load, Contender contender)
      throws IOException, UnusableInputException {
    Map<String, String> annotations = contender.annotations(load, horizon);
    List<String> problems = OptionsReader.UNRESTRICTED.read(annotations, Map.of()).problems();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(contender + ": " + problems.getFirst());
    }
    Path csv = Files.writeString(folder.resolve("load.csv"), load.csv(seed));
    Path manifest =
        Files.writeString(
            folder.resolve("web.yaml"), AUTOSCALER.formatted(Json.text(Json.tree(annotations))));
    return SimulateRun.figures(
            SimulateOptions.of(
                manifest,
                csv,
                load.days() - SyntheticLoad.EVALUATED_DAYS,
                Map.of("cpu", "1"),
                forecasters))
        .getFirst();
  }
}
