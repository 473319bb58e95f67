package dev.hpa.cli;

import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.Topic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The manifest files of a command. */
@Topic("HPAs")
public final class ManifestInput {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private FilenameOption filenames = new FilenameOption();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = "More files.")
  private List<String> more = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  public ManifestInput() {}

  /** Whether a file is given. */
  public boolean isGiven() {
    return filenames.isGiven() || !more.isEmpty();
  }

  /**
   * All given files and directories; prints the directories below them that are not read.
   *
   * @throws UsageException if there is none
   */
  public List<String> files() throws IOException {
    if (!isGiven()) {
      throw new UsageException(
          "--filename: no manifest is given; give files with -f, or - for standard input");
    }
    return filenames.with(more, command.commandLine().getErr());
  }
}
