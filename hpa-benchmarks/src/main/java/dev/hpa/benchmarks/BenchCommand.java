package dev.hpa.benchmarks;

import dev.hpa.benchmarks.failover.FailoverCommand;
import dev.hpa.benchmarks.load.LoadCommand;
import dev.hpa.benchmarks.recommend.RecommendationsCommand;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hpa bench}: benchmarks. */
@Command(
    name = "bench",
    description = "Benchmark controllers and recommendations on this machine.",
    subcommands = {LoadCommand.class, FailoverCommand.class, RecommendationsCommand.class},
    synopsisSubcommandLabel = "COMMAND")
public final class BenchCommand implements Runnable, Subcommand {

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init")
  public BenchCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.TEST;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
