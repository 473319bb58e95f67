package dev.hpa.benchmarks.load;

import dev.hpa.api.Json;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.UsageException;
import dev.hpa.benchmarks.setup.Contender;
import dev.hpa.benchmarks.setup.Population;
import dev.hpa.benchmarks.setup.RunFolder;
import dev.hpa.benchmarks.setup.Usage;
import dev.hpa.cli.KubernetesVersionOption;
import dev.hpa.conformance.environment.TestClusterException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code hpa bench load}: compares controllers under load. */
@Command(
    name = "load",
    description = {
      "Fill a sandbox in a separate process with HPAs, pods and metrics, start a"
          + " controller against it, and measure decisions, lateness, requests, bytes, CPU and"
          + " memory. Several controllers are measured one after the other, each in a new"
          + " sandbox.",
      "",
      "In a TEMPLATE, {kubeconfig}, {port}, {sync-period} and {shards} are replaced by the values"
          + " of the run, and {hpa} by this program. The command is split on whitespace outside quotes and"
          + " runs without a shell. Decisions without a write are read from"
          + " https://127.0.0.1:{port}/metrics, which must not require authentication."
    },
    footer = {
      "",
      "Profiles: tiny 10 HPAs of 10 pods; small 100 of 10; spread 1,000 namespaces of 10 HPAs of 10 pods; dense 10 of 1,000 of 10;"
          + " wide 20 HPAs of 5,000 pods; churn 1,000 of 10 whose pods are all replaced"
          + " every other period; hang 1,000 of 10, every 20th of which uses a source that responds"
          + " after 30 s; external 10 namespaces of 40 HPAs of 10 pods, each HPA with"
          + " 4 External metrics; mixed 4 namespaces of 10 HPAs of 10 pods, each HPA"
          + " with CPU and an External metric, whose sources respond after 2 s.",
      "",
      "Exit status: 0 success; 2 usage error, or a controller does not run.",
      "",
      "Examples:",
      "  hpa bench load --hpas 1000 --namespaces 100",
      "  hpa bench load --profile dense --report dense.html",
      "  hpa bench load --profile small --rounds 3 --cpu-limit 200m",
      "  hpa bench load --command hpa='{hpa} run --kubeconfig={kubeconfig} …' \\",
      "    --command kcm='kube-controller-manager --kubeconfig={kubeconfig} …'",
      "",
      "The command for kube-controller-manager with its fastest settings:",
      "  kube-controller-manager --kubeconfig={kubeconfig}",
      "    --controllers=horizontal-pod-autoscaler-controller --leader-elect=false",
      "    --bind-address=127.0.0.1 --secure-port={port}"
          + " --authorization-always-allow-paths=/metrics",
      "    --horizontal-pod-autoscaler-sync-period={sync-period} --kube-api-qps=2000",
      "    --kube-api-burst=4000 --concurrent-horizontal-pod-autoscaler-syncs=50"
    })
public final class LoadCommand implements Callable<Integer> {

  /** This controller with the settings of docs/capacity.md. */
  private static final String THIS_CONTROLLER =
      "env '_JAVA_OPTIONS=-XX:-UseSerialGC -XX:+UseG1GC' {hpa} run --kubeconfig={kubeconfig}"
          + " --bind-address=127.0.0.1 --secure-port={port}"
          + " --authorization-always-allow-paths=/metrics"
          + " --horizontal-pod-autoscaler-sync-period={sync-period} --kube-api-qps=2000"
          + " --kube-api-burst=4000 --concurrent-horizontal-pod-autoscaler-syncs=50"
          + " --scale-reads=watch --stagger-namespaces";

  private static final String ALONE = " --leader-elect=false";
  private static final String SHARDED =
      " --shards={shards} --leader-elect-resource-namespace=kube-system";

  @Spec private CommandSpec spec;

  @Option(
      names = "--profile",
      paramLabel = "PROFILE",
      defaultValue = "spread",
      converter = ToProfile.class,
      description =
          "The shape of the load: tiny, small, spread, dense, wide, churn, hang, external or mixed"
              + " (default: spread).")
  private Profile profile = Profile.SPREAD;

