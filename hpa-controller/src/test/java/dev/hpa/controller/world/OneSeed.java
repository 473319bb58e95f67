package dev.hpa.controller.world;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prints the log of one seed: {@code -Dseed=N}. */
class OneSeed {

  private final Path folder;

  OneSeed(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void printsItsLog() throws Exception {
    Path output = folder.resolve("log");
    String seed = Long.toString(Long.getLong("seed", 1));
    Process process = Jvm.start(SeedsMain.class, "", output, seed, "log");
    System.out.println(Jvm.await(process, output, Duration.ofHours(1)));
  }
}
