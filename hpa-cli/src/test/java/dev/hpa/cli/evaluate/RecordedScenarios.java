package dev.hpa.cli.evaluate;

import dev.hpa.vectors.Vectors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The recorded scenarios of all releases as files, as users pass them to commands. */
final class RecordedScenarios {

  private RecordedScenarios() {}

  /** Writes the files into a folder. */
  static List<Path> in(Path folder) throws IOException {
    Vectors vectors = Vectors.configured();
    List<Path> files = new ArrayList<>();
    for (String release : List.of("decisions", "v1.37/decisions")) {
      for (String name : vectors.files(release)) {
        Path file = folder.resolve(name.replace('/', '-'));
        try (InputStream in = vectors.open(name)) {
          Files.copy(in, file);
        }
        files.add(file);
      }
    }
    return files;
  }
}