  @Option(
      names = "--hpas",
      paramLabel = "N",
      description = "Number of HPAs, each with a Deployment (default: set by the profile).")
  private @Nullable Integer hpas;

  @Option(
      names = "--pods-per-hpa",
      paramLabel = "N",
      description = "Number of pods of each HPA (default: set by the profile).")
  private @Nullable Integer podsPerHpa;

  @Option(
      names = "--namespaces",
      paramLabel = "N",
      description = "Number of namespaces (default: set by the profile).")
  private @Nullable Integer namespaces;

  @Option(
      names = "--external-metrics",
      paramLabel = "N",
      description = "Number of External metrics of each HPA in the profile external (default: 4).")
  private @Nullable Integer externalMetrics;

  @Option(
      names = "--overload",
      description =
          "After the measured periods of the profile external, overload the metrics API for 3"
              + " periods, in which each query takes 5 s, and measure the time until no decision is"
              + " late.")
  private boolean overloads;

  @Option(
      names = "--metrics",
      paramLabel = "KIND",
      defaultValue = "changing",
      converter = ToUsage.class,
      description =
          "changing: the usage of every pod changes at every scrape, and External metrics change"
              + " continuously; steady: metrics are constant (default: changing).")
  private Usage usage = Usage.CHANGING;

  @Option(
      names = "--command",
      paramLabel = "[NAME=]TEMPLATE",
      description =
          "Command that starts a controller; repeatable (default: the controller of this program).")
  private List<String> commands = new ArrayList<>();

  @Option(
      names = "--sync-period",
      paramLabel = "SECONDS",
      defaultValue = "15",
      description = "The sync period of the controllers (default: ${DEFAULT-VALUE}).")
  private int periodSeconds;

