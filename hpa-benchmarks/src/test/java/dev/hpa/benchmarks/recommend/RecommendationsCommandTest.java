package dev.hpa.benchmarks.recommend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.output.OutputOption;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RecommendationsCommandTest {

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = new CommandLine(new RecommendationsCommand());
    OutputOption.describe(line);
    return line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
  }

  /** Days with the same slow wave, a sample every 5 minutes. */
  private Path wave(int days) throws Exception {
    StringBuilder csv = new StringBuilder("seconds,requests\n");
    for (int second = 0; second <= days * 86_400; second += 300) {
      csv.append(second).append(',').append(100 + 90 * Math.sin(second * Math.PI / 43_200));
      csv.append('\n');
    }
    Path file = folder.resolve("wave.csv.gz");
    try (OutputStream compressed = new GZIPOutputStream(Files.newOutputStream(file))) {
      compressed.write(csv.toString().getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  @Tag("thorough")
  @Test
  void theSecondHalfJudgesWhatTheFirstFound() throws Exception {
    run("--load", wave(4).toString(), "--candidates", "30", "--pods", "5", "-o", "json");
    JsonNode results = Json.tree(out.toString());
    assertEquals(2, results.size(), err.toString());
    for (JsonNode each : results) {
      assertEquals("wave", each.path("load").asText());
      assertEquals(2, each.path("days").asDouble());
      assertTrue(each.path("defaults").path("podHoursPerDay").asDouble() > 24, each.toString());
    }
  }

  @Test
  void whatIsNoLoadIsNamed() throws Exception {
    assertEquals(2, run("--load", wave(3).toString()));
    assertTrue(err.toString().contains("wave.csv.gz: has less than 4 days"), err.toString());
    Path wrong = Files.writeString(folder.resolve("wrong.csv"), "seconds,value\n0,1\n15;2\n");
    assertEquals(2, run("--load", wrong.toString()));
    assertTrue(
        err.toString().contains("wrong.csv, line 3: \"15;2\" is not SECONDS,VALUE"),
        err.toString());
  }
}
