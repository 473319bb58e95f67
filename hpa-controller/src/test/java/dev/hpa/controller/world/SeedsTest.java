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

  /** The first ones, and those that have failed once. */
  private static final String FIXED = "1-80,2000045,4000037,2181105608";

  private static final int FRESH = 160;
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
    String others = first + "-" + (first + FRESH - 1);
    Process fixed = Jvm.start(SeedsMain.class, "", ofFixed, FIXED);
    Process fresh = Jvm.start(SeedsMain.class, "", ofFresh, others);
    String result = Jvm.await(fixed, ofFixed, LONGEST);
    String resultOfFresh = Jvm.await(fresh, ofFresh, LONGEST);
    System.out.println(result + "fresh seeds " + others + "\n" + resultOfFresh);
    assertEquals(0, fixed.waitFor(), result);
    assertEquals(
        0,
        fresh.waitFor(),
        () -> resultOfFresh + "when it is corrected, add each that failed to SeedsTest.FIXED");
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
