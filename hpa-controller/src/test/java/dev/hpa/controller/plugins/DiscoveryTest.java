package dev.hpa.controller.plugins;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.time.VirtualTimeline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Factories that hang or fail where they are discovered, before anything is created. */
@Tag("security")
class DiscoveryTest {

  private static final String SLEEP =
      "while (true) { try { Thread.sleep(9999); } catch (InterruptedException ignored) { } }";

  /** Makes the thread of a call that will hang known to the test. */
  private static final String ANNOUNCE = "Thread.currentThread().setName(\"hangs in %s\"); ";

  private static final String METRICS =
      """
      package vendor;

      import dev.hpa.spi.*;
      import java.util.*;

      public final class Factory implements MetricProviderFactory {
        // static initializer
        public Factory() { /* its constructor */ }
        public String name() { /* name() */ return "acme"; }
        public Set<MetricQuery.Kind> kinds() {
          /* kinds() */
          return Set.of(MetricQuery.Kind.EXTERNAL_METRIC);
        }
        public List<Setting> settings() {
          /* settings() */
          return List.of(Setting.withDefault("value", Setting.Type.WHOLE_NUMBER, "7", "A number."));
        }
        public MetricProvider create(ProviderContext context) { return queries -> Map.of(); }
      }
      """;

  private static final String SCALES =
      """
      package vendor;

      import dev.hpa.spi.*;
      import java.util.*;

      public final class Factory implements ScaleClientFactory {
        public Factory() { /* its constructor */ }
        public String name() { /* name() */ return "acme"; }
        public Set<String> groups() { /* groups() */ return Set.of("example.com"); }
        public List<Setting> settings() { /* settings() */ return List.of(); }
        public ScaleClient create(ProviderContext context) { return null; }
      }
      """;

  private static final String FORECASTS =
      """
      package vendor;

      import dev.hpa.spi.*;
      import java.time.*;
      import java.util.*;

      public final class Factory implements Forecaster {
        public Factory() { /* its constructor */ }
        public String name() { /* name() */ return "acme"; }
        public OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
          return OptionalDouble.of(7);
        }
      }
      """;

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final Path folder;

  DiscoveryTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private String hanging(String loop) {
    return ANNOUNCE.formatted(folder) + loop;
  }

  private Path broken(String source, String call, String statement) throws IOException {
    return CompiledPlugin.in(
        folder, "acme", source.replace("/* " + call + " */", "if (true) { " + statement + " }"));
  }

  private static String refusal(Path plugins, String call, String problem) {
    return "plug-in "
        + plugins.resolve("acme")
        + ": vendor.Factory in acme.jar: "
        + call
        + " "
        + problem;
  }

  private static Stream<Arguments> calls() {
    return Stream.of(
            Stream.of("its constructor", "name()", "kinds()", "settings()")
                .map(call -> Arguments.of("metrics", call)),
            Stream.of("its constructor", "name()", "groups()", "settings()")
                .map(call -> Arguments.of("scale", call)),
            Stream.of("its constructor", "name()").map(call -> Arguments.of("forecast", call)))
        .flatMap(each -> each);
  }

  private static String source(String role) {
    return switch (role) {
      case "scale" -> SCALES;
      case "forecast" -> FORECASTS;
      default -> METRICS;
    };
  }

  @Test
  void aForecasterIsDiscovered() throws IOException {
    Path plugins = CompiledPlugin.in(folder, "acme", FORECASTS);
    PluginRegistry registry = PluginRegistry.discover(plugins, timeline);
    assertEquals(
        List.of("seasonal", "holt-winters", "acme"),
        registry.forecasters().stream().map(DiscoveredPlugin::name).toList());
    assertEquals(plugins.resolve("acme").toString(), registry.forecasters().getLast().origin());
    try (ForecasterCalls calls = new ForecasterCalls(registry.forecasters(), timeline)) {
      assertEquals(Set.of("seasonal", "holt-winters", "acme"), calls.byName().keySet());
    }
  }

  @Test
  void twoForecastersCannotHaveOneName() throws IOException {
    Path plugins =
        CompiledPlugin.in(
            folder, "acme", FORECASTS.replace("return \"acme\"", "return \"seasonal\""));
    assertEquals(
        "plug-in " + plugins.resolve("acme") + ": is named seasonal, as a built-in one; rename it",
        assertThrows(PluginException.class, () -> PluginRegistry.discover(plugins, timeline))
            .getMessage());
  }

  @Test
  void kindsMustNotBeEmpty() throws IOException {
    Path plugins = broken(METRICS, "kinds()", "return Set.of();");
    assertEquals(
        refusal(plugins, "kinds()", "returned none; return the kinds of metrics that it serves"),
        assertThrows(PluginException.class, () -> PluginRegistry.discover(plugins, timeline))
            .getMessage());
  }

  @Test
  void namesOfSettingsAreChecked() throws IOException {
    Path plugins = CompiledPlugin.in(folder, "acme", METRICS.replace("\"value\"", "\"File Name\""));
    assertEquals(
        "plug-in "
            + plugins.resolve("acme")
            + ": the name \"File Name\" of a setting is invalid; use letters a-z, digits and"
            + " dashes",
        assertThrows(PluginException.class, () -> PluginRegistry.discover(plugins, timeline))
            .getMessage());
  }

  /** Until the test is over: no thread must compute beside the other tests. */
  private static final String OVER = "dev.hpa.controller.plugins.discovery-test-over";

  private static final String COMPUTING =
      "while (!Boolean.getBoolean(\"" + OVER + "\")) { Thread.onSpinWait(); }";

