package dev.hpa.cli.options;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.hpa.api.Json;
import dev.hpa.api.SafeText;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.output.YamlText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code hpa options}: lists the options of autoscalers. */
@Command(
    name = "options",
    description =
        "List the options of HPAs: annotations that a HorizontalPodAutoscaler or its"
            + " Namespace can have. `hpa lint` prints those that apply in files, and `hpa explain`"
            + " those of a live HPA.",
    footer = {
      "",
      "Exit status: 0 success; 2 usage error.",
      "",
      "Examples:",
      "  hpa options",
      "  hpa options mode",
      "  hpa options -o json",
      "",
      "Set and remove an option:",
      "  kubectl annotate hpa web hpa.dev/mode=Paused",
      "  kubectl annotate hpa web hpa.dev/mode-"
    })
public final class OptionsCommand implements Callable<Integer>, Subcommand {

  @Mixin
  private OutputOption output =
      OutputOption.of(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML);

  @Parameters(
      arity = "0..1",
      paramLabel = "KEY",
      description = "Print only this option, such as mode or hpa.dev/mode, with all fields.")
  private @Nullable String key;

  @SuppressWarnings("NullAway.Init")
  public OptionsCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.TUNE;
  }

  @Override
  public Integer call() {
    PrintWriter out = DocumentOutput.open();
    ArrayNode options = OptionKeyList.json(key);
    if (key != null && options.isEmpty()) {
      throw new UsageException(
          "KEY: \"" + key + "\" is not an option; run hpa options for the list");
    }
    switch (output.format()) {
      case TEXT -> {
        if (key == null) {
          OptionKeyList.print(out);
        } else {
          out.print(YamlText.of(options.get(0)));
        }
      }
      case JSON -> out.println(SafeText.json(Json.text(options)));
      default -> out.print(YamlText.inStream(options));
    }
    out.flush();
    return ExitStatus.SUCCESS;
  }
}