  @Option(
      names = "--periods",
      paramLabel = "N",
      defaultValue = "8",
      description = "Number of measured sync periods (default: ${DEFAULT-VALUE}).")
  private int periods;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Number of periods between the first decision of every HPA and the measurement"
              + " (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of rounds. Each measures all controllers in turn; the results are medians, with"
              + " the lowest and the highest (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--cpu-limit",
      paramLabel = "MILLI",
      converter = ToMilli.class,
      description =
          "CPU limit of the controllers such as 200m, as that of a container (default: none). Needs"
              + " the permission to create a control group.")
  private @Nullable Integer cpuMilli;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of processes of each controller, whose figures are summed up (default:"
              + " ${DEFAULT-VALUE}). This controller has 4 shards for each of several.")
  private int replicas;

  @Option(
      names = "--java-option",
      paramLabel = "OPTION",
      description = "An option for the JVM of the sandbox; repeatable (default: the parallel GC).")
  private List<String> javaOptions = List.of("-XX:-UseSerialGC", "-XX:+UseParallelGC");

  @Mixin private KubernetesVersionOption release = new KubernetesVersionOption();

  @Option(names = "--report", paramLabel = "FILE", description = "Write an HTML report to FILE.")
  private @Nullable Path report;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Output format: text or json (default: ${DEFAULT-VALUE}).")
  private Format format = Format.text;

  private static final class ToProfile implements ITypeConverter<Profile> {
    @Override
    public Profile convert(String text) {
      return oneOf(List.of(Profile.values()), text);
    }
  }

  private static final class ToMilli implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      Matcher matcher = Pattern.compile("([0-9]{2,6})m").matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException("use milli-CPUs of 10m or more, such as 200m");
      }
      return Integer.valueOf(matcher.group(1));
    }
  }

  private static final class ToUsage implements ITypeConverter<Usage> {
    @Override
    public Usage convert(String text) {
      return oneOf(List.of(Usage.values()), text);
    }
  }

  private static <T extends Enum<T>> T oneOf(List<T> choices, String text) {
    return choices.stream()
        .filter(each -> each.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    choices.stream()
                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ", "use one of ", ""))));
  }

  private enum Format {
    text,
    json
  }

  /** Used by picocli. */
  @SuppressWarnings("NullAway.Init")
  public LoadCommand() {}

  @Override
  public Integer call() throws IOException {
    LoadPlan plan = plan();
    List<List<Outcome>> outcomes = new ArrayList<>();
    try (RunFolder folder = RunFolder.create("hpa-load")) {
      requireWritable(report);
      List<Contender> contenders = contenders(plan);
      for (int round = 1; round <= positive("--rounds", rounds); round++) {
        outcomes.add(round(plan, contenders, folder.path(), round));
      }
    } catch (TestClusterException problem) {
      spec.commandLine().getErr().println("hpa: " + problem.getMessage());
      return ExitStatus.USAGE_ERROR;
    }
    Comparison comparison = Comparison.of(plan, outcomes);
    PrintWriter out = spec.commandLine().getOut();
    out.print(format == Format.json ? Json.text(comparison) + "\n" : comparison.text());
    out.flush();
    if (report != null) {
      new LoadReport(comparison).write(report);
      printProgress("report written to " + report);
    }
    return ExitStatus.SUCCESS;
  }

  private List<Outcome> round(LoadPlan plan, List<Contender> contenders, Path folder, int number)
      throws IOException, TestClusterException {
    if (rounds > 1) {
      printProgress("round %d of %d".formatted(number, rounds));
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (Contender contender : contenders) {
      outcomes.add(new LoadRun(plan, contender, folder, this::printProgress).run());
    }
    return outcomes;
  }

  private LoadPlan plan() {
    int autoscalers = positive("--hpas", hpas == null ? profile.autoscalers() : hpas);
    int pods =
        positive("--pods-per-hpa", podsPerHpa == null ? profile.podsPerAutoscaler() : podsPerHpa);
    int among = positive("--namespaces", namespaces == null ? profile.namespaces() : namespaces);
    if (warmUp < 0) {
      throw new UsageException("--warm-up \"" + warmUp + "\": must not be negative; use 0 or more");
    }
    Population population =
        profile.population(
            autoscalers, pods, Math.min(among, autoscalers), usage, externalMetrics());
    return new LoadPlan(
        profile,
        population,
        release.version(),
        Duration.ofSeconds(positive("--sync-period", periodSeconds)),
        warmUp,
        positive("--periods", periods),
        javaOptions,
        overloads(),
        cpuMilli,
        positive("--replicas", replicas));
  }

  private boolean overloads() {
    if (overloads && profile != Profile.EXTERNAL) {
      throw new UsageException(
          "--overload: the profile %s has no External metrics; use --profile external"
              .formatted(profile));
    }
    return overloads;
  }

  private int externalMetrics() {
    if (externalMetrics == null) {
      return profile.externalMetrics();
    }
    if (profile != Profile.EXTERNAL) {
      throw new UsageException(
          "--external-metrics \"%d\": the profile %s has no External metrics; use --profile external"
              .formatted(externalMetrics, profile));
    }
    return positive("--external-metrics", externalMetrics);
  }

  private static int positive(String option, int value) {
    if (value < 1) {
      throw new UsageException(option + " \"" + value + "\": must be positive; use 1 or more");
    }
    return value;
  }

  private List<Contender> contenders(LoadPlan plan) throws TestClusterException {
    return Contender.parse(
        commands.isEmpty()
            ? List.of("hpa=" + THIS_CONTROLLER + (replicas > 1 ? SHARDED : ALONE))
            : commands,
        LoadRun.values(plan, "kubeconfig", 1));
  }

  /** Fails before the run if the report cannot be written. */
  private static void requireWritable(@Nullable Path file) {
    if (file == null) {
      return;
    }
    try {
      Files.createDirectories(file.toAbsolutePath().normalize().getParent());
      Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
    } catch (IOException failure) {
      throw new UsageException(
          "--report \"%s\": cannot write the file: %s".formatted(file, failure.getMessage()),
          failure);
    }
  }

  private void printProgress(String step) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(step);
    err.flush();
  }
}
