package dev.hpa.benchmarks.recommend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.benchmarks.setup.JavaCommand;
import dev.hpa.benchmarks.setup.RunFolder;
import dev.hpa.cli.Main;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.output.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa bench recommend}: recommendations for recorded loads. */
@Command(
    name = "recommend",
    description = {
      "Search settings with the first half of each load, and compare them with the defaults of"
          + " Kubernetes in the second half, which the search has not seen.",
      "",
      "A load is a CSV file of seconds and values in any unit, also compressed (.csv.gz). It is"
          + " scaled so that it keeps --pods pods busy in all but the busiest 1 %% of the time. The"
          + " HPA has the defaults of autoscaling/v2: minReplicas 1, CPU at 80 %% of the request."
    },
    footer = {
      "",
      "Exit status: 0 success; 1 a recommendation does not beat the defaults; 2 usage error, or an"
          + " unusable file.",
      "",
      "Example:",
      "  hpa bench recommend --load nasa.csv.gz --load twitter.csv.gz"
    })
public final class RecommendationsCommand implements Callable<Integer> {

  /** What a pod of the workload requests, and may use at most, in cores. */
  private static final double REQUEST = 0.5;

  private static final List<Double> LIMITS = List.of(0.5, 1.0);

  @Spec private CommandSpec spec;

  @Option(
      names = "--load",
      required = true,
      paramLabel = "FILE",
      description = "A recorded load; repeatable.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--pods",
      paramLabel = "N",
      defaultValue = "20",
      description = "Pods that the load keeps busy (default: ${DEFAULT-VALUE}).")
  private int pods;

  @Option(
      names = "--candidates",
      paramLabel = "N",
      defaultValue = "400",
      description = "Most settings to replay (default: ${DEFAULT-VALUE}).")
  private int candidates;

  @Mixin private OutputOption output = OutputOption.of(OutputFormat.TEXT, OutputFormat.JSON);

  /** Used by picocli. */
  @SuppressWarnings("NullAway.Init")
  public RecommendationsCommand() {}

