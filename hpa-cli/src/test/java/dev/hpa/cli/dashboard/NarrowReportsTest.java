package dev.hpa.cli.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.cli.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reports of all commands in Chromium, at the width of a phone. */
@Tag("thorough")
class NarrowReportsTest {

  private static final Path EXAMPLES =
      Path.of(System.getProperty("hpa.root", ".")).resolve("docs/examples");

  @TempDir private Path folder;

  @Test
  void nothingIsWiderThanAPhone() throws Exception {
    assumeTrue(Chromium.program().isPresent(), "Chromium is not installed");
    Path simulated =
        report(
            "simulate -f E/simulate/now.yaml -f E/simulate/calm.yaml -f E/simulate/hasty.yaml"
                + " --load E/simulate/day.csv");
    Path recommended =
        report(
            "recommend -f E/recommend/web.yaml --load E/recommend/week.csv --duration 48h --requests"
                + " --candidates 10");
    List<Path> pages =
        List.of(
            simulated,
            changed(simulated, NarrowReportsTest::addChanges),
            recommended,
            changed(recommended, NarrowReportsTest::addAutoscaler),
            report("demo --duration 2s --once"),
            report("conformance --only BOUNDS-1,BOUNDS-8"));
    try (Chromium chromium = new Chromium(folder.resolve("profile"))) {
      for (Path page : pages) {
        chromium.open(page.toUri());
        chromium.await("document.readyState === 'complete' && document.querySelector('footer')");
        chromium.eval("document.querySelectorAll('details').forEach(each => each.open = true)");
        assertEquals(List.of(), chromium.tooWide(), page.toString());
        assertEquals(List.of(), chromium.problems(), page.toString());
      }
    }
  }

  /** The page that a command writes; E is the folder of the examples. */
  private Path report(String command) {
    Path page = folder.resolve(command.split(" ")[0] + ".html");
    List<String> words =
        new ArrayList<>(Arrays.asList(command.replace("E/", EXAMPLES + "/").split(" ")));
    words.addAll(List.of("--report", page.toString()));
    Program run = Program.run("", words.toArray(String[]::new));
    assertEquals(0, run.status(), run.err());
    return page;
  }

  /** A copy of a page with other data. */
  private static Path changed(Path page, Consumer<ObjectNode> change) throws Exception {
    String html = Files.readString(page);
    int start = html.indexOf('{', html.indexOf("id=\"recording\""));
    int end = html.indexOf("</script>", start);
    ObjectNode data = (ObjectNode) Json.tree(html.substring(start, end));
    change.accept(data);
    return Files.writeString(
        page.resolveSibling("changed-" + page.getFileName()),
        html.substring(0, start) + Json.text(data).replace("<", "\\u003c") + html.substring(end));
  }

  /** As on the page of an incident. */
  private static void addChanges(ObjectNode data) {
    data.set(
        "changes",
        Json.tree(
            """
            [{"recorded": {"from": 9, "to": 10, "until": "2026-03-02T08:00:00Z"}, "replayed": null,
              "agreement": "only recorded", "event": null,
              "why": "the replay stays at 9: cpu 54 % is above 40 %, but not with unready pods"}]
            """));
  }

  /** As on the page of a fleet. */
  private static void addAutoscaler(ObjectNode data) {
    ArrayNode all = (ArrayNode) data.path("autoscalers");
    ObjectNode other = all.path(0).deepCopy();
    all.add(other.put("autoscaler", "payments/a-long-name-of-an-hpa-with-many-parts"));
  }
}
