package dev.hpa.app.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.plugins.PluginRegistry;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.plugins.SecretSettings;
import dev.hpa.kube.content.YamlFormatException;
import dev.hpa.kube.content.YamlJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plug-ins, settings and routes of metric providers. */
public final class ProviderFlags extends FlagGroup {

  /** The warning for a secret on the command line. */
  static final String SECRET_IS_VISIBLE =
      "--provider-setting {}: this secret is visible in the process list; give it with"
          + " --provider-setting-file";

  /** How long a query waits for further queries about its namespace to share one read. */
  private static final Duration BATCH_WINDOW = Duration.ofMillis(20);

  private static final String SETTING = "--provider-setting";
  private static final String SETTING_FILE = "--provider-setting-file";

  private @Nullable Path sections;

  /** Sections of a configuration file. */
  static final Set<String> SECTIONS = Set.of("providers", "routes");

  private final Flag<String> pluginDir =
      text(
          "plugin-dir",
          "DIR",
          "Directory of plug-ins: each subdirectory holds the jars of one plug-in.");

  private final Flag<String> configFile =
      text(
          "provider-config",
          "FILE",
          "Provider settings and metric routes in YAML: providers: {prometheus: {url: ..., rules:"
              + " ...}}, routes: [resource=prometheus]. The flags below take precedence.");

  private final Flag<List<String>> settings =
      repeatable(
          "provider-setting",
          "NAME.KEY=VALUE",
          "Setting of a provider; `hpa plugins` lists them. Repeatable.");

  private final Flag<List<String>> settingFiles =
      repeatable(
          "provider-setting-file",
          "NAME.KEY=FILE",
          "Setting of a provider whose value is the content of FILE. Use it for secrets:"
              + " the command line is visible in the process list.");

  private final Flag<List<String>> routes =
      repeatable(
          "metric-route",
          "KIND[:PATTERN]=NAME",
          "Provider for metrics of a kind (resource, also ContainerResource; pods, object,"
              + " external) whose name matches PATTERN, such as external:queue_*=prometheus;"
              + " the first match applies that has the metric.");

  private final Flag<Boolean> restClients =
      bool(
          "horizontal-pod-autoscaler-use-rest-clients",
          true,
          "Read metrics from the metrics APIs; false reads from Heapster, as Kubernetes"
              + " did before 1.22 (deprecated; default: ${DEFAULT-VALUE}).");

  private final PrometheusFlags prometheus = add(new PrometheusFlags());

  /** Adds the sections of a configuration file of the controller; flags take precedence. */
  public void addSections(String wholeConfig) {
    sections = FlagFiles.of(wholeConfig);
  }

  /** The provider configuration that these flags and the added sections set. */
  public ProviderConfig providers() {
    return providers(sections);
  }

  /** The provider configuration; flags take precedence over the sections of {@code wholeConfig}. */
  public ProviderConfig providers(@Nullable Path wholeConfig) {
    Path config = FlagFiles.path(configFile.get());
    Map<String, Map<String, String>> values = new TreeMap<>();
    List<String> allRoutes = new ArrayList<>(routes.get());
    List<String> laterRoutes = new ArrayList<>();
    if (wholeConfig != null) {
      takeSections(wholeConfig, tree(wholeConfig), values, laterRoutes);
    }
    if (config != null) {
      JsonNode tree = tree(config);
      requireOnlySections(config, tree);
      takeSections(config, tree, values, allRoutes);
    }
    allRoutes.addAll(laterRoutes);
    settings.get().forEach(text -> put(SettingArgument.of(SETTING, "VALUE", text), values));
    putFiles(values);
    prometheus.addTo(values);
    return new ProviderConfig(
        FlagFiles.path(pluginDir.get()), values, allRoutes, !restClients.get(), BATCH_WINDOW);
  }

  /** The names of settings with values on the command line, as {@code NAME.KEY}. */
  Stream<String> settingsOnCommandLine() {
    return settings.get().stream().map(text -> SettingArgument.of(SETTING, "VALUE", text).name());
  }

  /** Prints a line for each secret whose value is on the command line. */
  public void warnOfSecrets(SecretSettings secrets, PrintWriter err) {
    settingsOnCommandLine()
        .filter(secrets.names()::contains)
        .forEach(name -> err.println("hpa: " + SECRET_IS_VISIBLE.replace("{}", name)));
    err.flush();
  }

  /**
   * The provider configuration, after warnings about secrets on the command line; for commands that
   * do not discover plug-ins themselves.
   */
  public ProviderConfig checkedProviders(PrintWriter err) {
    ProviderConfig given = providers();
    if (!settings.get().isEmpty()) {
      try (Timeline timeline = Timeline.real()) {
        warnOfSecrets(
            SecretSettings.of(PluginRegistry.discover(given.pluginDir(), timeline), given), err);
      }
    }
    return given;
  }

  private void putFiles(Map<String, Map<String, String>> values) {
    List<String> direct = settingsOnCommandLine().toList();
    for (String text : settingFiles.get()) {
      SettingArgument file = SettingArgument.of(SETTING_FILE, "FILE", text);
      if (direct.contains(file.name())) {
        throw new UsageException(
            SETTING_FILE
                + ": \""
                + file.name()
                + "\" is also given by "
                + SETTING
                + "; remove one of them");
      }
      put(file.withValueFromFile(), values);
    }
  }

  private static void put(SettingArgument setting, Map<String, Map<String, String>> values) {
    values
        .computeIfAbsent(setting.provider(), any -> new LinkedHashMap<>())
        .put(setting.key(), setting.value());
  }

  private static JsonNode tree(Path file) {
    try {
      return Json.tree(YamlJson.firstOfTexts(Files.readString(file)).text());
    } catch (YamlFormatException malformed) {
      throw new UsageException(malformed.in(file.toString()), malformed);
    } catch (IOException failure) {
      throw new UsageException(
          file + ": cannot be read; check the path and its permissions", failure);
    }
  }

  private static void requireOnlySections(Path file, JsonNode tree) {
    for (var member : tree.properties()) {
      if (!SECTIONS.contains(member.getKey())) {
        throw new UsageException(
            file + ": " + member.getKey() + ": unknown section; use providers or routes");
      }
    }
  }

  private static void takeSections(
      Path file, JsonNode tree, Map<String, Map<String, String>> values, List<String> routes) {
    for (var provider : tree.path("providers").properties()) {
      flatten(
          file,
          "",
          provider.getValue(),
          values.computeIfAbsent(provider.getKey(), any -> new LinkedHashMap<>()));
    }
    tree.path("routes").forEach(route -> routes.add(route.asText()));
  }

  private static void flatten(Path file, String prefix, JsonNode node, Map<String, String> values) {
    if (!node.isObject()) {
      throw new UsageException(
          file + ": providers: is not a map of settings; write NAME: {KEY: VALUE}");
    }
    for (var member : node.properties()) {
      String key = prefix + member.getKey();
      if (member.getValue().isObject()) {
        flatten(file, key + ".", member.getValue(), values);
      } else {
        values.put(key, member.getValue().asText());
      }
    }
  }
}
