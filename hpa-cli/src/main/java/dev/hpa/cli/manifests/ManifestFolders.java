package dev.hpa.cli.manifests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Directories with manifests. */
public final class ManifestFolders {

  private ManifestFolders() {}

  /**
   * The directories below one, at any depth, that contain manifests, sorted; empty if the name is
   * not that of a directory. Symbolic links are not followed.
   */
  public static List<String> below(String name) throws IOException {
    Path folder = Path.of(name);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> ManifestFiles.isManifest(file.toString()) && Files.isRegularFile(file))
          .map(Path::getParent)
          .filter(parent -> !parent.equals(folder))
          .distinct()
          .sorted()
          .map(Path::toString)
          .toList();
    }
  }

  /** A directory, if it contains manifests directly, and those below it. */
  public static List<String> withManifests(String name, List<String> below) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(name))) {
      boolean contains = files.anyMatch(file -> ManifestFiles.isManifest(file.toString()));
      return Stream.concat(contains ? Stream.of(name) : Stream.of(), below.stream()).toList();
    }
  }
}
