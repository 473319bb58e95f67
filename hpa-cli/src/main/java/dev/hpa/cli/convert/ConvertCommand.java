package dev.hpa.cli.convert;

import dev.hpa.api.versions.HpaVersion;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Subcommand;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.ManifestInput;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa convert}: autoscalers in files in another version. */
@Command(
    name = "convert",
    description = {
      "Write HorizontalPodAutoscalers in another version of the API, converted as the API server"
          + " does.",
      "",
      "What the version has no field for goes into the annotations the API server uses. Lists stay"
          + " lists. Objects of other kinds are written as they are, unless --skip-others omits them."
    },
    footer = {
      "",
      "Exit status: 0 all converted; 1 a document was not; 2 wrong use, or a file that cannot be"
          + " read.",
      "",
      "Examples:",
      "  hpa convert --to autoscaling/v2 -f old.yaml",
      "  hpa convert --to autoscaling/v1 -o json -f manifests/",
      "  kubectl get hpa -A -o yaml | hpa convert --to autoscaling/v1 -f -",
      "  hpa convert --to autoscaling/v2 --default -f objects.ndjson"
    })
public final class ConvertCommand implements Callable<Integer>, Subcommand {

  @Spec private CommandSpec spec;
  @Mixin private ManifestInput input = new ManifestInput();

  @Mixin
  private OutputOption output =
      OutputOption.describedAs(
          "Output format: %s (default: ndjson for NDJSON input, else yaml).",
          OutputFormat.YAML,
          OutputFormat.JSON,
          OutputFormat.NDJSON);

  @Option(
      names = "--to",
      required = true,
      paramLabel = "VERSION",
      description = "Group and version to write, such as autoscaling/v1.")
  private String to;

  @Option(
      names = "--default",
      description = "Fill in what the API server fills in when it reads an object.")
  private boolean defaulted;

  @Option(names = "--skip-others", description = "Omit objects of other kinds.")
  private boolean skipOthers;

  @SuppressWarnings("NullAway.Init")
  public ConvertCommand() {}

  @Override
  public Integer call() throws IOException {
    HpaVersion version =
        HpaVersion.of(to)
            .orElseThrow(
                () ->
                    new UsageException(
                        "unknown version " + to + "; known are " + ConvertRun.versions()));
    ConvertRun run =
        new ConvertRun(
            DocumentOutput.open(),
            spec.commandLine().getErr(),
            version,
            defaulted,
            skipOthers,
            output.given().orElse(null));
    return switch (run.over(input.files())) {
      case DONE -> ExitStatus.DONE;
      case INCOMPLETE -> ExitStatus.FAILED;
      case UNUSABLE -> ExitStatus.WRONG_USE;
    };
  }
}
