package dev.hpa.cli;

import dev.hpa.api.SafeText;
import dev.hpa.cli.commands.Topic;
import dev.hpa.cli.manifests.ManifestFolders;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of kubectl for manifest files: {@code -f} and {@code -R}. */
@Topic("HPAs")
public final class FilenameOption {

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      description =
          "Manifest file or directory (YAML, JSON, NDJSON, each also .gz); - is standard input."
              + " Repeatable.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = {"-R", "--recursive"},
      description = "Read the directories below those of -f too.")
  private boolean recursive;

  /** Whether a file is given. */
  public boolean isGiven() {
    return !files.isEmpty();
  }

  /**
   * All given files and directories, and more.
   *
   * @param err receives a line for each directory with others below it that are not read
   */
  public List<String> with(List<String> more, PrintWriter err) throws IOException {
    List<String> all = new ArrayList<>();
    for (List<String> names : List.of(files, more)) {
      for (String name : names) {
        List<String> below = ManifestFolders.below(name);
        if (recursive && !below.isEmpty()) {
          all.addAll(ManifestFolders.withManifests(name, below));
        } else {
          all.add(name);
          reportSkipped(name, below, err);
        }
      }
    }
    return List.copyOf(all);
  }

  private static void reportSkipped(String name, List<String> below, PrintWriter err) {
    if (!below.isEmpty()) {
      err.println(
          SafeText.line(
              "hpa: %s: directories with manifests are skipped: %s; add -R to read them"
                  .formatted(name, String.join(", ", below))));
      err.flush();
    }
  }
}
