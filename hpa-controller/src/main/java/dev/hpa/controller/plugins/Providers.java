package dev.hpa.controller.plugins;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.log.LogSecrets;
import dev.hpa.controller.log.Redactor;
import dev.hpa.controller.reconcile.InspectionSources;
import dev.hpa.controller.reconcile.MetricReader;
import dev.hpa.controller.reconcile.WorkSlots;
import dev.hpa.kube.provider.PartReport;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ProviderSettings;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleClientFactory;
import dev.hpa.spi.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates, routes and closes the metric providers and scale clients of a controller. Thread-safe.
 */
public final class Providers implements AutoCloseable {

  /** The provider that replaces the metrics APIs. */
  private static final String HEAPSTER = "heapster-legacy";

  /** The provider that is active only with settings. */
  static final String PROMETHEUS = "prometheus";

  private static final String DEADLINE = "deadline";
  private static final String CONCURRENCY = "concurrency";

  private final Map<String, ProviderGateway> gateways;
  private final RoutedMetricReader reader;
  private final ScaleClients scales;
  private final Inspections inspections;
  private final SecretSettings secrets;
  private final ForecasterCalls forecasters;

  private Providers(
      Map<String, ProviderGateway> gateways,
      RoutedMetricReader reader,
      ScaleClients scales,
      Inspections inspections,
      SecretSettings secrets,
      ForecasterCalls forecasters) {
    this.gateways = gateways;
    this.reader = reader;
    this.scales = scales;
    this.inspections = inspections;
    this.secrets = secrets;
    this.forecasters = forecasters;
  }

  /** The built-in providers of explanations, and what reads with them. */
  private record Inspections(
      Map<String, ProviderGateway> gateways, RoutedMetricReader reader, ScaleClient scales) {}

  /**
   * Creates all providers of a catalog.
   *
   * @param context of the providers, without settings
   * @param reads the default maximum number of concurrent reads of a provider
   * @throws PluginException if names, routes or settings are invalid, or a plug-in fails or does
   *     not return within {@link PluginCall#DEADLINE}
   */
  public static Providers create(
      PluginRegistry registry, ProviderConfig config, ProviderContext context, int reads) {
    return create(registry, config, context, context, reads, new WorkSlots(1));
  }

  /**
   * Creates all providers of a controller.
   *
   * @param inspections of the built-in providers of explanations; plug-ins are created once
   * @param slots the workers, which are released during reads of metrics and calls of scale clients
   *     of plug-ins
   */
  public static Providers create(
      PluginRegistry registry,
      ProviderConfig config,
      ProviderContext context,
      ProviderContext inspections,
      int reads,
      WorkSlots slots) {
    requireKnownNames(registry, config);
    List<Route> routes = routes(registry, config);
    SecretSettings secrets = SecretSettings.of(registry, config);
    LogSecrets.redact(secrets.values());
    PluginMessages texts = new PluginMessages(Redactor.of(secrets.values()));
    Map<String, ProviderGateway> gateways = new HashMap<>();
    Map<String, ProviderGateway> inspecting = new HashMap<>();
    Map<MetricQuery.Kind, List<String>> builtIn = new EnumMap<>(MetricQuery.Kind.class);
    for (DiscoveredPlugin<MetricProviderFactory> found : takingPart(registry, config)) {
      gateways.put(found.name(), gateway(found, config, context, reads, texts));
      if (found.isBuiltIn()) {
        found.kinds().forEach(kind -> addBuiltIn(builtIn, kind, found));
      }
      if (found.isBuiltIn() && !isPrometheus(found)) {
        inspecting.put(found.name(), gateway(found, config, inspections, reads, texts));
      }
    }
    ScaleClients scales = scaleClients(registry, config, context, reads, slots, texts);
    Map<String, ProviderGateway> both = new HashMap<>(gateways);
    both.putAll(inspecting);
    return new Providers(
        gateways,
        new RoutedMetricReader(gateways, routes, builtIn, config.batchWindow(), slots),
        scales,
        new Inspections(
            inspecting,
            new RoutedMetricReader(both, routes, builtIn, config.batchWindow(), slots),
            inspecting(registry, config, inspections, scales)),
        secrets,
        new ForecasterCalls(registry.forecasters(), context.timeline()));
  }

  /**
   * Prometheus is asked before the metrics APIs, because it declines what it does not have; usage
   * of pods is read from it only by a route.
   */
  private static void addBuiltIn(
      Map<MetricQuery.Kind, List<String>> builtIn,
      MetricQuery.Kind kind,
      DiscoveredPlugin<MetricProviderFactory> found) {
    List<String> names = builtIn.computeIfAbsent(kind, any -> new ArrayList<>());
    if (!isPrometheus(found)) {
      names.add(found.name());
    } else if (kind != MetricQuery.Kind.POD_RESOURCE) {
      names.addFirst(found.name());
    }
  }