  @Override
  public Integer call() throws IOException {
    if (pods < 1) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--pods: " + pods + " is not positive; use a number such as 20");
    }
    ArrayNode results = JsonNodeFactory.instance.arrayNode();
    try (RunFolder folder = RunFolder.create("hpa-recommend")) {
      for (Path file : files) {
        HeldLoad load = read(file);
        Path demand = folder.path().resolve(load.name() + ".csv");
        load.write(demand, pods * REQUEST / load.busy());
        for (double limit : LIMITS) {
          progress("%s, limit %s: %.1f days".formatted(load.name(), limit, load.days()));
          results.add(run(load.name(), demand, limit, folder.path().resolve("hpa.yaml")));
        }
      }
    }
    if (output.format() == OutputFormat.JSON) {
      spec.commandLine().getOut().println(results.toPrettyString());
    } else {
      print(results);
    }
    spec.commandLine().getOut().flush();
    boolean all = results.valueStream().allMatch(each -> each.path("beatsDefaults").asBoolean());
    return all ? ExitStatus.SUCCESS : ExitStatus.FAILED;
  }

  private HeldLoad read(Path file) {
    try {
      HeldLoad load = HeldLoad.read(file);
      if (load.days() < 4 || load.busy() <= 0) {
        throw new IOException(
            file + ": has less than 4 days, or no load in its first half; record a longer one");
      }
      return load;
    } catch (IOException unusable) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--load: " + unusable.getMessage(), unusable);
    }
  }

  private void progress(String text) {
    spec.commandLine().getErr().println(text);
    spec.commandLine().getErr().flush();
  }

  private ObjectNode run(String name, Path demand, double limit, Path manifest) throws IOException {
    Files.writeString(manifest, manifest(limit));
    Path settings = Files.writeString(manifest.resolveSibling("settings.yaml"), "verify: 50%\n");
    List<String> command =
        JavaCommand.of(
            Main.class.getName(),
            List.of(),
            List.of(
                "recommend",
                "--filename=" + manifest,
                "--load=" + demand,
                "--config=" + settings,
                "--readiness-delay=30s",
                "--capacity=" + limit,
                "--candidates=" + candidates,
                "--output=json"));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String json = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int begin = json.indexOf('{');
    if (begin < 0) {
      throw new IOException("hpa recommend printed no result");
    }
    return result(name, limit, Json.tree(json.substring(begin)));
  }

  private String manifest(double limit) {
    return String.format(
        Locale.ROOT,
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers:
              - {name: web, image: web, resources: {requests: {cpu: %s}, limits: {cpu: %s}}}
        ---
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: web}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
          maxReplicas: %d
        """,
        REQUEST,
        limit,
        4 * pods);
  }

  /** The held-back half of a load with the defaults, and with the proposed recommendation. */
  private static ObjectNode result(String name, double limit, JsonNode analysis) {
    JsonNode before = analysis.path("today").path("verified");
    String proposed = analysis.path("proposed").asText();
    JsonNode chosen =
        analysis
            .path("recommendations")
            .valueStream()
            .filter(each -> each.path("name").asText().equals(proposed))
            .findFirst()
            .orElse(JsonNodeFactory.instance.objectNode());
    JsonNode after = chosen.path("verified");
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("load", name).put("limit", limit);
    result.put("days", analysis.path("load").path("verifiedDays").asDouble());
    result.set("defaults", before);
    result.put("proposed", proposed);
    result.set("recommended", after);
    result.set("changes", chosen.path("changes"));
    result.put("reason", analysis.path("reason").asText());
    return result.put("beatsDefaults", beats(after, before, analysis.path("goal")));
  }

  /** Whether the goal is met for less, or met at all where the defaults miss it. */
  private static boolean beats(JsonNode after, JsonNode before, JsonNode goal) {
    if (!after.path("meetsGoal").asBoolean()) {
      return false;
    }
    boolean isMetBefore =
        before.path("unserved").asDouble() <= goal.path("maxUnserved").asDouble()
            && before.path("flapsPerDay").asDouble() <= goal.path("maxFlapsPerDay").asDouble();
    return !isMetBefore
        || after.path("podHoursPerDay").asDouble() < before.path("podHoursPerDay").asDouble();
  }

  private void print(ArrayNode results) {
    TextTable table =
        TextTable.ofFigures(
            List.of(
                "LOAD",
                "LIMIT",
                "SETTING",
                "DAYS",
                "POD-HOURS/DAY",
                "UNSERVED",
                "UNDER θ, τ",
                "OVER θ, τ",
                "FLAPS/DAY",
                "AT MAX",
                "BETTER"));
    List<String> changes = new ArrayList<>();
    for (JsonNode each : results) {
      String name = each.path("load").asText();
      String limit = each.path("limit").asText();
      String days = String.format(Locale.ROOT, "%.0f", each.path("days").asDouble());
      table.row(row(name, limit, "defaults", days, each.path("defaults"), ""));
      String proposed = each.path("proposed").asText();
      boolean isBetter = each.path("beatsDefaults").asBoolean();
      table.row(row("", "", proposed, "", each.path("recommended"), isBetter ? "yes" : "no"));
      changes.add(
          "%s, limit %s: %s"
              .formatted(
                  name,
                  limit,
                  each.path("changes").isEmpty()
                      ? each.path("reason").asText()
                      : String.join(
                          ", ",
                          each.path("changes")
                              .valueStream()
                              .map(
                                  change ->
                                      "%s %s → %s"
                                          .formatted(
                                              change.path("name").asText(),
                                              change.path("from").asText(),
                                              change.path("to").asText()))
                              .toList())));
    }
    PrintWriter out = spec.commandLine().getOut();
    table.print(out);
    out.println();
    changes.forEach(out::println);
  }

  private static List<String> row(
      String load, String limit, String setting, String days, JsonNode figures, String better) {
    return List.of(
        load,
        limit,
        setting,
        days,
        String.format(Locale.ROOT, "%.0f", figures.path("podHoursPerDay").asDouble()),
        percent(figures.path("unserved").asDouble()),
        part(figures, "under"),
        part(figures, "over"),
        String.format(Locale.ROOT, "%.1f", figures.path("flapsPerDay").asDouble()),
        percent(figures.path("atMax").asDouble()),
        better);
  }

  private static String part(JsonNode figures, String name) {
    JsonNode elasticity = figures.path("elasticity");
    return percent(elasticity.path(name).asDouble())
        + ", "
        + percent(elasticity.path(name + "Time").asDouble());
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.3f %%", 100 * share);
  }
}
