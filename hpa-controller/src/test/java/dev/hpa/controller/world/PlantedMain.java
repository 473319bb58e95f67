package dev.hpa.controller.world;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plants each fault of the list into the controller, in a separate process, and runs seeds until
 * one finds it: {@code SEEDS [NAME…]}. Writes the table of {@code docs/testing.md}.
 */
final class PlantedMain {

  private static final Pattern FOUND = Pattern.compile("(?m)^seed (\\d+): \\[(\\w+) ");
  private static final Duration LONGEST = Duration.ofMinutes(15);

  private PlantedMain() {}

  /**
   * How a fault was found.
   *
   * @param seed the first that violated a rule; 0 if none did
   */
  private record Finding(PlantedFault fault, int seed, String rule) {

    String row() {
      return "| `%s` | %s | %s | %s |"
          .formatted(
              fault.name(),
              fault.description(),
              seed == 0 ? "not found" : Integer.toString(seed),
              seed == 0 ? "" : "`" + rule + "`");
    }
  }

  public static void main(String[] arguments) throws Exception {
    int seeds = Integer.parseInt(arguments[0]);
    List<String> names = List.of(arguments).subList(1, arguments.length);
    long begun = System.nanoTime();
    List<Finding> findings = new ArrayList<>();
    try (ExecutorService two = Executors.newFixedThreadPool(2)) {
      List<Future<Finding>> runs = new ArrayList<>();
      for (PlantedFault fault : PlantedFault.all()) {
        if (names.isEmpty() || names.contains(fault.name())) {
          runs.add(two.submit(() -> find(fault, seeds)));
        }
      }
      System.out.println("| fault | | seeds | rule |\n|---|---|---|---|");
      for (Future<Finding> each : runs) {
        Finding finding = each.get();
        System.out.println(finding.row());
        findings.add(finding);
      }
    }
    long found = findings.stream().filter(each -> each.seed() > 0).count();
    System.out.printf(
        "%d of %d faults found in %.1f minutes%n",
        found, findings.size(), (System.nanoTime() - begun) / 6e10);
    boolean isAnyMissed =
        findings.stream().anyMatch(each -> each.seed() == 0 && !each.fault().isOpen());
    System.exit(isAnyMissed ? 1 : 0);
  }

  private static Finding find(PlantedFault fault, int seeds)
      throws IOException, InterruptedException {
    Path classes = Files.createTempDirectory("planted");
    Path output = classes.resolve("output");
    try {
      fault.compile(Path.of(System.getProperty("hpa.root", "..")), classes);
      Process process =
          Jvm.start(SeedsMain.class, classes.toString(), output, "1-" + seeds, "until");
      String written = Jvm.await(process, output, LONGEST);
      Matcher found = FOUND.matcher(written);
      return found.find()
          ? new Finding(fault, Integer.parseInt(found.group(1)), found.group(2))
          : new Finding(fault, 0, "");
    } finally {
      delete(classes);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
