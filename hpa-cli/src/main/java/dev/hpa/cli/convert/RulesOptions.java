package dev.hpa.cli.convert;

import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.files.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the rules of converted ScaledObjects are written, and how they find their metrics. */
public final class RulesOptions {

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description =
          "Write the rules of ScaledObjects with triggers of type prometheus to this file, for"
              + " --prometheus-rules of the controller.")
  private @Nullable Path file;

  @Option(
      names = "--rules-series",
      paramLabel = "SELECTOR",
      description =
          "PromQL selector of series that the server always has; the rules give their metrics while"
              + " it selects one (default: ${DEFAULT-VALUE}).")
  private String series = "up";

  @SuppressWarnings("NullAway.Init")
  public RulesOptions() {}

  /** The file; null if none is given. */
  @Nullable Path file() {
    return file;
  }

  String series() {
    return series;
  }

  /**
   * Writes the file. One with other content is kept, since it may be written by hand.
   *
   * @throws UsageException if it exists with other content, or cannot be written
   */
  static void write(Path file, String text) {
    try {
      if (!Files.exists(file)) {
        AtomicFile.write(file, text);
      } else if (!Files.readString(file).equals(text)) {
        throw new UsageException(
            "--rules: " + file + " exists with other content; delete it or name another file");
      }
    } catch (IOException failure) {
      throw new UsageException(
          "--rules: %s cannot be written (%s); check the path and its permissions"
              .formatted(file, failure.getClass().getSimpleName()),
          failure);
    }
  }
}
