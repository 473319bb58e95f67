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
@Tag("seeds")
class SeedsTest {

  /** The first ones, and those that have failed once; {@code -Dseeds.fixed=false} omits them. */
  private static final String FIXED =
      "1-97,2000045,4000037,2181105608,3455841135,872533361,3990280924,50080,60348,"
          + "3893958151,70564,1000062,1000455,1000562,1000940,1001231";

  private static final int FURTHER = Integer.getInteger("seeds.further", 200);

  /** The first of the further ones; 0 to draw others each time. */
  private static final long FIRST = Long.getLong("seeds.first", 98);

  private static final Duration LONGEST = Duration.ofMinutes(30);

  private final Path folder;

  SeedsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** A failure names its seed. */
  @Test
  void noSeedViolatesARule() throws Exception {
    boolean hasFixed = !"false".equals(System.getProperty("seeds.fixed"));
    long first = FIRST == 0 ? System.nanoTime() & 0xFFFF_FFFFL : FIRST;
    long half = first + (hasFixed ? FURTHER / 4 : FURTHER / 2);
    String earlier = (hasFixed ? FIXED + "," : "") + first + "-" + (half - 1);
    String later = half + "-" + (first + FURTHER - 1);
    Process one = Jvm.start(SeedsMain.class, "", folder.resolve("one"), earlier);
    Process other = Jvm.start(SeedsMain.class, "", folder.resolve("other"), later);
    String result =
        "seeds %s\n%s".formatted(earlier, Jvm.await(one, folder.resolve("one"), LONGEST))
            + "seeds %s\n%s".formatted(later, Jvm.await(other, folder.resolve("other"), LONGEST));
    System.out.println(result);
    assertEquals(
        0,
        one.waitFor() + other.waitFor(),
        () -> result + "when it is corrected, add each that failed to SeedsTest.FIXED");
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
