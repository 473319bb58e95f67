package dev.hpa.app.plugins;

import dev.hpa.app.controller.MetricReader;
import dev.hpa.app.logging.Logging;
import dev.hpa.app.logging.Redactor;
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
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The providers of a run: created, routed, and closed in the end. Thread-safe. */
public final class Providers implements AutoCloseable {

  /** The one that answers everything in place of the metrics APIs. */
  private static final String HEAPSTER = "heapster-legacy";

  private static final String DEADLINE = "deadline";
  private static final String CONCURRENCY = "concurrency";

  private final Map<String, Source> sources;
  private final RoutedMetricReader reader;
  private final ScaleClient scales;
  private final SecretSettings secrets;

  private Providers(
      Map<String, Source> sources,
      RoutedMetricReader reader,
      ScaleClient scales,
      SecretSettings secrets) {
    this.sources = sources;
    this.reader = reader;
    this.scales = scales;
    this.secrets = secrets;
  }

  /**
   * Creates all providers of a catalog.
   *
   * @param context of the providers, without settings
   * @param reads how many reads a provider may have at a time where its settings do not say
   * @throws PluginException when names, routes or settings cannot be, or a factory refuses
   */
  public static Providers create(
      Catalog catalog, ProviderConfig config, ProviderContext context, int reads) {
    requireKnownNames(catalog, config);
    List<Route> routes = routes(catalog, config);
    SecretSettings secrets = SecretSettings.of(catalog, config);
    Logging.hide(secrets.values());
    PluginTexts texts = new PluginTexts(Redactor.of(secrets.values()));
    Map<String, Source> sources = new HashMap<>();
    Map<MetricQuery.Kind, String> builtIn = new EnumMap<>(MetricQuery.Kind.class);
    for (Found<MetricProviderFactory> found : takingPart(catalog, config)) {
      sources.put(found.name(), source(found, config, context, reads, texts));
      if (found.isBuiltIn()) {
        found.factory().kinds().forEach(kind -> builtIn.put(kind, found.name()));
      }
    }
    return new Providers(
        sources,
        new RoutedMetricReader(sources, routes, builtIn, config.merged()),
        scaleClient(catalog, config, context, texts),
        secrets);
  }

  /**
   * Checks names, routes and settings without creating anything.
   *
   * @throws PluginException when any of them cannot be
   */
  public static void check(Catalog catalog, ProviderConfig config, int reads) {
    requireKnownNames(catalog, config);
    routes(catalog, config);
    catalog.metrics().stream()
        .filter(found -> found.isBuiltIn() || config.settings().containsKey(found.name()))
        .forEach(
            found ->
                settings(
                    found, settings(found.factory(), reads), config.settings().get(found.name())));
  }

  /** Heapster and the metrics APIs exclude each other; others take part in any case. */
  private static List<Found<MetricProviderFactory>> takingPart(
      Catalog catalog, ProviderConfig config) {
    return catalog.metrics().stream()
        .filter(found -> !found.isBuiltIn() || isHeapster(found) == config.heapster())
        .toList();
  }

  static boolean isHeapster(Found<MetricProviderFactory> found) {
    return found.name().equals(HEAPSTER);
  }

  /** The settings every metric provider has, and its own. */
  public static List<Setting> settings(MetricProviderFactory factory, int reads) {
    List<Setting> settings = new ArrayList<>(factory.settings());
    for (Setting setting : settings) {
      if (setting.name().equals(DEADLINE) || setting.name().equals(CONCURRENCY)) {
        throw new PluginException(
            "provider "
                + factory.name()
                + ": declares the setting "
                + setting.name()
                + ", which every provider has");
      }
    }
    settings.add(
        Setting.withDefault(
            DEADLINE, Setting.Type.DURATION, "30s", "How long autoscalers wait for an answer."));
    settings.add(
        Setting.withDefault(
            CONCURRENCY,
            Setting.Type.WHOLE_NUMBER,
            String.valueOf(reads),
            "Reads at a time; questions beyond wait together for the next."));
    return settings;
  }

  private static Source source(
      Found<MetricProviderFactory> found,
      ProviderConfig config,
      ProviderContext context,
      int reads,
      PluginTexts texts) {
    ProviderSettings settings =
        settings(found, settings(found.factory(), reads), config.settings().get(found.name()));
    Duration deadline = settings.duration(DEADLINE);
    long concurrency = settings.wholeNumber(CONCURRENCY);
    require(deadline.isPositive(), found, DEADLINE + ": has to be more than 0");
    require(concurrency >= 1 && concurrency <= 1000, found, CONCURRENCY + ": has to be 1 to 1000");
    MetricProvider created =
        created(found, texts, () -> found.factory().create(context.with(settings)));
    MetricProvider provider = found.isBuiltIn() ? created : texts.around(created);
    ThreadFactory threads =
        found.isBuiltIn()
            ? Thread.ofVirtual().name(found.name()).factory()
            : Thread.ofPlatform().daemon().name(found.name()).factory();
    return new Source(
        found.name(),
        provider,
        new Source.Limits(deadline, (int) concurrency, config.merged(), config.gather()),
        context.timeline(),
        threads);
  }

