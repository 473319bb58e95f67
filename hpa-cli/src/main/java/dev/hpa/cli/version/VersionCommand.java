package dev.hpa.cli.version;

import dev.hpa.app.cli.ExitStatus;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.Subcommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hpa version}: prints what {@code --version} prints. */
@Command(
    name = "version",
    description = "Print the version of the program and of Kubernetes, as --version.")
public final class VersionCommand implements Callable<Integer>, Subcommand {

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init")
  public VersionCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.ABOUT;
  }

  @Override
  public Integer call() {
    spec.commandLine().printVersionHelp(spec.commandLine().getOut());
    return ExitStatus.SUCCESS;
  }
}
