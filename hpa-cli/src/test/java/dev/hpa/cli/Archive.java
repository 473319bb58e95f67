package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/** The packaged archive. */
public final class Archive {

  private Archive() {}

  /** Returns the path of the archive. */
  public static Path folder() {
    return Objects.requireNonNull(path().getParent());
  }

  private static Path path() {
    return Path.of(Objects.requireNonNull(System.getProperty("hpa.archive")) + ".tar.gz");
  }

  /**
   * Unpacks the archive.
   *
   * @return the only folder in the archive
   */
  public static Path unpack(Path into) throws IOException, InterruptedException {
    Path archive = path();
    Process tar =
        new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", into.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, tar.waitFor(), output);
    assertEquals("", output);
    return into.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
  }
}