  @AfterAll
  static void endComputing() {
    System.setProperty(OVER, "true");
  }

  @ParameterizedTest
  @MethodSource("calls")
  void aCallThatHangsHasADeadline(String role, String call) throws Exception {
    Path plugins = broken(source(role), call, hanging(SLEEP));
    assertEquals(
        refusal(plugins, call, "did not return within 30s; remove the plug-in"), late(plugins));
  }

  @Test
  void aCallThatComputesWithoutEndHasADeadline() throws Exception {
    Path plugins = broken(METRICS, "name()", hanging(COMPUTING));
    assertEquals(
        refusal(plugins, "name()", "did not return within 30s; remove the plug-in"), late(plugins));
  }

  /** What a factory returns is code of the plug-in as well. */
  @Test
  void aCollectionThatHangsHasTheDeadlineOfItsCall() throws Exception {
    Path plugins =
        broken(
            METRICS,
            "settings()",
            """
            return new AbstractList<>() {
              public Setting get(int index) { return null; }
              public int size() { %s }
            };
            """
                .formatted(hanging(SLEEP)));
    assertEquals(
        refusal(plugins, "settings()", "did not return within 30s; remove the plug-in"),
        late(plugins));
  }

  @Test
  void aMessageThatHangsHasTheDeadlineOfItsCall() throws Exception {
    Path plugins =
        broken(
            METRICS,
            "kinds()",
            "throw new RuntimeException() { public String getMessage() { %s } };"
                .formatted(hanging(SLEEP)));
    assertEquals(
        refusal(plugins, "kinds()", "did not return within 30s; remove the plug-in"),
        late(plugins));
  }

  private boolean isHanging() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(each -> each.getName().equals("hangs in " + folder));
  }

  /** Lets the deadline pass once the call hangs. */
  private String late(Path plugins) throws InterruptedException {
    CompletableFuture<PluginRegistry> discovery =
        CompletableFuture.supplyAsync(
            () -> PluginRegistry.discover(plugins, timeline),
            Executors.newVirtualThreadPerTaskExecutor());
    while (!discovery.isDone()) {
      if (isHanging()) {
        timeline.advance(PluginCall.DEADLINE);
      }
      Thread.onSpinWait();
    }
    ExecutionException refused = assertThrows(ExecutionException.class, discovery::get);
    return String.valueOf(
        assertInstanceOf(PluginException.class, requireNonNull(refused.getCause())).getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "its constructor|throw new NoClassDefFoundError(\"com/example/Gone\");|failed: class"
            + " com.example.Gone is in no jar of the plug-in; add its jar",
        "its constructor|throw new IllegalStateException(\"no luck\\nat all\");|failed: no luck",
        "name()|throw new StackOverflowError();|failed: StackOverflowError",
        "name()|return null;|returned null",
        "kinds()|throw new OutOfMemoryError(\"no room\");|failed: no room",
        "kinds()|return null;|returned null",
        "settings()|throw new ThreadDeath();|failed: ThreadDeath",
        "settings()|return null;|returned null",
        "settings()|return Arrays.asList((Setting) null);|failed: NullPointerException"
      })
  void aFailureIsOneLineWithThePlugIn(String call, String statement, String problem)
      throws IOException {
    Path plugins = broken(METRICS, call, statement);
    assertEquals(
        refusal(plugins, call, problem),
        assertThrows(PluginException.class, () -> PluginRegistry.discover(plugins, timeline))
            .getMessage());
  }

  @Test
  void aStaticInitializerIsPartOfTheConstructor() throws IOException {
    Path plugins =
        CompiledPlugin.in(
            folder,
            "acme",
            METRICS.replace(
                "// static initializer",
                "static { if (true) throw new IllegalStateException(\"no license\"); }"));
    assertEquals(
        refusal(plugins, "its constructor", "failed: no license"),
        assertThrows(PluginException.class, () -> PluginRegistry.discover(plugins, timeline))
            .getMessage());
  }

  /** As at the end of a process that is still starting. */
  @Test
  void theWaitForACallThatHangsCanBeInterrupted() throws Exception {
    Path plugins = broken(METRICS, "its constructor", hanging(SLEEP));
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread start =
        Thread.ofVirtual()
            .unstarted(
                () ->
                    thrown.set(
                        assertThrows(
                            CancellationException.class,
                            () -> PluginRegistry.discover(plugins, timeline))));
    start.start();
    while (!isHanging()) {
      Thread.onSpinWait();
    }
    start.interrupt();
    start.join();
    assertInstanceOf(CancellationException.class, thrown.get());
  }

  /** A factory is asked once, so what it declares cannot change or hang later. */
  @Test
  void whatIsDeclaredIsReadOnce() throws IOException {
    Path plugins =
        CompiledPlugin.in(
            folder,
            "acme",
            METRICS
                .replace("// static initializer", "private int calls;")
                .replace(
                    "/* settings() */",
                    "if (calls++ > 0) { throw new IllegalStateException(\"asked again\"); }"));
    PluginRegistry catalog = PluginRegistry.discover(plugins, timeline);
    Providers.check(catalog, new ProviderConfig(plugins, Map.of(), List.of(), false), 5);
    DiscoveredPlugin<?> acme =
        catalog.metrics().stream()
            .filter(each -> each.name().equals("acme"))
            .findFirst()
            .orElseThrow();
    assertEquals("value", acme.settings().getFirst().name());
    assertEquals(List.of(), List.copyOf(acme.groups()));
  }
}
