package dev.hpa.cli.incident;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.api.Timestamps;
import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Flag;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.FileSettings;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.GoDurationConverter;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.dashboard.ApiEvents;
import dev.hpa.cli.fleet.Fleet;
import dev.hpa.cli.fleet.FleetExample;
import dev.hpa.cli.fleet.FleetLoop;
import dev.hpa.cli.fleet.PastTargets;
import dev.hpa.cli.fleet.Subject;
import dev.hpa.cli.manifests.DocumentWriter;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.simulate.BundledForecasters;
import dev.hpa.cli.simulate.PastDurationConverter;
import dev.hpa.cli.simulate.PastSource;
import dev.hpa.cli.simulate.PodTimeFlags;
import dev.hpa.cli.simulate.PrometheusFlags;
import dev.hpa.cli.simulate.PrometheusRange;
import dev.hpa.cli.simulate.SimulationReport;
import dev.hpa.cli.simulate.TimeRange;
import dev.hpa.cli.simulate.VariantRun;
import dev.hpa.dashboard.ClusterEvents;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hpa incident}: why the replicas of the past changed. */
@Command(
    name = "incident",
    modelTransformer = FlagOptions.class,
    description = {
      "Explain every change of the replicas in a past time, and replay that time with other"
          + " settings.",
      "",
      "The load and the replicas of that time are read from Prometheus, with cAdvisor and"
          + " kube-state-metrics; without --prometheus it is that of the cluster. A replay of the"
          + " load with the settings of the HPA decides as the controller did; for each change it"
          + " says which metric, window, policy or bound it comes from. Nothing is written to the"
          + " cluster."
    },
    footer = {
      "",
      "Exit status: 0 success; 1 one of several HPAs cannot be explained; 2 usage error, or"
          + " unusable data.",
      "",
      "Examples:",
      "  # Yesterday's peak of a live HPA",
      "  hpa incident shop/web --from 2026-11-26T14:00:00Z --to 2026-11-26T15:00:00Z",
      "  # The last two hours of all HPAs of a namespace, with another Prometheus than the cluster's",
      "  hpa incident -n shop --prometheus http://127.0.0.1:9090 --from 2h",
      "  # What another target, a higher maximum and a forecast would have done, with a page",
      "  hpa incident shop/web --prometheus http://127.0.0.1:9090 --from 6h --what-if target=50 \\",
      "    --what-if max=40 --what-if forecast=seasonal --report incident.html",
      "  # What a recommendation would have done",
      "  hpa incident shop/web --prometheus http://127.0.0.1:9090 --from 6h --what-if patch.yaml"
    })
public final class IncidentCommand implements Callable<Integer>, Subcommand, FlagOptions.Owner {

  /** The longest stabilization window, and some syncs. */
  private static final Duration WARM_UP = Duration.ofMinutes(65);

  /** Enough days for a forecaster. */
  private static final Duration WARM_UP_OF_FORECASTS = Duration.ofDays(7);

  /** The longest scrape interval. */
  private static final Duration MAX_LAG = Duration.ofMinutes(2);

  /** An HPA with 1,000 pods for a day, which takes some 10 s; one that is named may have more. */
  private static final long MAX_POD_SYNCS_OF_SEVERAL = 30_000_000;

  @Mixin private PastTargets targets = new PastTargets();
  private final DecisionFlags decisions = new DecisionFlags();
  private final FileSettings settings = new FileSettings();
  @Mixin private PrometheusFlags prometheus = new PrometheusFlags();
  @Mixin private PodTimeFlags podTimes = new PodTimeFlags();

