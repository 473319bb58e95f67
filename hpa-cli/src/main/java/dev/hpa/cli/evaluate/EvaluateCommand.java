package dev.hpa.cli.evaluate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.KubernetesVersionOption;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hpa evaluate}: evaluates file-based scenarios. */
@Command(
    name = "evaluate",
    description = {
      "Compute what the controller writes in scenarios from files: each is a small cluster over"
          + " time, and the result is what is written at each step.",
      "",
      "Files contain scenarios as JSON or YAML documents, or one per line (*.ndjson,"
          + " *.ndjson.gz)."
    },
    footer = {
      "",
      "Examples:",
      "  hpa evaluate -f scenario.yaml",
      "  hpa evaluate --trace -f scenario.yaml",
      "  hpa evaluate -o json -f scenario.yaml",
      "  hpa evaluate --check -f scenarios.ndjson",
      "  hpa evaluate --check --fail-fast a.ndjson b.ndjson.gz",
      "  hpa evaluate --stream < scenarios.ndjson > results.ndjson"
    })
public final class EvaluateCommand implements Callable<Integer>, Subcommand {

  @Spec private CommandSpec spec;

  @Mixin
  private OutputOption output =
      OutputOption.of(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML);

  @Mixin private KubernetesVersionOption release = new KubernetesVersionOption();

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      description = "Scenario file or directory; - is standard input. Repeatable.")
  private List<String> files = new ArrayList<>();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = "More files.")
  private List<String> more = new ArrayList<>();

  @Option(
      names = "--check",
      description =
          "Compare the results with the expectations in the files; exit with status 1 if"
              + " one differs.")
  private boolean check;

  @Option(names = "--fail-fast", description = "With --check: stop at the first difference.")
  private boolean failFast;

  @Option(
      names = "--trace",
      description =
          "Include the steps of each decision: as text, or structured with -o json, -o yaml"
              + " and"
              + " --stream.")
  private boolean trace;

  @Option(
      names = "--stream",
      description =
          "Read scenarios from standard input, one per line, and write the result of each on one"
              + " line, in"
              + " the same order.")
  private boolean stream;

  @SuppressWarnings("NullAway.Init")
  public EvaluateCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.TUNE;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(files);
    all.addAll(more);
    if (stream) {
      return stream(all);
    }
    if (all.isEmpty()) {
      throw new UsageException(
          "--filename: no scenario is given; give files with -f, or - for" + " standard input");
    }
    EvaluateRun run =
        new EvaluateRun(
            spec.commandLine().getOut(),
            spec.commandLine().getErr(),
            new EvaluateRun.Options(output.format(), trace, check, failFast, release.version()));
    return switch (run.over(all)) {
      case FINE -> ExitStatus.SUCCESS;
      case DIFFERENT -> ExitStatus.FAILED;
      case UNUSABLE -> ExitStatus.USAGE_ERROR;
    };
  }

  private int stream(List<String> all) throws IOException, InterruptedException {
    if (!all.isEmpty() || check) {
      throw new UsageException("--stream: reads standard input only; omit files and --check");
    }
    PrintWriter out =
        new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out, UTF_8), 1 << 16));
    new ScenarioStream(
            Runtime.getRuntime().availableProcessors(),
            trace ? TraceFormat.STRUCTURED : TraceFormat.NONE,
            release.version())
        .run(new BufferedReader(new InputStreamReader(System.in, UTF_8), 1 << 16), out);
    return ExitStatus.SUCCESS;
  }
}
