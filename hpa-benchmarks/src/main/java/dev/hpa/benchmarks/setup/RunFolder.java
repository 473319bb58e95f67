package dev.hpa.benchmarks.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder for the files of a run, without subfolders; deleted when it is closed. */
public record RunFolder(Path path) implements AutoCloseable {

  public static RunFolder create(String name) throws IOException {
    return new RunFolder(Files.createTempDirectory(name));
  }

  @Override
  public void close() throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.list(path)) {
      all = files.toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
    Files.delete(path);
  }
}
