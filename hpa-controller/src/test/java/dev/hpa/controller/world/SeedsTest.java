package dev.hpa.controller.world;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
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
      "1-97,2000045,4000037,2181105608,3455841135,872533361,3990280924,50080";

  private static final int FRESH = Integer.getInteger("seeds.fresh", 200);
  private static final Duration LONGEST = Duration.ofMinutes(30);

  private final Path folder;

  SeedsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** A change of main code draws other fresh ones, so that a build can be repeated. */
  @Test
  void noSeedViolatesARule() throws Exception {
    boolean hasFixed = !"false".equals(System.getProperty("seeds.fixed"));
    long first = ofSources() + (hasFixed ? 0 : FRESH);
    long half = first + (hasFixed ? FRESH / 4 : FRESH / 2);
    String earlier = (hasFixed ? FIXED + "," : "") + first + "-" + (half - 1);
    String later = half + "-" + (first + FRESH - 1);
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

  /** A number that depends on all sources of main code. */
  private static long ofSources() throws IOException {
    CRC32 sum = new CRC32();
    try (Stream<Path> modules = Files.list(Path.of(System.getProperty("hpa.root")))) {
      for (Path module : modules.sorted().toList()) {
        Path sources = module.resolve("src/main/java");
        if (Files.isDirectory(sources)) {
          try (Stream<Path> all = Files.walk(sources)) {
            for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
              sum.update(Files.readAllBytes(each));
            }
          }
        }
      }
    }
    return sum.getValue();
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
