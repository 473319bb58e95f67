package dev.hpa.benchmarks.sandbox;

import dev.hpa.api.Json;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.UsageException;
import dev.hpa.benchmarks.setup.Population;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa bench sandbox}: throughput and resource usage of the sandbox. */
@Command(
    name = "sandbox",
    description = {
      "Fill a sandbox in a separate process, watch its pods with many clients, half in JSON and"
          + " half in protobuf, and update them. Check that every watch receives every update in"
          + " order."
    },
    footer = {
      "",
      "Exit status: 0 every watch received every event in order, at the requested rate; 1 check"
          + " failed; 2 usage error.",
      "",
      "Examples:",
      "  hpa bench sandbox",
      "  hpa bench sandbox --pods 1000 --hpas 100 --duration 10 -o json"
    })
public final class SandboxLoadCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--pods",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Number of pods (default: ${DEFAULT-VALUE}).")
  private int pods;

  @Option(
      names = "--hpas",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Number of autoscalers, each with a Deployment (default: ${DEFAULT-VALUE}).")
  private int hpas;

  @Option(
      names = "--namespaces",
      paramLabel = "N",
      defaultValue = "100",
      description = "Number of namespaces (default: ${DEFAULT-VALUE}).")
  private int namespaces;

  @Option(
      names = "--watches",
      paramLabel = "N",
      defaultValue = "20",
      description = "Number of watches of all pods (default: ${DEFAULT-VALUE}).")
  private int watches;

  @Option(
      names = "--updates",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Pod updates per second (default: ${DEFAULT-VALUE}).")
  private int updates;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Duration of the updates after the warm-up (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--java-option",
      paramLabel = "OPTION",
      description = "An option for the JVM of the sandbox; repeatable.")
  private List<String> javaOptions = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Output format: text or json (default: ${DEFAULT-VALUE}).")
  private Output output = Output.TEXT;

  private enum Output {
    TEXT,
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Used by picocli. */
  @SuppressWarnings("NullAway.Init")
  public SandboxLoadCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    requirePositive("--pods", pods);
    requirePositive("--hpas", hpas);
    requirePositive("--namespaces", namespaces);
    requirePositive("--watches", watches);
    requirePositive("--updates", updates);
    requirePositive("--duration", seconds);
    SandboxLoad load =
        new SandboxLoad(
            Population.idle(pods, hpas, namespaces),
            watches,
            updates,
            Duration.ofSeconds(seconds),
            javaOptions);
    PrintWriter err = spec.commandLine().getErr();
    SandboxFigures figures =
        load.run(
            step -> {
              err.println(step + " …");
              err.flush();
            });
    PrintWriter out = spec.commandLine().getOut();
    out.print(output == Output.JSON ? Json.text(figures) + "\n" : figures.text());
    out.flush();
    return figures.problems().isEmpty() ? ExitStatus.SUCCESS : ExitStatus.FAILED;
  }

  private static void requirePositive(String option, int value) {
    if (value < 1) {
      throw new UsageException(option + " \"" + value + "\": must be positive; use 1 or more");
    }
  }
}
