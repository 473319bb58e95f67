package dev.hpa.cli.options;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.ManifestInput;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.output.YamlText;
import dev.hpa.core.options.OptionsReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hpa options}: lists the options of autoscalers, or those that apply in manifests. */
@Command(
    name = "options",
    description = {
      "List the options of autoscalers: annotations that a HorizontalPodAutoscaler or its Namespace"
          + " can have.",
      "",
      "With -f, print the options that apply to each HorizontalPodAutoscaler in the files, where"
          + " they are set, and those that the controller ignores. Annotations of Namespaces in the"
          + " files apply as with --namespace-options; flags of the controller are not known."
    },
    footer = {
      "",
      "Exit status: 0 success; 1 an option is ignored, or a document cannot be read; 2 usage"
          + " error, or a file cannot be read.",
      "",
      "Examples:",
      "  hpa options",
      "  hpa options -o json",
      "  hpa options -f manifests/",
      "  kubectl get namespaces,hpa -A -o yaml | hpa options -f -",
      "",
      "Set and remove an option:",
      "  kubectl annotate hpa web hpa.dev/mode=Paused",
      "  kubectl annotate hpa web hpa.dev/mode-"
    })
public final class OptionsCommand implements Callable<Integer>, Subcommand {

  @Mixin private ManifestInput input = new ManifestInput();

  @Mixin
  private OutputOption output =
      OutputOption.of(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML);

  @Option(
      names = {"-n", "--namespace"},
      defaultValue = "default",
      description = "Namespace of objects without one (default: ${DEFAULT-VALUE}).")
  private String namespace;

  @SuppressWarnings("NullAway.Init")
  public OptionsCommand() {}

  @Override
  public Integer call() throws IOException {
    if (!input.isGiven()) {
      print(OptionKeyList::print, OptionKeyList.json());
      return ExitStatus.SUCCESS;
    }
    OptionManifests manifests = OptionManifests.read(input.files(), namespace);
    if (manifests.unreadable() != null) {
      throw new UsageException(manifests.unreadable());
    }
    AppliedOptions applied;
    try (Timeline timeline = Timeline.real()) {
      applied = AppliedOptions.of(manifests, OptionsReader.UNRESTRICTED, timeline.wall());
    }
    print(applied::print, applied.json());
    return applied.hasProblems() ? ExitStatus.FAILED : ExitStatus.SUCCESS;
  }

  private void print(Consumer<PrintWriter> text, ArrayNode json) {
    PrintWriter out = DocumentOutput.open();
    switch (output.format()) {
      case TEXT -> text.accept(out);
      case JSON -> out.println(Json.text(json));
      default -> out.print(YamlText.inStream(json));
    }
    out.flush();
  }
}
