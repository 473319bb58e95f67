package dev.hpa.cli.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.SafeText;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.Flag;
import dev.hpa.app.cli.ProviderFlags;
import dev.hpa.app.logging.Logging;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.FlagOptions;
import dev.hpa.cli.commands.Subcommand;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.OutputOption;
import dev.hpa.cli.output.TextTable;
import dev.hpa.cli.output.YamlText;
import dev.hpa.controller.plugins.DiscoveredPlugin;
import dev.hpa.controller.plugins.PluginRegistry;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.plugins.Providers;
import dev.hpa.controller.plugins.SecretSettings;
import dev.hpa.spi.Forecaster;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ScaleClientFactory;
import dev.hpa.spi.Setting;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hpa plugins}: lists plug-ins and queries them. */
@Command(
    name = "plugins",
    modelTransformer = FlagOptions.class,
    description = {
      "List the discovered metric providers, scale clients and forecasters with their origin, the"
          + " metrics, API groups or options they serve, and their settings.",
      "",
      "Takes the same flags as `hpa run`. Names, routes and settings are validated; no provider"
          + " is"
          + " created or connected.",
      "",
      "--probe creates the providers and reads one metric, without a cluster."
    },
    footer = {
      "",
      "Exit status: 0 done; 1 the probe failed; 2 usage error.",
      "",
      "Examples:",
      "  hpa plugins",
      "  hpa plugins --plugin-dir plugins --provider-config providers.yaml",
      "  hpa plugins --plugin-dir plugins -o json",
      "  hpa plugins --plugin-dir plugins --metric-route external=backlog --probe external:orders"
    })
public final class PluginsCommand implements Callable<Integer>, Subcommand, FlagOptions.Owner {

  private static final int READS = 5;

  @Spec private CommandSpec spec;
  private final ProviderFlags flags = new ProviderFlags();

  @Mixin
  private OutputOption output =
      OutputOption.of(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.YAML);

