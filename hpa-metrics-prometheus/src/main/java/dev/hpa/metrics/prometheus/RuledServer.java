package dev.hpa.metrics.prometheus;

import dev.hpa.api.time.Timeline;
import dev.hpa.metrics.prometheus.MetricRegistry.Shape;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.metrics.prometheus.client.PrometheusResponse;
import dev.hpa.metrics.prometheus.client.PrometheusResponse.Receiver;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.PartReport;
import dev.hpa.spi.RestMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server with its file of rules. Its series are listed again after an interval, after a change of
 * the file, and soon after a failure; what is wrong leaves the last metrics as they are.
 * Thread-safe.
 */
final class RuledServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RuledServer.class);

  /** How often the file is read, and a failed listing repeated. */
  static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

  /** Metrics of a rule in its report, and namespaces in a problem. */
  private static final int MAX_NAMED = 5;

  private static final int MAX_NAME_CHARS = 63;

  /** If the lists of more namespaces fail, it is the server that fails. */
  private static final int MAX_FAILED_NAMESPACES = 20;

  private final PrometheusClient client;
  private final Path file;
  private final RestMapper mapper;
  private final Timeline timeline;
  private final Duration relistInterval;
  private final ExecutorService worker;
  private final Timeline.Scheduled checks;
  private final AtomicBoolean isRequested = new AtomicBoolean();
  private final CountDownLatch firstAttempt = new CountDownLatch(1);

  /** Of the worker only. */
  private byte @Nullable [] text;

  private @Nullable Instant listed;

  private volatile State state =
      new State(null, MetricRegistry.EMPTY, "its series are not listed yet");

  /**
   * What is known.
   *
   * @param rules null before the first valid file
   * @param registry the metrics of the last lists
   * @param problem why they may be old or absent; null if they are as they should be
   */
  record State(@Nullable RuleSet rules, MetricRegistry registry, @Nullable String problem) {}

  /**
   * Begins to list.
   *
   * @param relistInterval how often series are listed; also the age of the oldest series that count
   */
  RuledServer(
      PrometheusClient client,
      Path file,
      RestMapper mapper,
      Timeline timeline,
      Duration relistInterval) {
    this.client = client;
    this.file = file;
    this.mapper = mapper;
    this.timeline = timeline;
    this.relistInterval = relistInterval;
    this.worker =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("prometheus-series").factory());
    requestCheck();
    this.checks = timeline.every(CHECK_INTERVAL, this::requestCheck);
  }

  PrometheusClient client() {
    return client;
  }

  State state() {
    return state;
  }

  /** The server, and what each rule gives. */
  List<PartReport> report() {
    State now = state;
    List<PartReport> parts = new ArrayList<>();
    parts.add(
        new PartReport(
            client.address(),
            now.problem() == null,
            now.problem() == null
                ? "answers; %d metrics of objects and %d external metrics"
                    .formatted(now.registry().custom().size(), now.registry().external().size())
                : now.problem()));
    if (now.rules() != null) {
      now.rules().all().forEach(rule -> parts.add(report(rule, now.registry())));
    }
    return parts;
  }

  private PartReport report(SeriesRule rule, MetricRegistry registry) {
    Set<String> metrics = registry.metricsOf(rule);
    return new PartReport(
        rule.place(),
        !metrics.isEmpty(),
        metrics.isEmpty()
            ? "%s: no series with a metric, or other rules replace them".formatted(rule.selector())
            : "%s: %s: %s"
                .formatted(
                    rule.selector(),
                    metrics.size() == 1 ? "1 metric" : metrics.size() + " metrics",
                    metrics.stream().limit(MAX_NAMED).collect(Collectors.joining(", "))
                        + (metrics.size() > MAX_NAMED ? ", …" : "")));
  }

  /** Blocks until the series were listed, or that failed. */
  void await() throws InterruptedException {
    firstAttempt.await();
  }

  /** One check waits at most: those of a server that does not answer outlast the interval. */
  private void requestCheck() {
    if (isRequested.compareAndSet(false, true)) {
      worker.execute(this::check);
    }
  }

  private void check() {
    isRequested.set(false);
    try {
      checkNow();
    } catch (IllegalArgumentException invalid) {
      fail("\"%s\": %s".formatted(file, invalid.getMessage()));
    } catch (IOException | KubernetesApiException | RuntimeException failure) {
      fail(String.valueOf(failure.getMessage()));
    } finally {
      firstAttempt.countDown();
    }
  }

  private void checkNow() throws IOException, KubernetesApiException {
    byte[] now = bytes();
    RuleSet rules = state.rules();
    if (rules == null || !Arrays.equals(now, text)) {
      rules = RuleSet.of(Rules.parse(now), mapper);
      text = now;
      listed = null;
      state = new State(rules, state.registry(), state.problem());
    }
    if (listed == null || !timeline.now().isBefore(listed.plus(relistInterval))) {
      list(rules);
    }
  }

  /** A failure to list series of one kind of metrics leaves those of the other kind up to date. */
  private void list(RuleSet rules) {
    Instant begun = timeline.now();
    List<String> failures = new ArrayList<>();
    SequencedSet<String> omissions = new LinkedHashSet<>();
    tryTo(
        failures,
        () -> state.registry().withCustom(rules.custom(), series(rules.custom(), omissions)));
    tryTo(
        failures,
        () -> state.registry().withExternal(rules.external(), series(rules.external(), omissions)));
    if (!failures.isEmpty()) {
      fail(String.join("; ", failures));
      return;
    }
    boolean isChange = listed == null || state.problem() != null;
    listed = begun;
    if (!omissions.isEmpty()) {
      degraded(String.join("; ", omissions), "the other metrics are up to date");
      return;
    }
    state = new State(rules, state.registry(), null);
    if (isChange) {
      LOG.info(
          "Prometheus {}: \"{}\" gives {} metrics of objects and {} external metrics",
          client.address(),
          file,
          state.registry().custom().size(),
          state.registry().external().size());
    }
  }

  private interface Listing {
    MetricRegistry registry() throws IOException, KubernetesApiException;
  }

  private void tryTo(List<String> failures, Listing listing) {
    try {
      state = new State(state.rules(), listing.registry(), state.problem());
    } catch (IOException | KubernetesApiException failure) {
      failures.add(String.valueOf(failure.getMessage()));
    }
  }

  private byte[] bytes() throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (IOException unreadable) {
      throw new IOException(
          "\"%s\" cannot be read; check the path and its permissions".formatted(file), unreadable);
    }
  }

  private Map<String, SequencedSet<Shape>> series(
      List<SeriesRule> rules, SequencedSet<String> omissions)
      throws IOException, KubernetesApiException {
    Instant since = timeline.wall().minus(relistInterval);
    Shapes found = new Shapes();
    for (SeriesRule rule : rules) {
      if (!found.begin(rule.selector())) {
        continue;
      }
      list(rule, found, since, omissions);
    }
    if (!found.problem().isEmpty()) {
      omissions.add(found.problem());
    }
    return found.bySelector();
  }

  /**
   * Lists the series of a rule. Tenants who export series can make the list too large: then those
   * of each namespace are listed, and of namespaces whose list fails, none.
   */
  private void list(SeriesRule rule, Shapes found, Instant since, SequencedSet<String> omissions)
      throws IOException, KubernetesApiException {
    String label = rule.namespaceLabel();
    Set<String> valued = valued(label);
    Receiver<Map<String, String>> added = labels -> found.add(rule.selector(), labels, label);
    try {
      omit(rule, client.series(rule.selector(), valued, since, added), omissions);
    } catch (IOException | TimeoutException whole) {
      listNamespaces(rule, label, since, added, omissions, whole);
    }
  }

  private void listNamespaces(
      SeriesRule rule,
      String label,
      Instant since,
      Receiver<Map<String, String>> added,
      SequencedSet<String> omissions,
      Exception whole)
      throws IOException {
    Set<String> valued = valued(label);
    List<String> failed = new ArrayList<>();
    String why = "";
    for (String namespace : namespaces(rule, label, since, whole)) {
      try {
        String selector = rule.selectorOf(label, namespace);
        omit(rule, client.fewSeries(selector, valued, since, added), omissions);
      } catch (IOException | TimeoutException failure) {
        failed.add(namespace);
        why = String.valueOf(failure.getMessage());
        if (failed.size() > MAX_FAILED_NAMESPACES) {
          throw unlisted(rule, whole);
        }
      }
    }
    if (!failed.isEmpty()) {
      omissions.add(
          "%s: the series %s of %s are left out: %s"
              .formatted(rule.place(), rule.selector(), namespaces(failed), why));
    }
  }

  /** The namespaces of the series of a rule, and an empty one for those that have none. */
  private List<String> namespaces(SeriesRule rule, String label, Instant since, Exception whole)
      throws IOException {
    if (!Shapes.isPlain(label)) {
      throw unlisted(rule, whole);
    }
    List<String> namespaces;
    try {
      namespaces = client.labelValues(label, rule.selector(), since);
    } catch (IOException | TimeoutException failure) {
      whole.addSuppressed(failure);
      throw unlisted(rule, whole);
    }
    if (namespaces.isEmpty()) {
      throw unlisted(rule, whole);
    }
    namespaces.add("");
    return namespaces;
  }

  private static String namespaces(List<String> failed) {
    String first =
        failed.stream()
            .limit(MAX_NAMED)
            .map(each -> each.isEmpty() ? "no namespace" : cut(each))
            .collect(Collectors.joining(", "));
    return (failed.size() == 1 ? "namespace " : failed.size() + " namespaces, first ") + first;
  }

  private static Set<String> valued(String namespaceLabel) {
    Set<String> valued = new HashSet<>(Set.of(Shapes.NAME_LABEL));
    valued.add(namespaceLabel);
    return valued;
  }

  private static String cut(String name) {
    return name.length() <= MAX_NAME_CHARS ? name : name.substring(0, MAX_NAME_CHARS) + "…";
  }

  private static void omit(SeriesRule rule, int oversized, SequencedSet<String> omissions) {
    if (oversized > 0) {
      omissions.add(
          "%s: series with more than %d labels, or with long ones, are left out; set label_limit and label_name_length_limit"
              .formatted(rule.place(), PrometheusResponse.MAX_LABELS));
    }
  }

  private static IOException unlisted(SeriesRule rule, Exception failure) {
    return new IOException(
        "%s: the series %s cannot be listed: %s"
            .formatted(rule.place(), rule.selector(), failure.getMessage()),
        failure);
  }

  /** A file that is invalid is not parsed again before it changes, but its listing is repeated. */
  private void fail(String why) {
    degraded(
        why,
        state.registry().equals(MetricRegistry.EMPTY)
            ? "its metrics go to other providers"
            : "the metrics known before remain");
  }

  private void degraded(String why, String consequence) {
    State before = state;
    String problem = "Prometheus %s: %s".formatted(client.address(), why);
    if (!problem.equals(before.problem())) {
      LOG.warn("{}; {}", problem, consequence);
    }
    state = new State(before.rules(), before.registry(), problem);
  }

  @Override
  public void close() {
    checks.cancel();
    worker.shutdownNow();
    client.close();
  }
}
