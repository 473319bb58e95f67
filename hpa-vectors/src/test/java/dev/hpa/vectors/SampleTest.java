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
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The random timelines of this module are a sample of the full set. */
class SampleTest {

  private static final String SAMPLE = "/random.ndjson";

  private static List<String> lines(Vectors vectors, String file) {
    try (Stream<String> lines = vectors.lines(file)) {
      return lines.toList();
    }
  }

  /** Every timeline is in the sample for a pair that no shorter one has. */
  @ParameterizedTest
  @ValueSource(strings = {"decisions", "v1.37/decisions", "v1.38/decisions"})
  void noTimelineIsRedundant(String folder) {
    List<String> sample = lines(Vectors.bundled(), folder + SAMPLE);
    assertEquals(sample, TimelineSample.of(sample));
  }

  /**
   * With {@code -Dhpa.vectors=FOLDER}: the sample is the one of the full set. {@code
   * -Dhpa.vectors.rewrite=true} writes it.
   */
  @ParameterizedTest
  @ValueSource(strings = {"decisions", "v1.37/decisions", "v1.38/decisions"})
  @EnabledIfSystemProperty(named = Vectors.PROPERTY, matches = ".+")
  void sampleHasEveryPairOfTheFullSet(String folder) throws IOException {
    Vectors full = Vectors.configured();
    List<String> all = new ArrayList<>();
    for (String file : full.files(folder)) {
      if (file.contains("random")) {
        all.addAll(lines(full, file));
      }
    }
    List<String> expected = TimelineSample.of(all);
    if (Boolean.getBoolean("hpa.vectors.rewrite")) {
      write(folder, expected);
    } else {
      assertEquals(expected, lines(Vectors.bundled(), folder + SAMPLE));
      Set<String> pairs = new HashSet<>();
      expected.forEach(each -> pairs.addAll(TimelineSample.pairs(each)));
      Set<String> missing = new HashSet<>();
      all.forEach(each -> missing.addAll(TimelineSample.pairs(each)));
      missing.removeAll(pairs);
      assertEquals(Set.of(), missing);
    }
  }

  private static void write(String folder, List<String> lines) throws IOException {
    Path file =
        Path.of(System.getProperty("hpa.root", ".."))
            .resolve("hpa-vectors/src/main/resources/dev/hpa/vectors/" + folder + SAMPLE + ".gz");
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
