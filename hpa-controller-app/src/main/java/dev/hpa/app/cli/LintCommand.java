package dev.hpa.app.cli;

import dev.hpa.api.HpaGates;
import dev.hpa.app.features.EffectiveVersion;
import dev.hpa.app.features.FeatureException;
import dev.hpa.app.features.FeatureGates;
import dev.hpa.app.manifests.LintOptions;
import dev.hpa.app.manifests.LintRun;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa lint}: what is wrong with autoscalers in files. */
@Command(
    name = "lint",
    description = {
      "Tell what the API server would refuse in HorizontalPodAutoscalers, and what it would accept"
          + " but will not work as it reads.",
      "",
      "The other objects of YAML and JSON files are looked at together with the autoscalers, for"
          + " instance for what their containers request. Each line of NDJSON is looked at alone."
    },
    footer = {
      "",
      "Exit status: 0 no errors; 1 errors, or with --strict warnings; 2 wrong use, or a file that"
          + " cannot be read.",
      "",
      "Examples:",
      "  hpa lint -f manifests/",
      "  hpa lint --strict -f web.yaml",
      "  hpa lint -o sarif -f manifests/ > lint.sarif",
      "  hpa lint -o ndjson --only errors -f objects.ndjson"
    })
final class LintCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ManifestInput input = new ManifestInput();

  /** What may be asked for alone. */
  enum Only {
    errors
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      description = "Form of the output: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private LintRun.Form form = LintRun.Form.text;

  @Option(
      names = "--only",
      paramLabel = "WHAT",
      description = "Show nothing else: ${COMPLETION-CANDIDATES}.")
  private @Nullable Only only;

  @Option(names = "--strict", description = "Status 1 for warnings too.")
  private boolean strict;

  @Option(
      names = {"-n", "--namespace"},
      defaultValue = "default",
      description = "Where objects go that name no namespace (default: ${DEFAULT-VALUE}).")
  private String namespace;

  @Option(
      names = "--sync-period",
      paramLabel = "DURATION",
      defaultValue = "15s",
      converter = GoDurationConverter.class,
      description = "The controller's sync period (default: ${DEFAULT-VALUE}).")
  private Duration syncPeriod;

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=BOOL,...",
      description =
          "Feature gates of the API server: HPAScaleToZero (default false),"
              + " HPAConfigurableTolerance (default true).")
  private List<String> gates = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  LintCommand() {}

  @Override
  public Integer call() throws IOException {
    LintOptions options = new LintOptions(gates(), namespace, syncPeriod, only == Only.errors);
    LintRun run = new LintRun(DocumentOutput.open(), spec.commandLine().getErr(), form, options);
    return switch (run.over(input.files())) {
      case CLEAN -> ExitStatus.DONE;
      case WARNINGS -> strict ? ExitStatus.FAILED : ExitStatus.DONE;
      case ERRORS -> ExitStatus.FAILED;
      case UNUSABLE -> ExitStatus.WRONG_USE;
    };
  }

  private HpaGates gates() {
    try {
      FeatureGates given = FeatureGates.of(gates, EffectiveVersion.OWN);
      return new HpaGates(
          given.enabled("HPAScaleToZero"), given.enabled("HPAConfigurableTolerance"));
    } catch (FeatureException problem) {
      throw new UsageException(String.valueOf(problem.getMessage()), problem);
    }
  }
}