  /** The scale clients of plug-ins, and another built-in one for all other targets. */
  private static ScaleClient inspecting(
      PluginRegistry registry,
      ProviderConfig config,
      ProviderContext context,
      ScaleClients scales) {
    DiscoveredPlugin<ScaleClientFactory> others =
        registry.scales().stream()
            .filter(found -> found.groups().isEmpty())
            .findFirst()
            .orElseThrow();
    ProviderSettings settings =
        settings(others, others.settings(), config.settings().get(others.name()));
    return new RoutedScaleClient(others.factory().create(context.with(settings)), scales.byGroup());
  }

  /** The forecasters by name; not called any more after {@link #close}. */
  public Map<String, LoadForecasts.Callable> forecasters() {
    return forecasters.byName();
  }

  /**
   * Checks names, routes and settings without creating anything.
   *
   * @throws PluginException if any of them is invalid
   */
  public static void check(PluginRegistry registry, ProviderConfig config, int reads) {
    requireKnownNames(registry, config);
    routes(registry, config);
    takingPart(registry, config).stream()
        .filter(found -> found.isBuiltIn() || config.settings().containsKey(found.name()))
        .forEach(
            found -> settings(found, settings(found, reads), config.settings().get(found.name())));
    registry.scales().stream()
        .filter(found -> found.isBuiltIn() || config.settings().containsKey(found.name()))
        .forEach(
            found ->
                settings(found, scaleSettings(found, reads), config.settings().get(found.name())));
  }

  /**
   * Heapster and the metrics APIs exclude each other, and Prometheus needs settings; other
   * providers are always active.
   */
  private static List<DiscoveredPlugin<MetricProviderFactory>> takingPart(
      PluginRegistry registry, ProviderConfig config) {
    return registry.metrics().stream()
        .filter(found -> !found.isBuiltIn() || takesPart(found, config))
        .toList();
  }

  /** Whether a built-in provider is active. */
  static boolean takesPart(DiscoveredPlugin<MetricProviderFactory> found, ProviderConfig config) {
    return isPrometheus(found) ? config.usesPrometheus() : isHeapster(found) == config.heapster();
  }

  private static boolean isPrometheus(DiscoveredPlugin<MetricProviderFactory> found) {
    return found.name().equals(PROMETHEUS);
  }

  private static boolean isHeapster(DiscoveredPlugin<MetricProviderFactory> found) {
    return found.name().equals(HEAPSTER);
  }

  /** The settings of a metric provider: declared and common ones. */
  public static List<Setting> settings(DiscoveredPlugin<MetricProviderFactory> found, int reads) {
    return isolated(found.name(), found.settings(), reads);
  }

  /** The settings of a scale client: declared ones and, for a plug-in, common ones. */
  public static List<Setting> scaleSettings(DiscoveredPlugin<ScaleClientFactory> found, int calls) {
    return found.isBuiltIn() ? found.settings() : isolated(found.name(), found.settings(), calls);
  }

  private static List<Setting> isolated(String name, List<Setting> own, int calls) {
    List<Setting> settings = new ArrayList<>(own);
    for (Setting setting : settings) {
      if (setting.name().equals(DEADLINE) || setting.name().equals(CONCURRENCY)) {
        throw new PluginException(
            "provider "
                + name
                + ": declares the setting "
                + setting.name()
                + ", which every provider has");
      }
    }
    settings.add(
        Setting.withDefault(
            DEADLINE,
            Setting.Type.DURATION,
            "30s",
            "Longest time of a call, without waits for the rate limit of this process."));
    settings.add(
        Setting.withDefault(
            CONCURRENCY,
            Setting.Type.WHOLE_NUMBER,
            String.valueOf(calls),
            "Calls of a namespace at a time; HPAs take turns for them."));
    return settings;
  }

  /**
   * The calls of a metric provider or scale client, with the limits in its settings.
   *
   * @param type of the plug-in, for messages
   */
  private static IsolatedCalls calls(
      String type,
      DiscoveredPlugin<?> found,
      ProviderSettings settings,
      UnaryOperator<String> texts,
      Timeline timeline) {
    Duration deadline = settings.duration(DEADLINE);
    long concurrency = settings.wholeNumber(CONCURRENCY);
    require(deadline.isPositive(), found, DEADLINE + ": has to be more than 0");
    require(concurrency >= 1 && concurrency <= 1000, found, CONCURRENCY + ": has to be 1 to 1000");
    return new IsolatedCalls(
        type + " " + found.name(),
        texts,
        timeline,
        found.isBuiltIn()
            ? Thread.ofVirtual().name(found.name()).factory()
            : timeline.thread(found.name()).factory(),
        deadline,
        (int) concurrency);
  }

