package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The dashboard and the alerts select families and labels of docs/metrics.md, which another test
 * compares with the exported families.
 */
class MonitoringTest {

  /** The job of the controller in Prometheus. */
  static final String JOB = "hpa-controller";

  private static final Path ROOT = Path.of(System.getProperty("hpa.root"));
  private static final Path MONITORING = ROOT.resolve("deploy/monitoring");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_]+)` \\| \\w+ \\| (.*?) \\|");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");
  private static final Pattern SERIES = Pattern.compile("\\b([a-z]+_[a-z_]+)\\b(\\{([^}]*)})?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)");
  private static final Pattern GROUPING =
      Pattern.compile("\\b(by|without|on|ignoring) ?\\(([^)]*)\\)");
  private static final Pattern LEGEND = Pattern.compile("\\{\\{ *(\\w+) *}}");
  private static final Pattern ANNOTATION = Pattern.compile("\\$labels\\.(\\w+)");
  private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");

  /** Labels that Prometheus adds. */
  private static final Set<String> OF_TARGETS = Set.of("job", "instance", "pod");

  private static final Map<String, Set<String>> LABELS = new HashMap<>();

  @BeforeAll
  static void readFamilies() throws IOException {
    ROW.matcher(Files.readString(ROOT.resolve("docs/metrics.md")))
        .results()
        .forEach(row -> LABELS.put(row.group(1), found(NAME, row.group(2))));
    LABELS.put("jvm_memory_used_bytes", Set.of("area", "id"));
    assertTrue(LABELS.size() > 50, () -> "only " + LABELS.size() + " families were found");
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult each) -> each.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The labels that the result of a query may have, after its selectors are checked. */
  private static Set<String> checkedLabels(String query, List<String> errors) {
    String bare = query.replaceAll("\"[^\"]*\"", "\"\"");
    Matcher groupings = GROUPING.matcher(bare);
    Set<String> available = new TreeSet<>(OF_TARGETS);
    Matcher series = SERIES.matcher(groupings.replaceAll(""));
    while (series.find()) {
      String name = series.group(1);
      String family = LABELS.containsKey(name) ? name : name.replaceAll("_[a-z]+$", "");
      if (!LABELS.containsKey(family)) {
        continue;
      }
      Set<String> labels = new TreeSet<>(LABELS.get(family));
      labels.addAll(OF_TARGETS);
      if (name.endsWith("_bucket")) {
        labels.add("le");
      }
      available.addAll(labels);
      for (String each : found(MATCHER, series.group(3) == null ? "" : series.group(3))) {
        if (!labels.contains(each)) {
          errors.add("label \"%s\" of %s: %s".formatted(each, name, query));
        }
      }
    }
    Set<String> grouped = new TreeSet<>();
    groupings.reset();
    boolean aggregated = false;
    while (groupings.find()) {
      for (String each : groupings.group(2).split(",")) {
        if (!each.isBlank() && !available.contains(each.strip())) {
          errors.add("label \"%s\": %s".formatted(each.strip(), query));
        }
        if (groupings.group(1).equals("by")) {
          aggregated = true;
          grouped.add(each.strip());
        }
      }
    }
    return aggregated ? grouped : available;
  }

  @Test
  void theDashboardUsesExistingLabels() throws IOException {
    JsonNode dashboard =
        Json.tree(Files.readAllBytes(MONITORING.resolve("grafana-dashboard.json")));
    List<String> errors = new ArrayList<>();
    int queries = 0;
    for (JsonNode target : dashboard.findParents("expr")) {
      Set<String> labels = checkedLabels(target.path("expr").asText(), errors);
      for (String each : found(LEGEND, target.path("legendFormat").asText())) {
        if (!labels.contains(each)) {
          errors.add("legend \"%s\": %s".formatted(each, target.path("expr").asText()));
        }
      }
      queries++;
    }
    for (String each : dashboard.path("templating").findValuesAsText("definition")) {
      Matcher values = LABEL_VALUES.matcher(each);
      assertTrue(values.matches(), each);
      if (!checkedLabels(values.group(1), errors).contains(values.group(2))) {
        errors.add("label \"%s\": %s".formatted(values.group(2), each));
      }
    }
    assertTrue(queries > 15, "only " + queries + " queries were found");
    assertEquals(List.of(), errors);
  }

  @Test
  void everyDashboardQuerySelectsTheJob() throws IOException {
    for (String each :
        Json.tree(Files.readAllBytes(MONITORING.resolve("grafana-dashboard.json")))
            .findValuesAsText("expr")) {
      assertSelects("job=~\"$job\"", each);
    }
  }

  @Test
  void alertsUseExistingLabels() throws IOException {
    List<String> errors = new ArrayList<>();
    for (JsonNode alert : alerts()) {
      Set<String> labels = checkedLabels(alert.path("expr").asText(), errors);
      for (String each : found(ANNOTATION, alert.path("annotations").toString())) {
        if (!labels.contains(each)) {
          errors.add("$labels.%s: %s".formatted(each, alert.path("alert").asText()));
        }
      }
    }
    assertEquals(List.of(), errors);
  }

  @Test
  void unknownLabelsAreErrors() {
    List<String> errors = new ArrayList<>();
    checkedLabels("sum by (kind) (hpa_provider_waiting{job=\"x\",resource=\"y\"})", errors);
    assertEquals(2, errors.size(), errors::toString);
  }

  @Test
  void everySelectorOfAnAlertHasTheJob() throws IOException {
    for (JsonNode each : alerts()) {
      assertSelects("job=\"" + JOB + "\"", each.path("expr").asText());
    }
  }

  private static void assertSelects(String matcher, String query) {
    Matcher series = SERIES.matcher(query);
    int selected = 0;
    while (series.find()) {
      String family = series.group(1);
      if (LABELS.containsKey(family) || LABELS.containsKey(family.replaceAll("_[a-z]+$", ""))) {
        assertTrue(String.valueOf(series.group(3)).contains(matcher), query);
        selected++;
      }
    }
    assertTrue(selected > 0, query);
  }

  @Test
  void everyAlertLinksASectionOfTheManual() throws IOException {
    for (JsonNode each : alerts()) {
      String[] link = each.at("/annotations/runbook_url").asText().split("#", 2);
      assertEquals(2, link.length, each.path("alert").asText());
      Path page = ROOT.resolve(link[0]);
      assertTrue(Files.isRegularFile(page), link[0]);
      assertTrue(fragments(page).contains(link[1]), () -> String.join("#", link));
    }
  }

  private static Set<String> fragments(Path page) throws IOException {
    try (Stream<String> lines = Files.lines(page)) {
      return lines
          .filter(each -> each.startsWith("#"))
          .map(each -> each.replaceFirst("^#+ +", "").toLowerCase(Locale.ROOT))
          .map(each -> each.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void alertsNameTheLease() throws IOException {
    for (JsonNode each : alerts()) {
      if (each.path("expr").asText().contains("leader_election_master_status")) {
        assertTrue(
            each.at("/annotations/summary").asText().contains("hpa-system/hpa-controller"),
            each.path("alert").asText());
      }
    }
  }

  @Test
  void theManualListsEveryAlertAndItsSeverity() throws IOException {
    Set<String> expected =
        alerts().stream()
            .map(each -> each.path("alert").asText() + " " + each.at("/labels/severity").asText())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> documented =
        Pattern.compile("(?m)^\\| `(Hpa\\w+)` \\| (\\w+) \\|")
            .matcher(Files.readString(ROOT.resolve("docs/metrics.md")))
            .results()
            .map(row -> row.group(1) + " " + row.group(2))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(expected, documented);
  }

  private static List<JsonNode> alerts() throws IOException {
    List<JsonNode> alerts =
        new YAMLMapper().readTree(MONITORING.resolve("alerts.yaml").toFile()).findParents("alert");
    assertTrue(alerts.size() >= 8, () -> "only " + alerts.size() + " alerts were found");
    return alerts;
  }
}
