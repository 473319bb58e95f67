package dev.hpa.cli.evaluate;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The page of public reports that options solve, made of the scenarios in {@code
 * docs/examples/open-upstream}. Each scenario reconciles one autoscaler twice: as upstream, and
 * with the option.
 */
final class OpenUpstreamPage {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root", "."));
  private static final String FOLDER = "docs/examples/open-upstream";
  private static final Pattern HEADER = Pattern.compile("(?m)^# ([a-z]+): (.+)$");
  private static final Pattern REPORT = Pattern.compile("([\\w.-]+)/([\\w.-]+)#(\\d+)");

  private OpenUpstreamPage() {}

  /**
   * A report with its scenario.
   *
   * @param file name of the file
   * @param fields the header of the file
   */
  record Report(String file, Map<String, String> fields) {

    static Report read(Path path) throws IOException {
      Map<String, String> fields = new HashMap<>();
      Matcher header = HEADER.matcher(Files.readString(path));
      while (header.find()) {
        fields.put(header.group(1), header.group(2));
      }
      return new Report(String.valueOf(path.getFileName()), fields);
    }

    String get(String field) {
      return requireNonNull(fields.get(field), () -> file + ": " + field);
    }

    @Nullable String find(String field) {
      return fields.get(field);
    }

    /** What the two reconciles of the scenario give, in the form of its header. */
    List<String> observed() {
      Program run =
          Program.run(
              "", "evaluate", "-o", "json", "-f", ROOT.resolve(FOLDER + "/" + file).toString());
      List<String> all = new ArrayList<>();
      for (String line : run.out().lines().toList()) {
        for (JsonNode step : Json.tree(line).path("steps")) {
          step.path("results").forEach(each -> all.add(shown(each)));
        }
      }
      return all;
    }

    private String shown(JsonNode result) {
      String pointer = find("shows");
      if (pointer != null) {
        return result.at(pointer).asText();
      }
      int current = result.at("/status/currentReplicas").asInt();
      return current + " → " + result.path("scale").asInt(current);
    }

    private String place() {
      Matcher report = REPORT.matcher(get("report"));
      return report.find()
          ? report.replaceAll("[$1/$2 $3](https://github.com/$1/$2/issues/$3)")
          : "Post-mortems";
    }

    private String anchor() {
      return get("title").toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
    }

    private String row() {
      return "| [%s](#%s) | %s | %s | %s | [`%s`](%s) |%n"
          .formatted(
              get("title"),
              anchor(),
              place(),
              get("without"),
              get("with"),
              get("option"),
              get("page"));
    }

    private String section() {
      String elsewhere = find("elsewhere");
      String real = find("real");
      return """

          ## %s

          %s: %s.

          ```
          ./hpa evaluate --trace -f %s/%s
          ```

          | as upstream | with [`%s`](%s) |
          |---|---|
          | %s | %s |
          """
              .formatted(
                  get("title"),
                  place(),
                  get("happens"),
                  FOLDER,
                  file,
                  get("option"),
                  get("page"),
                  get("without"),
                  get("with"))
          + (real == null
              ? ""
              : "\nkube-controller-manager " + real + " did the same in a run by hand.\n")
          + (elsewhere == null ? "" : "\nElsewhere: " + elsewhere + ".\n");
    }
  }

  static List<Report> reports() throws IOException {
    List<Report> reports = new ArrayList<>();
    try (Stream<Path> files = Files.list(ROOT.resolve(FOLDER))) {
      for (Path file : files.sorted().toList()) {
        reports.add(Report.read(file));
      }
    }
    reports.sort(Comparator.comparing(report -> report.get("title")));
    return reports;
  }

  static String made() throws IOException {
    StringBuilder page =
        new StringBuilder(
            """
            # Open upstream, solved here

            After reading this page you know which public reports about the HorizontalPodAutoscaler an option of this controller solves, and can see both behaviors.

            Without options the controller decides as kube-controller-manager does, also where that is the problem. Each report has a scenario, which `./test` runs:
            `evaluate` reconciles one HPA twice, as upstream and with the option. The page is generated from the
            [scenarios](%s).

            | problem | report | replicas as upstream | with the option | option |
            |---|---|---|---|---|
            """
                .formatted(FOLDER.replace("docs/", "") + "/"));
    List<Report> reports = reports();
    reports.forEach(report -> page.append(report.row()));
    reports.forEach(report -> page.append(report.section()));
    return page.toString();
  }
}