  private static ProviderGateway gateway(
      DiscoveredPlugin<MetricProviderFactory> found,
      ProviderConfig config,
      ProviderContext context,
      int reads,
      PluginMessages texts) {
    ProviderSettings settings =
        settings(found, settings(found, reads), config.settings().get(found.name()));
    UnaryOperator<String> safe = found.isBuiltIn() ? UnaryOperator.identity() : texts::safe;
    IsolatedCalls calls = calls("metrics provider", found, settings, safe, context.timeline());
    MetricProvider provider =
        created(
            found, context.timeline(), texts, () -> found.factory().create(context.with(settings)));
    return new ProviderGateway(
        found.name(), provider, safe, calls, config.batchWindow(), context.timeline());
  }

  /** The scale client, with the gateways to plug-ins. */
  private record ScaleClients(
      ScaleClient routed, Map<String, ScaleClient> byGroup, List<ScaleClientGateway> gateways) {}

  private static ScaleClients scaleClients(
      PluginRegistry registry,
      ProviderConfig config,
      ProviderContext context,
      int calls,
      WorkSlots slots,
      PluginMessages texts) {
    ScaleClient others = null;
    Map<String, ScaleClient> byGroup = new HashMap<>();
    List<ScaleClientGateway> gateways = new ArrayList<>();
    Map<String, DiscoveredPlugin<ScaleClientFactory>> claims = new HashMap<>();
    for (DiscoveredPlugin<ScaleClientFactory> found : registry.scales()) {
      ScaleClient client = scaleClient(found, config, context, calls, slots, texts);
      if (client instanceof ScaleClientGateway gateway) {
        gateways.add(gateway);
      }
      if (found.groups().isEmpty()) {
        require(
            found.isBuiltIn(), found, "claims no API group; the built-in client scales the others");
        others = client;
      }
      for (String group : found.groups()) {
        DiscoveredPlugin<ScaleClientFactory> other = claims.put(group, found);
        require(other == null, found, "claims the API group " + group + ", and so does " + other);
        byGroup.put(group, client);
      }
    }
    if (others == null) {
      throw new PluginException("no scale client is on the class path");
    }
    return new ScaleClients(
        byGroup.isEmpty() ? others : new RoutedScaleClient(others, byGroup), byGroup, gateways);
  }

  private static ScaleClient scaleClient(
      DiscoveredPlugin<ScaleClientFactory> found,
      ProviderConfig config,
      ProviderContext context,
      int calls,
      WorkSlots slots,
      PluginMessages texts) {
    ProviderSettings settings =
        settings(found, scaleSettings(found, calls), config.settings().get(found.name()));
    if (found.isBuiltIn()) {
      return found.factory().create(context.with(settings));
    }
    IsolatedCalls isolated =
        calls("scale client", found, settings, texts::safe, context.timeline());
    ScaleClient client =
        created(
            found, context.timeline(), texts, () -> found.factory().create(context.with(settings)));
    return new ScaleClientGateway(found.name(), client, texts::safe, isolated, slots);
  }

  private static ProviderSettings settings(
      DiscoveredPlugin<?> found, List<Setting> declared, @Nullable Map<String, String> given) {
    try {
      return ProviderSettings.of(declared, given == null ? Map.of() : given);
    } catch (IllegalArgumentException wrong) {
      throw new PluginException("provider " + found + ": setting " + wrong.getMessage(), wrong);
    }
  }

  private static <T> T created(
      DiscoveredPlugin<?> found, Timeline timeline, PluginMessages texts, Supplier<T> factory) {
    if (!found.isBuiltIn()) {
      return PluginCall.create("provider " + found, timeline, texts::safe, factory);
    }
    try {
      return factory.get();
    } catch (IllegalArgumentException invalid) {
      throw new PluginException("provider " + found + ": setting " + invalid.getMessage(), invalid);
    }
  }

  private static void require(boolean condition, DiscoveredPlugin<?> found, String otherwise) {
    if (!condition) {
      throw new PluginException("provider " + found + ": " + otherwise);
    }
  }

  private static void requireKnownNames(PluginRegistry registry, ProviderConfig config) {
    TreeSet<String> known = new TreeSet<>();
    registry.metrics().forEach(found -> known.add(found.name()));
    registry.scales().forEach(found -> known.add(found.name()));
    for (String name : config.settings().keySet()) {
      if (!known.contains(name)) {
        throw new PluginException(
            "settings are given for "
                + name
                + ", but no provider has that name; there are "
                + String.join(", ", known));
      }
    }
  }

