package dev.hpa.cli.conformance;

import dev.hpa.app.cli.UsageException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code hpa conformance} that name the files to write. */
final class ConformanceFiles {

  @Option(names = "--report", paramLabel = "FILE", description = "Write an HTML report.")
  private @Nullable Path report;

  @Option(names = "--junit", paramLabel = "FILE", description = "Write a JUnit XML report.")
  private @Nullable Path junit;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write a JSON report; the schema is docs/conformance/report.schema.json.")
  private @Nullable Path json;

  @Option(
      names = "--transcripts",
      paramLabel = "FILE",
      description =
          "Write everything that was observed, one case per line; with gzip if the name ends in"
              + " .gz.")
  private @Nullable Path transcripts;

  @Option(
      names = "--keep",
      paramLabel = "FOLDER",
      description =
          "Keep kubeconfigs and the logs of the implementation in this folder (default: they are"
              + " deleted at the end).")
  private @Nullable Path keep;

  @SuppressWarnings("NullAway.Init")
  ConformanceFiles() {}

  /**
   * Creates the folders of all files, so that a path that cannot be written is reported before the
   * run.
   *
   * @throws UsageException if a folder cannot be created, or the one to keep is in use
   */
  void createFolders() throws IOException {
    if (keep != null) {
      requireEmpty(keep);
    }
    Stream.of(report, junit, json, transcripts)
        .filter(Objects::nonNull)
        .map(file -> file.toAbsolutePath().resolveSibling(".").normalize())
        .forEach(
            folder -> {
              try {
                Files.createDirectories(folder);
              } catch (IOException failure) {
                throw new UsageException(
                    "%s: the folder does not exist and cannot be created; choose another one"
                        .formatted(folder),
                    failure);
              }
            });
  }

  /** Files of an earlier run would be mixed with those of this one. */
  private static void requireEmpty(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new UsageException(
          "--keep: \"%s\" is not a folder; choose another name".formatted(folder));
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        throw new UsageException(
            "--keep: \"%s\" is not empty; empty it, or choose another folder".formatted(folder));
      }
    }
  }

  /** Writes the requested reports. */
  void write(ConformanceReport made) throws IOException {
    if (json != null) {
      made.writeJson(json);
    }
    if (junit != null) {
      JunitReport.write(made, junit);
    }
    if (report != null) {
      made.writeHtml(report);
    }
  }

  Writer transcriptWriter() throws IOException {
    if (transcripts == null) {
      return Writer.nullWriter();
    }
    return transcripts.toString().endsWith(".gz")
        ? new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(transcripts)), StandardCharsets.UTF_8)
        : Files.newBufferedWriter(transcripts);
  }

  /**
   * The working folder of a run: the one to keep, or a new temporary one. Its path is absolute,
   * because kubeconfigs in it name files beside them.
   */
  Path openWorkingFolder() throws IOException {
    Path folder =
        keep == null ? Files.createTempDirectory("hpa-conformance") : keep.toAbsolutePath();
    Files.createDirectories(folder);
    return folder;
  }

  /** Deletes the working folder unless it is to be kept. */
  void closeWorkingFolder(Path folder) throws IOException {
    if (keep != null) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.toList()) {
        Files.delete(each);
      }
    }
    Files.delete(folder);
  }
}
