package dev.hpa.controller.plugins;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plug-ins compiled here and loaded from folders, as a vendor's are. */
@Tag("security")
class ProvidersTest {

  private static final KubernetesApi NOBODY =
      new KubernetesApi() {
        @Override
        public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
          throw new KubernetesApiException(0, "", "connection refused", null);
        }
      };

  /** Its time never passes. */
  private static final VirtualTimeline NO_DEADLINE =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));

  private static final String FACTORY =
      """
      package vendor;

      import dev.hpa.spi.*;
      import java.util.*;

      public final class Factory implements MetricProviderFactory {
        public String name() { return "NAME"; }
        public Set<MetricQuery.Kind> kinds() { return Set.of(MetricQuery.Kind.EXTERNAL_METRIC); }
        public List<Setting> settings() {
          return List.of(Setting.withDefault("value", Setting.Type.WHOLE_NUMBER, "7", "The answer."));
        }
        public MetricProvider create(ProviderContext context) {
          long value = context.settings().wholeNumber("value");
          if (value < 0) {
            throw new IllegalArgumentException("value: must not be negative");
          }
          return queries -> {
            Map<MetricQuery, MetricResult> results = new HashMap<>();
            for (MetricQuery query : queries) {
              results.put(query, MetricReading.Series.of(List.of(value * 1000)));
            }
            return results;
          };
        }
      }
      """;

  private final Path folder;

  ProvidersTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private Path plugin(String name, String source) throws IOException {
    return CompiledPlugin.in(folder, name, source);
  }

  private Path vendor(String name) throws IOException {
    return plugin(name, FACTORY.replace("NAME", name));
  }

  private static Providers providers(Path plugins, Map<String, String> settings, String... routes) {
    return providers(
        plugins, settings.isEmpty() ? Map.of() : Map.of("acme", settings), routes, false);
  }

  private static Providers providers(
      Path plugins, Map<String, Map<String, String>> settings, String[] routes, boolean heapster) {
    ProviderConfig config = new ProviderConfig(plugins, settings, List.of(routes), heapster);
    return Providers.create(
        PluginRegistry.discover(plugins, NO_DEADLINE), config, context(NOBODY), 5);
  }

  private static HorizontalPodAutoscaler autoscaler(String route) {
    ObjectMeta meta = ObjectMeta.named("shop", "web");
    return HorizontalPodAutoscaler.of(
        route.isEmpty()
            ? meta
            : meta.copy()
                .annotations(new TreeMap<>(Map.of(AutoscalerRoutes.ANNOTATION, route)))
                .build(),
        new HpaSpec(
            new CrossVersionObjectReference("Deployment", "web", "apps/v1"), 1, 9, List.of(), null),
        HpaStatus.EMPTY);
  }

  private static MetricResult read(Providers providers, String route, String metric) {
    return providers
        .metrics()
        .read(
            autoscaler(route),
            List.of(new MetricQuery.ExternalMetric("shop", metric, Selector.everything(), null)),
            SyncMemory.UNLIMITED)
        .getFirst();
  }

  private static String failure(MetricResult result) {
    return result instanceof MetricFailure failure ? failure.message() : result.toString();
  }

  private static MetricResult answer(long wholes) {
    return MetricReading.Series.of(List.of(wholes * 1000));
  }

  private static String refusal(Executable attempt) {
    return String.valueOf(assertThrows(PluginException.class, attempt).getMessage());
  }

  @Test
  void aPlugInAnswersWhatIsRoutedToIt() throws IOException {
    try (Providers providers = providers(vendor("acme"), Map.of(), "external:queue_*=acme")) {
      assertEquals(answer(7), read(providers, "", "queue_length"));
      assertTrue(failure(read(providers, "", "other")).contains("connection refused"));
    }
  }

  @Test
  void anAutoscalerMayChooseForItself() throws IOException {
    try (Providers providers = providers(vendor("acme"), Map.of("value", "9"))) {
      assertEquals(answer(9), read(providers, "object=acme, external=acme", "queue"));
      assertEquals(
          "annotation metrics.hpa.dev/route: external=zeta: no metrics provider is named zeta;"
              + " there are acme, custom-metrics, external-metrics, resource-metrics",
          failure(read(providers, "external=zeta", "queue")));
      assertTrue(failure(read(providers, "invalid", "queue")).contains("\"invalid\" is no route"));
    }
  }

  @Test
  void severalPlugInsDoNotSeeEachOther() throws IOException {
    vendor("acme");
    Path plugins = vendor("zeta");
    try (Providers providers =
        providers(plugins, Map.of("value", "1"), "external:a=acme", "external:z=zeta")) {
      assertEquals(answer(1), read(providers, "", "a"));
      assertEquals(answer(7), read(providers, "", "z"));
    }
  }

  @Test
  void heapsterTakesThePlaceOfTheMetricsApis() throws IOException {
    try (Providers providers =
        providers(vendor("acme"), Map.of(), new String[] {"external:queue=acme"}, true)) {
      assertEquals(answer(7), read(providers, "", "queue"));
      assertTrue(
          failure(read(providers, "", "other")).contains("aren't supported"),
          failure(read(providers, "", "other")));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "external=zeta|route external=zeta: no metrics provider is named zeta; there are acme,"
            + " custom-metrics, external-metrics, resource-metrics",
        "pods=acme|route pods=acme: acme answers external only",
        "queue=acme|route \"queue=acme\" is no route; write KIND[:PATTERN]=PROVIDER with KIND one"
            + " of external, object, pods, resource",
        "external=acme;external=external-metrics|routes external=acme and external=external-metrics"
            + " clash"
      })
  void routesThatCannotBeAreRefused(String routes, String why) throws IOException {
    Path plugins = vendor("acme");
    assertEquals(why, refusal(() -> providers(plugins, Map.of(), routes.split(";", -1))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "value|many|setting value: \"many\" is not a whole number",
        "valeu|1|setting valeu: unknown setting; use one of concurrency, deadline, value",
        "deadline|0s|deadline: has to be more than 0",
        "concurrency|0|concurrency: has to be 1 to 1000",
        "value|-1|cannot be created: value: must not be negative"
      })
  void settingsThatCannotBeAreRefused(String key, String value, String why) throws IOException {
    Path plugins = vendor("acme");
    assertEquals(
        "provider acme (" + plugins.resolve("acme") + "): " + why,
        refusal(() -> providers(plugins, Map.of(key, value))));
  }

  private static final String TALKATIVE =
      """
      package vendor;

      import dev.hpa.spi.*;
      import java.util.*;

      public final class Factory implements MetricProviderFactory {
        public String name() { return "acme"; }
        public Set<MetricQuery.Kind> kinds() { return Set.of(MetricQuery.Kind.EXTERNAL_METRIC); }
        public List<Setting> settings() {
          return List.of(Setting.required("token", Setting.Type.SECRET, "Who asks."));
        }
        public MetricProvider create(ProviderContext context) {
          String token = context.settings().text("token");
          if (token.startsWith("refused")) {
            throw new IllegalArgumentException("bad token " + token);
          }
          return queries -> {
            MetricQuery query = queries.iterator().next();
            String name = ((MetricQuery.ExternalMetric) query).metric();
            String header = Base64.getEncoder().encodeToString(("me:" + token).getBytes());
            switch (name) {
              case "thrown": throw new IllegalStateException("no header: \\"" + token + "\\"");
              case "error": throw new StackOverflowError("in Bearer " + token);
              case "long": throw new IllegalStateException("x".repeat(3_000_000));
              case "null": return null;
              case "control thrown": throw new IllegalStateException("a\u0007\u001b[31m\\nb");
              case "control":
                return Map.of(query, new MetricFailure(MetricFailure.Category.SOURCE_FAILED,
                    "a\u0007\u001b[31m\\nName: b\\r"));
              default:
                return Map.of(query, new MetricFailure(MetricFailure.Category.SOURCE_FAILED,
                    "401 for " + token + " and Basic " + header));
            }
          };
        }
      }
      """;

  @ParameterizedTest
  @CsvSource({"thrown", "error", "answered"})
  void noFailureHoldsASecret(String metric) throws IOException {
    Path plugins = plugin("acme", TALKATIVE);
    try (Providers providers =
        providers(plugins, Map.of("token", "hunter22-hunter22\n"), "external=acme")) {
      String failure = failure(read(providers, "", metric));
      assertFalse(failure.contains("hunter22"), failure);
      assertFalse(failure.contains("aHVudGVy"), failure);
      assertTrue(failure.contains("(secret)"), failure);
    }
  }

  /** They would change what {@code kubectl describe} prints. */
  @Test
  void controlCharactersOfAFailureAreEscaped() throws IOException {
    Path plugins = plugin("acme", TALKATIVE);
    try (Providers providers = providers(plugins, Map.of("token", "hunter22"), "external=acme")) {
      assertEquals("a\\a\\x1b[31m\\nName: b\\r", failure(read(providers, "", "control")));
      assertEquals(
          "the metrics provider acme failed: a\\a\\x1b[31m",
          failure(read(providers, "", "control thrown")));
    }
  }

  @Test
  void aTextOfAnyLengthIsCut() throws IOException {
    Path plugins = plugin("acme", TALKATIVE);
    try (Providers providers = providers(plugins, Map.of("token", "hunter22"), "external=acme")) {
      String failure = failure(read(providers, "", "long"));
      assertTrue(failure.length() < 1_200, "length " + failure.length());
      assertTrue(failure.endsWith("more characters)"), failure);
    }
  }

  @Test
  void aFactoryThatRefusesShowsNoSecret() throws IOException {
    Path plugins = plugin("acme", TALKATIVE);
    assertEquals(
        "provider acme (" + plugins.resolve("acme") + "): cannot be created: bad token (secret)",
        refusal(() -> providers(plugins, Map.of("token", "refused-hunter22\n"))));
    assertEquals(
        "provider acme (" + plugins.resolve("acme") + "): setting token: empty; set a secret",
        refusal(() -> providers(plugins, Map.of("token", "\n"))));
  }

  @Test
  void secretsOfFlagsAreMasked() throws IOException {
    Path plugins = plugin("acme", TALKATIVE);
    SecretSettings secrets =
        SecretSettings.of(
            PluginRegistry.discover(plugins, NO_DEADLINE),
            new ProviderConfig(plugins, Map.of("acme", Map.of("token", "a,b")), List.of(), false));
    assertEquals(
        "resource-metrics.deadline=5s,acme.token=(secret)",
        secrets.masked("resource-metrics.deadline=5s,acme.token=a,b"));
  }

  @Test
  void jarsOneLevelTooHighAreRefused() throws IOException {
    Path plugins = vendor("acme");
    assertEquals(
        "--plugin-dir \""
            + plugins.resolve("acme")
            + "\": holds the jar \"acme.jar\" itself; give a folder whose subfolders each hold the"
            + " jars of one plug-in",
        refusal(() -> PluginRegistry.discover(plugins.resolve("acme"), NO_DEADLINE)));
  }

  @Test
  void settingsOfUnknownProvidersAreRejected() throws IOException {
    Path plugins = vendor("acme");
    assertTrue(
        refusal(() -> providers(plugins, Map.of("zeta", Map.of("a", "b")), new String[0], false))
            .startsWith(
                "settings are given for zeta, but no provider has that name; there are acme"));
  }

  @Test
  void foldersThatAreNoPlugInsAreRefused() throws IOException {
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    Path missing = folder.resolve("none");
    assertEquals(
        "--plugin-dir " + missing + ": is no folder that can be read",
        refusal(() -> PluginRegistry.discover(missing, NO_DEADLINE)));
    Path empty = Files.createDirectories(plugins.resolve("empty"));
    assertEquals(
        "plug-in " + empty + ": no jar in it",
        refusal(() -> PluginRegistry.discover(plugins, NO_DEADLINE)));
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(empty.resolve("x.jar")))) {
      out.putNextEntry(new JarEntry("readme"));
    }
    assertTrue(
        refusal(() -> PluginRegistry.discover(plugins, NO_DEADLINE))
            .startsWith("plug-in " + empty + ": no provider in it; its jar must name one in"));
  }

  @Test
  void anInvalidServiceFileIsReportedInOneLine() throws IOException {
    Path home = Files.createDirectories(folder.resolve("plugins").resolve("torn"));
    CompiledPlugin.jar(
        home.resolve("x.jar"),
        Files.createDirectories(folder.resolve("nothing")),
        "dev.hpa.spi.MetricProviderFactory",
        "vendor.Gone");
    String message = refusal(() -> PluginRegistry.discover(folder.resolve("plugins"), NO_DEADLINE));
    assertEquals(
        "plug-in "
            + home
            + ": META-INF/services/dev.hpa.spi.MetricProviderFactory: names vendor.Gone, which does"
            + " not exist",
        message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "public final class Factory|final class Factory",
        "public final class Factory {|public final class Factory { Factory() {}"
      })
  void aFactoryThatCannotBeCreatedIsReportedInOneLine(String found, String changed)
      throws IOException {
    String source =
        FACTORY
            .replace("NAME", "acme")
            .replace("class Factory implements MetricProviderFactory {", "class Factory {")
            .replace(found, changed)
            .replace("class Factory {", "class Factory implements MetricProviderFactory {");
    Path plugins = plugin("acme", source);
    assertEquals(
        "plug-in "
            + plugins.resolve("acme")
            + ": vendor.Factory is not a public class with a public constructor without arguments;"
            + " make both public",
        refusal(() -> PluginRegistry.discover(plugins, NO_DEADLINE)));
  }

  @Test
  void aFactoryOfAnotherTypeIsReportedInOneLine() throws IOException {
    Path plugins =
        plugin(
            "acme",
            "package vendor; public class Factory { /* implements MetricProviderFactory */ }");
    assertEquals(
        "plug-in "
            + plugins.resolve("acme")
            + ": META-INF/services/dev.hpa.spi.MetricProviderFactory: vendor.Factory not a"
            + " subtype",
        refusal(() -> PluginRegistry.discover(plugins, NO_DEADLINE)));
  }

  @Test
  void twoOfOneNameAreRefused() throws IOException {
    plugin("one", FACTORY.replace("NAME", "acme"));
    Path plugins = plugin("two", FACTORY.replace("NAME", "acme"));
    assertEquals(
        "two plug-ins are named acme, one from "
            + plugins.resolve("one")
            + " and one from "
            + plugins.resolve("two")
            + "; remove one of them",
        refusal(() -> PluginRegistry.discover(plugins, NO_DEADLINE)));
  }

  @Test
  void anInvalidNameIsRejected() throws IOException {
    Path plugins = plugin("acme", FACTORY.replace("NAME", "Acme Metrics"));
    assertTrue(
        refusal(() -> PluginRegistry.discover(plugins, NO_DEADLINE))
            .endsWith("the name \"Acme Metrics\" is invalid; use letters a-z, digits and dashes"));
  }

  /** Only the SPI is shared: our libraries and classes are not there. */
  @Test
  void aPlugInCannotLoadClassesOfTheProgram() throws IOException {
    Path plugins =
        plugin(
            "nosy",
            FACTORY
                .replace("NAME", "nosy")
                .replace(
                    "long value = context",
                    "try { Class.forName(\"com.fasterxml.jackson.databind.ObjectMapper\"); throw"
                        + " new IllegalStateException(\"sees jackson\"); } catch"
                        + " (ClassNotFoundException fine) { }\n"
                        + "    try { Class.forName(\"dev.hpa.core.Decider\"); throw new"
                        + " IllegalStateException(\"sees the core\"); } catch"
                        + " (ClassNotFoundException fine) { }\n"
                        + "    long value = context"));
    try (Providers providers = providers(plugins, Map.of(), "external=nosy")) {
      assertEquals(answer(7), read(providers, "", "queue"));
    }
  }

  private static final String SCALES =
      """
      package vendor;

      import dev.hpa.api.*;
      import dev.hpa.spi.*;
      import java.util.*;

      public final class Factory implements ScaleClientFactory {
        public String name() { return "NAME"; }
        public Set<String> groups() { return Set.of("queues.example.com"); }
        public ScaleClient create(ProviderContext context) {
          return new ScaleClient() {
            private int replicas = 2;

            private TargetScale scale(String namespace, String name) {
              return new TargetScale(
                  namespace, name, "queues.example.com", "queues", ObjectMeta.EMPTY,
                  new Scale(namespace, name, null, "1", replicas, replicas, "queue=" + name));
            }

            public TargetScale read(String namespace, CrossVersionObjectReference target) {
              return scale(namespace, target.name());
            }

            public TargetScale reread(TargetScale target) {
              return scale(target.namespace(), target.name());
            }

            public TargetScale write(TargetScale target) {
              replicas = target.scale().specReplicas();
              return scale(target.namespace(), target.name());
            }
          };
        }
      }
      """;

  @Test
  void aTargetThatIsNoKubernetesObjectIsScaled() throws Exception {
    Path plugins = plugin("queues", SCALES.replace("NAME", "queues"));
    try (Providers providers = providers(plugins, Map.of())) {
      CrossVersionObjectReference queue =
          new CrossVersionObjectReference("Queue", "orders", "queues.example.com/v1");
      TargetScale found = providers.scales().read("shop", queue);
      assertEquals(2, found.scale().specReplicas());
      providers.scales().write(found.withScale(found.scale().withSpecReplicas(5)));
      assertEquals(5, providers.scales().reread(found).scale().specReplicas());
      CrossVersionObjectReference other =
          new CrossVersionObjectReference("Deployment", "web", "apps/v1");
      ScaleException unreachable =
          assertThrows(ScaleException.class, () -> providers.scales().read("shop", other));
      assertTrue(unreachable.text().contains("connection refused"), unreachable.text());
    }
  }

  @Test
  void twoClientsOfOneGroupAreRefused() throws IOException {
    plugin("one", SCALES.replace("NAME", "one"));
    Path plugins = plugin("two", SCALES.replace("NAME", "two"));
    assertEquals(
        "provider two ("
            + plugins.resolve("two")
            + "): claims the API group queues.example.com, and so does one ("
            + plugins.resolve("one")
            + ")",
        refusal(() -> providers(plugins, Map.of())));
  }

  @Test
  void theAnnotationIsBounded() throws IOException {
    try (Providers providers = providers(vendor("acme"), Map.of())) {
      assertEquals(
          "annotation metrics.hpa.dev/route: has 5000 characters; use 4096 at most",
          failure(read(providers, "x".repeat(5000), "queue")));
      assertEquals(
          "annotation metrics.hpa.dev/route: has 33 routes; use 32 at most",
          failure(read(providers, "external=acme,".repeat(32) + "pods=acme", "queue")));
    }
  }

  /** An autoscaler waits for the slowest of its providers, not for their sum. */
  @Test
  void providersAreQueriedConcurrently() throws Exception {
    CountDownLatch bothAsked = new CountDownLatch(2);
    KubernetesApi meeting =
        new KubernetesApi() {
          @Override
          public <T> T call(ApiRequest request, BodyReader<T> reader)
              throws KubernetesApiException {
            bothAsked.countDown();
            try {
              bothAsked.await();
            } catch (InterruptedException stopping) {
              Thread.currentThread().interrupt();
            }
            throw new KubernetesApiException(0, "", "both were asked", null);
          }
        };
    try (Providers providers =
        Providers.create(
            PluginRegistry.discover(null, NO_DEADLINE),
            ProviderConfig.DEFAULT,
            context(meeting),
            5)) {
      List<MetricResult> results =
          providers
              .metrics()
              .read(
                  autoscaler(""),
                  List.of(
                      new MetricQuery.PodResource("shop", Selector.everything(), "cpu", null),
                      new MetricQuery.ExternalMetric("shop", "queue", Selector.everything(), null)),
                  SyncMemory.UNLIMITED);
      results.forEach(each -> assertTrue(failure(each).endsWith("both were asked")));
    }
  }

  private static ProviderContext context(KubernetesApi api) {
    VirtualTimeline timeline = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
    return new ProviderContext(api, timeline, new CachedRestMapper(api, timeline::now));
  }

  private static String creating(String statement) {
    return FACTORY
        .replace("NAME", "acme")
        .replace("long value = context", statement + "\n    long value = context");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "if (true) throw new NoClassDefFoundError(\"com/example/Gone\");|class com.example.Gone is"
            + " in no jar of the plug-in; add its jar",
        "if (true) throw new StackOverflowError();|StackOverflowError",
        "if (true) throw new IllegalStateException(\"no luck\\nat all\");|no luck",
        "if (true) return null;|create() returned null"
      })
  void whatCreateThrowsIsOneLineWithTheNameOfThePlugIn(String statement, String why)
      throws IOException {
    Path plugins = plugin("acme", creating(statement));
    assertEquals(
        "provider acme (" + plugins.resolve("acme") + "): cannot be created: " + why,
        refusal(() -> providers(plugins, Map.of())));
  }

  /** Until the tests are over: no thread must compute beside others. */
  private static final String OVER = "dev.hpa.controller.plugins.providers-test-over";

  private static final String COMPUTING =
      "while (!Boolean.getBoolean(\"" + OVER + "\")) { Thread.onSpinWait(); }";

  @AfterAll
  static void endComputing() {
    System.setProperty(OVER, "true");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        COMPUTING,
        "while (true) { try { Thread.sleep(9999); } catch (InterruptedException deaf) { } }"
      })
  void aCreateThatDoesNotReturnHasADeadline(String loop) throws Exception {
    Path plugins = plugin("acme", creating("if (true) " + loop));
    VirtualTimeline timeline = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
    PluginRegistry catalog = PluginRegistry.discover(plugins, NO_DEADLINE);
    ProviderConfig config = new ProviderConfig(plugins, Map.of(), List.of(), false);
    CompletableFuture<Object> creating =
        CompletableFuture.supplyAsync(
            () -> Providers.create(catalog, config, new ProviderContext(NOBODY, timeline), 5),
            Executors.newVirtualThreadPerTaskExecutor());
    while (!creating.isDone()) {
      if (timeline.nextDue() != null) {
        timeline.advance(Duration.ofSeconds(30));
      }
      Thread.onSpinWait();
    }
    ExecutionException refused = assertThrows(ExecutionException.class, creating::get);
    assertEquals(
        "provider acme ("
            + plugins.resolve("acme")
            + "): create() did not return within 30s; remove the plug-in, or have it connect when"
            + " it is first asked",
        requireNonNull(refused.getCause()).getMessage());
  }

  private static final String BROKEN_SCALES =
      SCALES
          .replace("NAME", "queues")
          .replace("return scale(namespace, target.name());", "STATEMENT");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "throw new NoClassDefFoundError(\"com/example/Gone\");|failed: class com.example.Gone is in"
            + " no jar of the plug-in; add its jar",
        "throw new StackOverflowError();|failed: StackOverflowError",
        "return null;|failed: returned null and not a scale"
      })
  void errorsOfScaleClientsAreContained(String statement, String text) throws Exception {
    Path plugins = plugin("queues", BROKEN_SCALES.replace("STATEMENT", statement));
    CrossVersionObjectReference queue =
        new CrossVersionObjectReference("Queue", "orders", "queues.example.com/v1");
    try (Providers providers = providers(plugins, Map.of())) {
      for (int i = 0; i < CircuitBreaker.FAULTS; i++) {
        ScaleException failure =
            assertThrows(ScaleException.class, () -> providers.scales().read("shop", queue));
        assertEquals("the scale client queues " + text, failure.text());
        assertEquals(ScaleException.Reason.READ, failure.reason());
      }
      ScaleException refused =
          assertThrows(ScaleException.class, () -> providers.scales().read("shop", queue));
      assertTrue(refused.text().contains("is not called until"), refused.text());
      assertTrue(providers.states().contains(new ProviderState("queues", true, 0, false)));
    }
  }

  @Test
  void aScaleClientThatSleepsHasADeadline() throws Exception {
    Path plugins =
        plugin(
            "queues",
            BROKEN_SCALES.replace(
                "STATEMENT",
                "while (true) { try { Thread.sleep(9999); } catch (InterruptedException deaf) {"
                    + " } }"));
    VirtualTimeline timeline = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
    CrossVersionObjectReference queue =
        new CrossVersionObjectReference("Queue", "orders", "queues.example.com/v1");
    try (Providers providers =
        Providers.create(
            PluginRegistry.discover(plugins, NO_DEADLINE),
            new ProviderConfig(plugins, Map.of(), List.of(), false),
            new ProviderContext(NOBODY, timeline),
            5)) {
      CompletableFuture<ScaleException> failed =
          CompletableFuture.supplyAsync(
              () ->
                  assertThrows(ScaleException.class, () -> providers.scales().read("shop", queue)),
              Executors.newVirtualThreadPerTaskExecutor());
      while (!failed.isDone()) {
        if (timeline.nextDue() != null) {
          timeline.advance(Duration.ofSeconds(30));
        }
        Thread.onSpinWait();
      }
      assertEquals("the scale client queues did not answer within 30s", failed.get().text());
    }
  }
}