  private static List<Route> routes(PluginRegistry registry, ProviderConfig config) {
    Map<String, DiscoveredPlugin<MetricProviderFactory>> byName = new TreeMap<>();
    takingPart(registry, config).forEach(found -> byName.put(found.name(), found));
    Map<String, Route> seen = new HashMap<>();
    List<Route> routes = new ArrayList<>();
    for (String text : config.routes()) {
      Route route = parsed(text);
      DiscoveredPlugin<MetricProviderFactory> found = byName.get(route.provider());
      if (found == null) {
        throw new PluginException(
            "route "
                + route
                + ": no metrics provider is named "
                + route.provider()
                + "; there are "
                + String.join(", ", byName.keySet()));
      }
      if (!found.kinds().contains(route.kind())) {
        throw new PluginException(
            "route "
                + route
                + ": "
                + route.provider()
                + " answers "
                + String.join(", ", words(found))
                + " only");
      }
      Route other = seen.put(route.kind() + ":" + route.pattern(), route);
      if (other != null && !other.equals(route)) {
        throw new PluginException("routes " + other + " and " + route + " clash");
      }
      routes.add(route);
    }
    return routes;
  }

  private static Route parsed(String text) {
    try {
      return Route.parse(text);
    } catch (IllegalArgumentException wrong) {
      throw new PluginException("route " + wrong.getMessage(), wrong);
    }
  }

  /** The names of the kinds that a factory's providers support, sorted. */
  public static List<String> words(DiscoveredPlugin<MetricProviderFactory> found) {
    return found.kinds().stream().map(Route::word).sorted().toList();
  }

  /** The providers with an open circuit, if these are all providers with queries; else null. */
  public @Nullable String unavailableProviders() {
    List<ProviderGateway> used =
        gateways.values().stream().filter(ProviderGateway::wasAsked).toList();
    return used.isEmpty() || !used.stream().allMatch(ProviderGateway::isCircuitOpen)
        ? null
        : used.stream()
            .map(ProviderGateway::name)
            .sorted()
            .collect(Collectors.joining(", ", "circuit open: ", ""));
  }

  /** The secrets among the settings. */
  public SecretSettings secrets() {
    return secrets;
  }

  /** The provider that answers a query of an autoscaler; empty if none does. */
  public String providerOf(HorizontalPodAutoscaler hpa, MetricQuery query) {
    return reader.providerOf(hpa, query);
  }

  /** What a query of an autoscaler is sent as; empty if that is unknown. */
  public String describe(HorizontalPodAutoscaler hpa, MetricQuery query) {
    return reader.describe(hpa, query);
  }

  /** The state of the parts of providers, by provider; without those that report nothing. */
  public Map<String, List<PartReport>> reports() {
    Map<String, List<PartReport>> reports = new TreeMap<>();
    gateways.forEach(
        (name, gateway) -> {
          List<PartReport> report = gateway.builtIn().report();
          if (!report.isEmpty()) {
            reports.put(name, report);
          }
        });
    return reports;
  }

  /** Blocks until all providers can answer, or have failed to prepare. */
  public void prepare() {
    try {
      for (ProviderGateway gateway : gateways.values()) {
        gateway.builtIn().prepare();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads metrics, each from its provider. */
  public MetricReader metrics() {
    return reader;
  }

  /** Reads and writes scales, each through its client. */
  public ScaleClient scales() {
    return scales.routed();
  }

  /**
   * What explanations are read with: other built-in providers, with other clients and queues, and
   * the plug-ins of the controller.
   */
  public InspectionSources inspections() {
    return new InspectionSources(inspections.scales(), inspections.reader());
  }

  /** Reports the results of the providers from now on. */
  public void onAnswer(QueryListener listener) {
    gateways.values().forEach(gateway -> gateway.onAnswer(listener));
  }

  /** The state of each metrics provider, and of each scale client that is a plug-in. */
  public List<ProviderState> states() {
    List<ProviderState> states = new ArrayList<>();
    gateways.values().forEach(each -> states.add(each.state()));
    scales.gateways().forEach(each -> states.add(each.state()));
    return states;
  }

  /** Cancels all calls; waiting threads get a CancellationException. */
  public void abandon() {
    gateways.values().forEach(ProviderGateway::abandon);
    inspections.gateways().values().forEach(ProviderGateway::abandon);
    scales.gateways().forEach(ScaleClientGateway::abandon);
  }

  @Override
  public void close() {
    gateways.values().forEach(ProviderGateway::close);
    inspections.gateways().values().forEach(ProviderGateway::close);
    scales.routed().close();
    forecasters.close();
  }
}
