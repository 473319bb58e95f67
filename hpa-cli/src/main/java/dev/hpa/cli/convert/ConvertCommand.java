package dev.hpa.cli.convert;

import dev.hpa.api.versions.HpaVersion;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.KubernetesVersionOption;
import dev.hpa.cli.ManifestInput;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa convert}: converts autoscalers in files to another API version, or those of KEDA. */
@Command(
    name = "convert",
    description = {
      "Convert HorizontalPodAutoscalers to another API version, like the API server, or"
          + " ScaledObjects of KEDA to HorizontalPodAutoscalers.",
      "",
      "Fields that do not exist in the version are stored in the annotations that the API"
          + " server"
          + " uses. Objects of other kinds are copied unchanged, unless --skip-others"
          + " omits them.",
      "",
      "Without --to, ScaledObjects become HorizontalPodAutoscalers of autoscaling/v2 with options,"
          + " and rules for Prometheus. What cannot be converted exactly is named, and then nothing"
          + " is written, unless --skip-unsupported writes the others."
    },
    footer = {
      "",
      "Exit status: 0 success; 1 a document cannot be converted; 2 usage error, or a file"
          + " cannot"
          + " be read or written.",
      "",
      "Examples:",
      "  hpa convert --to autoscaling/v2 -f old.yaml",
      "  hpa convert --to autoscaling/v1 -o json -f manifests/",
      "  kubectl get hpa -A -o yaml | hpa convert --to autoscaling/v1 -f -",
      "  hpa convert --to autoscaling/v2 --default -f objects.ndjson",
      "  hpa convert -f scaledobject.yaml --rules rules.yaml"
    })
public final class ConvertCommand implements Callable<Integer>, Subcommand {

  @Spec private CommandSpec spec;
  @Mixin private ManifestInput input = new ManifestInput();
  @Mixin private KubernetesVersionOption release = new KubernetesVersionOption();

  @Mixin
  private OutputOption output =
      OutputOption.describedAs(
          "Output format: %s (default: ndjson for NDJSON input, else yaml).",
          OutputFormat.YAML, OutputFormat.JSON, OutputFormat.NDJSON);

  @Option(
      names = "--to",
      paramLabel = "VERSION",
      description =
          "API version of the output, such as autoscaling/v1. Without it, ScaledObjects are"
              + " converted.")
  private @Nullable String to;

  @Option(names = "--default", description = "Set the defaults that the API server sets.")
  private boolean defaulted;

  @Option(names = "--skip-others", description = "Omit objects of other kinds.")
  private boolean skipOthers;

  @Option(
      names = "--skip-unsupported",
      description =
          "Write the ScaledObjects that can be converted, and list the others on standard error.")
  private boolean skipUnsupported;

  @Mixin private RulesOptions rules = new RulesOptions();

  @SuppressWarnings("NullAway.Init")
  public ConvertCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.TUNE;
  }

  @Override
  public Integer call() throws IOException {
    ConvertRun.Verdict verdict = to == null ? convertScaledObjects() : convertTo(to);
    return switch (verdict) {
      case DONE -> ExitStatus.SUCCESS;
      case INCOMPLETE -> ExitStatus.FAILED;
      case UNUSABLE -> ExitStatus.USAGE_ERROR;
    };
  }

  private ConvertRun.Verdict convertScaledObjects() throws IOException {
    if (defaulted) {
      throw new UsageException("--default: needs --to; add it, or remove --default");
    }
    return new ScaledObjectRun(
            DocumentOutput.open(),
            spec.commandLine().getErr(),
            release.version(),
            skipOthers,
            skipUnsupported,
            rules,
            output.given().orElse(null))
        .over(input.files());
  }

  private ConvertRun.Verdict convertTo(String name) throws IOException {
    if (rules.file() != null) {
      throw new UsageException(
          "--rules: is for ScaledObjects, which --to does not convert; remove one of them");
    }
    if (skipUnsupported) {
      throw new UsageException(
          "--skip-unsupported: is for ScaledObjects, which --to does not convert; remove it");
    }
    HpaVersion version =
        HpaVersion.of(name)
            .orElseThrow(
                () ->
                    new UsageException(
                        "--to: \"" + name + "\" is not supported; use " + ConvertRun.versions()));
    return new ConvertRun(
            DocumentOutput.open(),
            spec.commandLine().getErr(),
            version,
            release.version(),
            defaulted,
            skipOthers,
            output.given().orElse(null))
        .over(input.files());
  }
}
