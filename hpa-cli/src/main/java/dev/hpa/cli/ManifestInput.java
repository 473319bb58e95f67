package dev.hpa.cli;

import dev.hpa.app.cli.UsageException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The manifest files of a command. */
public final class ManifestInput {

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Manifest files or directories (YAML, JSON, NDJSON, each also .gz); - is standard"
              + " input.")
  private List<String> files = new ArrayList<>();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = "More files.")
  private List<String> more = new ArrayList<>();

  /** Whether a file is given. */
  public boolean isGiven() {
    return !files.isEmpty() || !more.isEmpty();
  }

  /**
   * All given files.
   *
   * @throws UsageException if there is none
   */
  public List<String> files() {
    List<String> all = new ArrayList<>(files);
    all.addAll(more);
    if (all.isEmpty()) {
      throw new UsageException(
          "--filename: no manifest is given; give files with -f, or - for" + " standard input");
    }
    return all;
  }
}