  private static ScaleClient scaleClient(
      Catalog catalog, ProviderConfig config, ProviderContext context, PluginTexts texts) {
    ScaleClient others = null;
    Map<String, ScaleClient> byGroup = new HashMap<>();
    Map<String, Found<ScaleClientFactory>> claims = new HashMap<>();
    for (Found<ScaleClientFactory> found : catalog.scales()) {
      ProviderSettings settings =
          settings(found, found.factory().settings(), config.settings().get(found.name()));
      ScaleClient created =
          created(found, texts, () -> found.factory().create(context.with(settings)));
      ScaleClient client = found.isBuiltIn() ? created : texts.around(created);
      if (found.factory().groups().isEmpty()) {
        require(
            found.isBuiltIn(), found, "claims no API group; the built-in client scales the others");
        others = client;
      }
      for (String group : found.factory().groups()) {
        Found<ScaleClientFactory> other = claims.put(group, found);
        require(other == null, found, "claims the API group " + group + ", and so does " + other);
        byGroup.put(group, client);
      }
    }
    if (others == null) {
      throw new PluginException("no scale client is on the class path");
    }
    return byGroup.isEmpty() ? others : new RoutedScaleClient(others, byGroup);
  }

  private static ProviderSettings settings(
      Found<?> found, List<Setting> declared, @Nullable Map<String, String> given) {
    try {
      return ProviderSettings.of(declared, given == null ? Map.of() : given);
    } catch (IllegalArgumentException wrong) {
      throw new PluginException("provider " + found + ": setting " + wrong.getMessage(), wrong);
    }
  }

  private static <T> T created(Found<?> found, PluginTexts texts, Supplier<T> factory) {
    try {
      return factory.get();
    } catch (RuntimeException | LinkageError failure) {
      throw new PluginException(
          "provider " + found + ": cannot be created: " + texts.firstLine(failure), failure);
    }
  }

  private static void require(boolean condition, Found<?> found, String otherwise) {
    if (!condition) {
      throw new PluginException("provider " + found + ": " + otherwise);
    }
  }

  private static void requireKnownNames(Catalog catalog, ProviderConfig config) {
    TreeSet<String> known = new TreeSet<>();
    catalog.metrics().forEach(found -> known.add(found.name()));
    catalog.scales().forEach(found -> known.add(found.name()));
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

  private static List<Route> routes(Catalog catalog, ProviderConfig config) {
    Map<String, Found<MetricProviderFactory>> byName = new TreeMap<>();
    takingPart(catalog, config).forEach(found -> byName.put(found.name(), found));
    Map<String, Route> seen = new HashMap<>();
    List<Route> routes = new ArrayList<>();
    for (String text : config.routes()) {
      Route route = parsed(text);
      Found<MetricProviderFactory> found = byName.get(route.provider());
      if (found == null) {
        throw new PluginException(
            "route "
                + route
                + ": no metrics provider is named "
                + route.provider()
                + "; there are "
                + String.join(", ", byName.keySet()));
      }
      if (!found.factory().kinds().contains(route.kind())) {
        throw new PluginException(
            "route "
                + route
                + ": "
                + route.provider()
                + " answers "
                + String.join(", ", words(found.factory()))
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

  /** The words of the kinds a factory's providers answer, sorted. */
  public static List<String> words(MetricProviderFactory factory) {
    return factory.kinds().stream().map(Route::word).sorted().toList();
  }

  /** Which providers are left alone, when that is all that were ever asked; null otherwise. */
  public @Nullable String silence() {
    List<Source> asked = sources.values().stream().filter(Source::wasAsked).toList();
    return asked.isEmpty() || !asked.stream().allMatch(Source::isLeftAlone)
        ? null
        : asked.stream()
            .map(Source::name)
            .sorted()
            .collect(Collectors.joining(", ", "left alone: ", ""));
  }

  /** The secrets among the settings. */
  public SecretSettings secrets() {
    return secrets;
  }

  /** Reads metrics, each from its source. */
  public MetricReader metrics() {
    return reader;
  }

  /** Reads and writes scales, each through its client. */
  public ScaleClient scales() {
    return scales;
  }

  /** Tells what the providers answer from now on. */
  public void onAnswer(QueryListener listener) {
    sources.values().forEach(source -> source.onAnswer(listener));
  }

  /** How each metrics provider is doing. */
  public List<SourceState> states() {
    return sources.values().stream().map(Source::state).toList();
  }

  /** Lets nobody wait for an answer any longer; those who do get a cancellation. */
  public void abandon() {
    sources.values().forEach(Source::abandon);
  }

  @Override
  public void close() {
    sources.values().forEach(Source::close);
    scales.close();
  }
}