  @Option(
      names = "--probe",
      paramLabel = "KIND:METRIC",
      description =
          "Read this metric once and print its values: external:METRIC, pods:METRIC, resource:NAME"
              + " or"
              + " object:KIND/NAME/METRIC.")
  private @Nullable String probe;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      defaultValue = "default",
      description = "Namespace of the query (default: ${DEFAULT-VALUE}).")
  private String namespace = "";

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "LABEL=VALUE",
      split = ",",
      description = "Labels of the metric's series.")
  private Map<String, String> labels = new LinkedHashMap<>();

  @SuppressWarnings("NullAway.Init")
  public PluginsCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.RUN;
  }

  @Override
  public List<Flag<?>> flags() {
    return flags.all();
  }

  @Override
  public void addSections(String file) {
    flags.addSections(file);
  }

  @Override
  public Integer call() throws IOException {
    ProviderConfig config = flags.providers();
    PluginRegistry registry = registry(config);
    Providers.check(registry, config, READS);
    flags.warnOfSecrets(SecretSettings.of(registry, config), spec.commandLine().getErr());
    if (probe != null) {
      return probe(probe, registry, config);
    }
    ArrayNode list = list(registry, config);
    PrintWriter out = spec.commandLine().getOut();
    switch (output.format()) {
      case TEXT -> print(list, out);
      case JSON -> out.println(SafeText.json(Json.text(list)));
      default -> out.print(YamlText.inStream(list));
    }
    out.flush();
    return ExitStatus.SUCCESS;
  }

  private static PluginRegistry registry(ProviderConfig config) {
    try (Timeline timeline = Timeline.real()) {
      return PluginRegistry.discover(config.pluginDir(), timeline);
    }
  }

  private int probe(String text, PluginRegistry registry, ProviderConfig config)
      throws IOException {
    Logging.errorsOnly();
    MetricQuery query = MetricProbe.parse(text, namespace, labels);
    JsonNode json = MetricProbe.json(text, MetricProbe.read(query, config));
    PrintWriter out = spec.commandLine().getOut();
    switch (output.format()) {
      case TEXT -> printProbe(json, out);
      case JSON -> out.println(SafeText.json(Json.text(json)));
      default -> out.print(YamlText.inStream(json));
    }
    out.flush();
    String problem = problem(json);
    if (problem.isEmpty()) {
      return ExitStatus.SUCCESS;
    }
    String line = "hpa: " + text + ": " + problem + unrouted(query, registry, config);
    spec.commandLine().getErr().println(SafeText.line(line));
    return ExitStatus.FAILED;
  }

  private static void printProbe(JsonNode json, PrintWriter out) {
    json.path("values").forEach(each -> out.println(each.asText()));
    for (JsonNode each : json.path("pods")) {
      out.printf("%s  %s%n", SafeText.line(each.path("pod").asText()), each.path("value").asText());
    }
  }

  private static String problem(JsonNode json) {
    if (json.has("failure")) {
      return json.at("/failure/message").asText();
    }
    return json.has("pods") && json.path("pods").isEmpty()
        ? "no pods: --probe reads without a cluster; probe an external metric, or run hpa explain"
        : "";
  }

  /** The plug-ins that could have been asked, if they have no route. */
  private static String unrouted(
      MetricQuery query, PluginRegistry registry, ProviderConfig config) {
    return registry.metrics().stream()
        .filter(found -> !found.isBuiltIn() && found.kinds().contains(query.kind()))
        .filter(found -> config.routes().stream().noneMatch(each -> goesTo(found, each)))
        .map(found -> "; no --metric-route sends it to " + found.name())
        .collect(Collectors.joining());
  }

  private static boolean goesTo(DiscoveredPlugin<?> found, String route) {
    return route.strip().endsWith("=" + found.name());
  }

  private static ArrayNode list(PluginRegistry registry, ProviderConfig config) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (DiscoveredPlugin<MetricProviderFactory> found : registry.metrics()) {
      ObjectNode entry = entry(list, found, "metrics");
      ArrayNode answers = entry.putArray("answers");
      Providers.words(found).forEach(answers::add);
      ArrayNode routes = entry.putArray("routes");
      config.routes().stream()
          .filter(route -> goesTo(found, route))
          .forEach(route -> routes.add(route.strip()));
      settings(entry, found, Providers.settings(found, READS), config);
    }
    for (DiscoveredPlugin<ScaleClientFactory> found : registry.scales()) {
      ObjectNode entry = entry(list, found, "scale");
      ArrayNode answers = entry.putArray("answers");
      new TreeSet<>(found.groups()).forEach(answers::add);
      settings(entry, found, Providers.scaleSettings(found, READS), config);
    }
    for (DiscoveredPlugin<Forecaster> found : registry.forecasters()) {
      ObjectNode entry = entry(list, found, "forecast");
      entry.putArray("answers").add("forecast=" + found.name());
      settings(entry, found, List.of(), config);
    }
    return list;
  }

  private static ObjectNode entry(ArrayNode list, DiscoveredPlugin<?> found, String role) {
    return list.addObject().put("name", found.name()).put("role", role).put("from", found.origin());
  }

  private static void settings(
      ObjectNode entry, DiscoveredPlugin<?> found, List<Setting> declared, ProviderConfig config) {
    Map<String, String> given = config.settings().getOrDefault(found.name(), Map.of());
    ArrayNode settings = entry.putArray("settings");
    for (Setting setting : declared) {
      ObjectNode node = settings.addObject().put("name", setting.name());
      node.put("type", setting.type().displayName()).put("required", setting.required());
      switch (setting.type()) {
        case STRING_MAP -> {
          ObjectNode texts = node.putObject("value");
          given.forEach(
              (key, value) -> {
                if (key.startsWith(setting.name() + ".")) {
                  texts.put(key.substring(setting.name().length() + 1), value);
                }
              });
        }
        case SECRET -> node.put("value", given.containsKey(setting.name()) ? "(set)" : null);
        default -> node.put("value", given.getOrDefault(setting.name(), setting.defaultValue()));
      }
      node.put("description", setting.description());
    }
  }

  private static void print(ArrayNode list, PrintWriter out) {
    TextTable table = new TextTable("NAME", "ROLE", "FROM", "ANSWERS");
    list.forEach(
        entry ->
            table.row(
                entry.path("name").asText(),
                entry.path("role").asText(),
                entry.path("from").asText(),
                answers(entry)));
    table.print(out);
    list.forEach(entry -> printSettings(entry, out));
  }

  private static String answers(JsonNode entry) {
    StringBuilder answers = new StringBuilder();
    entry
        .path("answers")
        .forEach(each -> answers.append(answers.isEmpty() ? "" : ", ").append(each.asText()));
    if (answers.isEmpty()) {
      answers.append("all other groups");
    }
    entry.path("routes").forEach(each -> answers.append("  ").append(each.asText()));
    return answers.toString();
  }

  private static void printSettings(JsonNode entry, PrintWriter out) {
    if (entry.path("settings").isEmpty()) {
      return;
    }
    out.printf("%n%s%n", entry.path("name").asText());
    for (var setting : entry.path("settings")) {
      var value = setting.path("value");
      boolean isUnset =
          value.isObject() ? value.isEmpty() : value.isNull() || value.isMissingNode();
      String shown =
          isUnset && setting.path("required").asBoolean()
              ? "(required)"
              : value.isObject() ? value.size() + " given" : isUnset ? "-" : value.asText();
      out.printf(
          "  %-24s %-14s %-24s %s%n",
          setting.path("name").asText(),
          setting.path("type").asText(),
          SafeText.line(shown),
          SafeText.line(setting.path("description").asText()));
    }
  }
}
