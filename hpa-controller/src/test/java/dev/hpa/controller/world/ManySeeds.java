package dev.hpa.controller.world;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite of the profile {@code seeds}: any number of seeds, and all planted faults. */
class ManySeeds {

  private static final Duration LONGEST = Duration.ofDays(30);

  private final Path folder;

  ManySeeds(@TempDir Path folder) {
    this.folder = folder;
  }

  /** {@code -Dseeds=N} from {@code -Dseeds.first=N} on, in a process for each processor. */
  @Test
  void noSeedViolatesARule() throws Exception {
    long count = Long.getLong("seeds", 5_000);
    long first = Long.getLong("seeds.first", 1_000_000);
    int processes = Runtime.getRuntime().availableProcessors();
    List<Process> running = new ArrayList<>();
    for (int i = 0; i < processes; i++) {
      long from = first + count * i / processes;
      long until = first + count * (i + 1) / processes;
      running.add(
          Jvm.start(
              List.of(),
              SeedsMain.class,
              "",
              folder.resolve("seeds-" + i),
              from + "-" + (until - 1)));
    }
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < processes; i++) {
      all.append(Jvm.await(running.get(i), folder.resolve("seeds-" + i), LONGEST));
    }
    System.out.println(all);
    for (Process each : running) {
      assertEquals(0, each.exitValue(), all::toString);
    }
  }

  /** {@code -Dplanted.seeds=N} at most for each. */
  @Test
  void eachPlantedFaultIsFound() throws Exception {
    Path output = folder.resolve("planted");
    Process planted =
        Jvm.start(
            PlantedMain.class,
            "",
            output,
            Integer.toString(Integer.getInteger("planted.seeds", 300)));
    String table = Jvm.await(planted, output, LONGEST);
    System.out.println(table);
    assertEquals(0, planted.exitValue(), table);
  }
}
