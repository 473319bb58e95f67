package dev.hpa.cli.fuzz;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.cli.HpaCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged files for every command that reads one: the command exits with one of its documented
 * statuses and prints no stack trace.
 */
@Tag("security")
class FileFuzzTest {

  /** Fewer than for decoders, because a command takes longer. */
  private static final int INPUTS = Integer.getInteger("fuzz.inputs", 2_000) / 10;

  private static final long SEED = Long.getLong("fuzz.seed", 20_261_122L);

  @TempDir private Path folder = Path.of("");

  private record Target(String name, List<byte[]> corpus, List<String> arguments) {}

  private record Ended(int status, String out, String err) {}

  @TestFactory
  Stream<DynamicTest> damagedFilesAreReportedInPlainText() throws Exception {
    Path hpa = Files.write(folder.resolve("hpa.json"), Corpus.AUTOSCALERS.getFirst());
    List<byte[]> objects = new ArrayList<>(Corpus.AUTOSCALERS);
    objects.addAll(Corpus.PODS);
    return Stream.of(
            new Target("lint", objects, List.of("lint", "-f", "-")),
            new Target("convert", objects, List.of("convert", "--to", "autoscaling/v1", "-f", "-")),
            new Target("evaluate", Corpus.SCENARIOS, List.of("evaluate", "-f", "-")),
            new Target(
                "simulate CSV",
                Corpus.CSV,
                List.of("simulate", "-f", hpa.toString(), "--load", "-", "--duration", "1m")),
            new Target(
                "simulate Prometheus",
                Corpus.PROMETHEUS,
                List.of("simulate", "-f", hpa.toString(), "--load", "-", "--duration", "1m")))
        .map(target -> DynamicTest.dynamicTest(target.name(), () -> attack(target)));
  }

  private static void attack(Target target) {
    Mutations mutations = new Mutations(SEED, target.corpus());
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = mutations.next();
      Ended ended = run(input, target.arguments());
      String shown =
          "input %d of seed %d: %s: %s"
              .formatted(i, SEED, Base64.getEncoder().encodeToString(input), ended);
      assertTrue(ended.status() >= 0 && ended.status() <= 2, shown);
      assertFalse(ended.err().contains("\tat "), shown);
      assertFalse(ended.err().contains("Exception"), shown);
      assertFalse(ended.err().contains("StackOverflowError"), shown);
    }
  }

  private static Ended run(byte[] input, List<String> arguments) {
    InputStream in = System.in;
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream reported = new ByteArrayOutputStream();
    try {
      System.setIn(new ByteArrayInputStream(input));
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(reported, true, StandardCharsets.UTF_8));
      int status = HpaCommand.execute(arguments.toArray(String[]::new));
      return new Ended(
          status,
          printed.toString(StandardCharsets.UTF_8),
          reported.toString(StandardCharsets.UTF_8));
    } finally {
      System.setIn(in);
      System.setOut(out);
      System.setErr(err);
    }
  }
}
