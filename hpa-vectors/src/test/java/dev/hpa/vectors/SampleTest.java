package dev.hpa.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The random timelines of this module are a sample of the full set. */
class SampleTest {

  private static final String SAMPLE = "decisions/random.ndjson";

  private static List<String> lines(Vectors vectors, String file) {
    try (Stream<String> lines = vectors.lines(file)) {
      return lines.toList();
    }
  }

  /** Every timeline is in the sample for a pair that no shorter one has. */
  @Test
  void noTimelineIsRedundant() {
    List<String> sample = lines(Vectors.bundled(), SAMPLE);
    assertEquals(sample, TimelineSample.of(sample));
  }

  /**
   * With {@code -Dhpa.vectors=FOLDER}: the sample is the one of the full set. {@code
   * -Dhpa.vectors.rewrite=true} writes it.
   */
  @Test
  @EnabledIfSystemProperty(named = Vectors.PROPERTY, matches = ".+")
  void sampleHasEveryPairOfTheFullSet() throws IOException {
    Vectors full = Vectors.configured();
    List<String> all = new ArrayList<>();
    for (String file : full.files("decisions")) {
      if (file.contains("random")) {
        all.addAll(lines(full, file));
      }
    }
    List<String> expected = TimelineSample.of(all);
    if (Boolean.getBoolean("hpa.vectors.rewrite")) {
      write(expected);
    } else {
      assertEquals(expected, lines(Vectors.bundled(), SAMPLE));
      Set<String> pairs = new HashSet<>();
      expected.forEach(each -> pairs.addAll(TimelineSample.pairs(each)));
      Set<String> missing = new HashSet<>();
      all.forEach(each -> missing.addAll(TimelineSample.pairs(each)));
      missing.removeAll(pairs);
      assertEquals(Set.of(), missing);
    }
  }

  private static void write(List<String> lines) throws IOException {
    Path file =
        Path.of(System.getProperty("hpa.root", ".."))
            .resolve("hpa-vectors/src/main/resources/dev/hpa/vectors/" + SAMPLE + ".gz");
    Files.createDirectories(file.resolveSibling("."));
    try (OutputStream out = new BestCompression(Files.newOutputStream(file))) {
      for (String line : lines) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static final class BestCompression extends GZIPOutputStream {
    BestCompression(OutputStream out) throws IOException {
      super(out);
      def.setLevel(9);
    }
  }
}
