package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Queries of the CPU and the memory of containers in pages, dashboards and help count each
 * container of the pods of one workload once.
 */
class PrometheusQueriesTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root"));
  private static final Pattern SERIES =
      Pattern.compile("container_(?:cpu|memory)_\\w+(?:\\{(?:[^}\"]|\"[^\"]*\")*})?");

  private static final Pattern NAME_ALONE = Pattern.compile("`container_\\w+`");

  /** What is wrong with the series of a text, one line each. */
  private static List<String> problems(String text) {
    List<String> problems = new ArrayList<>();
    Matcher series = SERIES.matcher(NAME_ALONE.matcher(text.replace("\\\"", "\"")).replaceAll(""));
    while (series.find()) {
      String each = series.group();
      if (!each.contains("container!=\"\"") || !each.contains("image!=\"\"")) {
        problems.add("counts pods and their containers: " + each);
      }
      if (!each.contains("namespace=\"")) {
        problems.add("counts all namespaces: " + each);
      }
      if (!each.contains("-[a-z0-9]+-[a-z0-9]{5}\"") || each.contains(".*")) {
        problems.add("matches pods of other workloads: " + each);
      }
      if (each.startsWith("container_memory") && !each.contains("_working_set_bytes{")) {
        problems.add("is not the memory that metrics-server reports: " + each);
      }
    }
    return problems;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum(rate(container_cpu_usage_seconds_total[5m]))",
        "sum(rate(container_cpu_usage_seconds_total{pod=~\"web-.*\"}[5m]))",
        "container_memory_usage_bytes{namespace=\"shop\",pod=~\"web-[a-z0-9]+-[a-z0-9]{5}\",container!=\"\",image!=\"\"}"
      })
  void wrongQueriesAreFound(String query) {
    assertFalse(problems(query).isEmpty());
    assertFalse(problems("\"" + query.replace("\"", "\\\"") + "\"").isEmpty());
  }

  @Test
  void queriesOfPagesAreRight() throws IOException {
    int found = 0;
    for (String folder : List.of("docs", "deploy", ".")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder), folder.equals(".") ? 2 : 20)) {
        for (Path file : files.filter(PrometheusQueriesTest::isPage).toList()) {
          String text = Files.readString(file);
          assertEquals(List.of(), problems(text), file.toString());
          found += (int) SERIES.matcher(text).results().count();
        }
      }
    }
    assertTrue(found >= 3, found + " queries");
  }

  private static boolean isPage(Path file) {
    return Files.isRegularFile(file)
        && file.toString().matches(".*\\.(md|yaml|json)")
        && !file.toString().contains("/target/")
        && !file.toString().contains("/.git/");
  }

  @Test
  void queriesOfHelpAreRight() {
    int found = 0;
    for (String command : HpaCommand.allCommands().getSubcommands().keySet()) {
      String help = Program.run("", command, "--help").out();
      assertEquals(List.of(), problems(help), command);
      found += (int) SERIES.matcher(help).results().count();
    }
    assertTrue(found >= 1, found + " queries");
  }
}
