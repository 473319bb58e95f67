package dev.hpa.cli;

import dev.hpa.app.cli.UsageException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The files of a command that reads manifests. */
public final class ManifestInput {

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Files or folders with manifests (YAML, JSON, NDJSON, each also .gz); - is standard"
              + " input.")
  private List<String> files = new ArrayList<>();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = "More files.")
  private List<String> more = new ArrayList<>();

  /** All that were named. */
  public List<String> files() {
    List<String> all = new ArrayList<>(files);
    all.addAll(more);
    if (all.isEmpty()) {
      throw new UsageException("no manifest given; name a file with -f, or - for standard input");
    }
    return all;
  }
}
