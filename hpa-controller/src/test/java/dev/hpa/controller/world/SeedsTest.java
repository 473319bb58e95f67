package dev.hpa.controller.world;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole controllers in a deterministic world: see {@code docs/testing.md}. */
@Timeout(value = 40, unit = TimeUnit.MINUTES)
@Tag("security")
class SeedsTest {

  private static final String FIXED = "12";
  private static final String FRESH = "8";
  private static final Duration LONGEST = Duration.ofMinutes(30);

  private final Path folder;

  SeedsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** The fresh ones are others each time; a failure names its seed. */
  @Test
  void noSeedViolatesARule() throws Exception {
    long first = System.nanoTime() & 0xFFFF_FFFFL;
    Path ofFixed = folder.resolve("fixed");
    Path ofFresh = folder.resolve("fresh");
    Process fixed = Jvm.start(SeedsMain.class, "", ofFixed, "1", FIXED);
    Process fresh = Jvm.start(SeedsMain.class, "", ofFresh, Long.toString(first), FRESH);
    String result = Jvm.await(fixed, ofFixed, LONGEST) + Jvm.await(fresh, ofFresh, LONGEST);
    System.out.println("fresh seeds from " + first + "\n" + result);
    assertEquals(0, fixed.waitFor(), result);
    assertEquals(0, fresh.waitFor(), result);
  }

  @Test
  void aSeedRepeatsItsRunByteForByte() throws Exception {
    String first = log("14", "first");
    assertEquals(first, log("14", "second"));
  }

  private String log(String seed, String name) throws IOException, InterruptedException {
    Path output = folder.resolve(name);
    String text = Jvm.await(Jvm.start(SeedsMain.class, "", output, seed, "log"), output, LONGEST);
    Files.delete(output);
    return text;
  }
}