  @Mixin
  private OutputOption output =
      OutputOption.of(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML);

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "Start of the time: 2026-11-26T14:00:00Z, or 2h or 3d for how long ago (default: 1h).")
  private String from = "1h";

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "End of the time, as --from (default: now).")
  private @Nullable String to;

  @Option(
      names = "--query-step",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "5s",
      description =
          "Time between two samples, in whole seconds; shorter than the scrape interval of"
              + " Prometheus, so that the times of changes are known (default: ${DEFAULT-VALUE}).")
  private Duration step = Duration.ofSeconds(5);

  @Option(names = "--horizontal-pod-autoscaler-sync-period", converter = GoDurationConverter.class)
  private Duration syncPeriod = Duration.ofSeconds(15);

  @Option(
      names = "--what-if",
      paramLabel = "CHANGE",
      description =
          "Also replay with another setting: target=70, min=3, max=20, an option such as"
              + " forecast=seasonal, or a file with a patch. Repeatable.")
  private List<String> whatIfs = new ArrayList<>();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a self-contained HTML page with charts; for one HPA.")
  private @Nullable Path report;

  @Option(
      names = "--example",
      paramLabel = "FOLDER",
      description =
          "Only write an example of three HPAs with eight hours of the past: hpas.yaml, and"
              + " metrics.om for promtool tsdb create-blocks-from openmetrics.")
  private @Nullable Path example;

  @SuppressWarnings("NullAway.Init")
  public IncidentCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.SEE;
  }

  @Override
  public List<Flag<?>> flags() {
    return decisions.all();
  }

  @Override
  public FileSettings settings() {
    return settings;
  }

  @Override
  public Integer call()
      throws IOException,
          InterruptedException,
          KubeconfigException,
          KubernetesApiException,
          ScaleException {
    Logging.errorsOnly();
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    if (example != null) {
      FleetExample.ofDay(now.truncatedTo(ChronoUnit.MINUTES)).write(example, DocumentOutput.open());
      return ExitStatus.SUCCESS;
    }
    check();
    TimeRange time = time(now);
    List<WhatIf> others = new ArrayList<>();
    for (String each : whatIfs) {
      others.add(WhatIf.parse(each));
    }
    return targets.run(
        decisions,
        new PastSource(
            prometheus.isInCluster(), cluster -> Optional.of(range(cluster, time, warmUp(others)))),
        fleet -> {
          IncidentReader reader = reader(time, fleet.range().orElseThrow(), others, fleet);
          return fleet.isOne() ? write(reader.read(fleet.one())) : several(reader, fleet);
        });
  }

  private void check() {
    targets.check();
    requireSeconds("--query-step", step);
    requireSeconds("--horizontal-pod-autoscaler-sync-period", syncPeriod);
  }

  private static void requireSeconds(String option, Duration value) {
    if (value.toSeconds() < 1 || value.toNanosPart() != 0) {
      throw new UsageException(
          "%s: \"%s\" is no number of whole seconds above 0; give 15s"
              .formatted(option, GoDuration.format(value)));
    }
  }

  private TimeRange time(Instant now) {
    Instant begin = time("--from", from, now);
    Instant end = to == null ? now : time("--to", to, now);
    if (end.isAfter(now)) {
      end = now;
    }
    if (Duration.between(begin, end).compareTo(syncPeriod) < 0) {
      throw new UsageException(
          "--from: \"%s\" is not before the end %s; give an earlier time"
              .formatted(from, Timestamps.format(end)));
    }
    return new TimeRange(begin, end);
  }

  private static Instant time(String option, String text, Instant now) {
    try {
      return (text.contains("T") ? Timestamps.parse(text) : now.minus(past(text)))
          .truncatedTo(ChronoUnit.SECONDS);
    } catch (IllegalArgumentException none) {
      throw new UsageException(
          "%s: \"%s\" is no time; write 2026-11-26T14:00:00Z, or 2h or 3d for how long ago"
              .formatted(option, text),
          none);
    }
  }

  private static Duration past(String text) {
    Optional<Duration> days = PastDurationConverter.parse(text);
    return days.isPresent() ? days.get() : GoDuration.parse(text);
  }

  private PrometheusRange range(
      Optional<ClusterConnection> cluster, TimeRange time, Duration warmUp) {
    Duration margin = step.plus(MAX_LAG);
    return prometheus.range(
        cluster,
        time.to().plus(margin),
        time.length().plus(warmUp).plus(margin.multipliedBy(2)),
        step);
  }

  private static Duration warmUp(List<WhatIf> others) {
    return others.stream().anyMatch(WhatIf::hasForecast) ? WARM_UP_OF_FORECASTS : WARM_UP;
  }

  private IncidentReader reader(
      TimeRange time, PrometheusRange range, List<WhatIf> others, Fleet fleet) {
    return new IncidentReader(
        time,
        range,
        warmUp(others),
        fleet.rules(),
        fleet.settings(),
        syncPeriod,
        podTimes.times(),
        BundledForecasters.calls(null),
        others,
        fleet.isOne() ? VariantRun.MAX_POD_SYNCS : MAX_POD_SYNCS_OF_SEVERAL,
        fleet
            .live()
            .<ClusterEvents>map(reader -> new ApiEvents(reader.api()))
            .orElse(ClusterEvents.NONE));
  }

  private int write(IncidentReader.Replayed replayed) throws IOException {
    Incident incident = replayed.incident();
    if (report != null) {
      SimulationReport.write(
          replayed.comparison(),
          "Incident: " + incident.name(),
          (ObjectNode) Json.tree(IncidentJson.Page.of(incident)),
          report);
    }
    if (output.format() != OutputFormat.TEXT) {
      print(List.of(IncidentRow.of(incident)), incident.time());
      return ExitStatus.SUCCESS;
    }
    PrintWriter out = DocumentOutput.open();
    new IncidentText(out, DocumentOutput.isColored()).one(incident, replayed.comparison());
    if (report != null) {
      out.printf("%nReport: %s%n", report.toAbsolutePath());
    }
    out.flush();
    return ExitStatus.SUCCESS;
  }

  private int several(IncidentReader reader, Fleet fleet) throws InterruptedException {
    if (report != null) {
      throw new UsageException("--report: is for one HPA; name it");
    }
    List<IncidentRow> all =
        new FleetLoop<Subject, IncidentRow>(
                fleet::subject,
                subject -> IncidentRow.of(reader.read(subject).incident()),
                IncidentRow::failed)
            .run(
                fleet.members(),
                "select the others with -n or -l",
                done -> print(done, reader.time()));
    print(all, reader.time());
    return all.stream().allMatch(each -> each.problem() == null)
        ? ExitStatus.SUCCESS
        : ExitStatus.FAILED;
  }

  private void print(List<IncidentRow> incidents, TimeRange time) {
    PrintWriter out = DocumentOutput.open();
    if (output.format() == OutputFormat.TEXT) {
      new IncidentText(out, DocumentOutput.isColored()).several(incidents, time);
    } else {
      new DocumentWriter(out, output.format()).write(Json.tree(IncidentJson.of(incidents, time)));
    }
    out.flush();
  }
}
