package dev.hpa.metrics.prometheus;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.provider.PartReport;
import dev.hpa.metrics.prometheus.MetricRegistry.Shape;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.RestMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server with its file of rules. The series of each kind of metrics are listed again after an
 * interval, after a change of the file, and after growing pauses while lists fail. What is wrong
 * with the file or a list leaves the last rules and metrics as they are. Thread-safe.
 */
final class RuledServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RuledServer.class);

  /** How often the file is read, and whether lists are due. */
  static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

  /** Metrics of a rule in its report. */
  private static final int MAX_NAMED = 5;

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

  /** What is wrong with the file; empty if nothing is. */
  private String invalid = "";

  private final SeriesLists custom;
  private final SeriesLists external;

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
    this(
        client,
        file,
        mapper,
        timeline,
        relistInterval,
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("prometheus-series").factory()));
  }

  /**
   * @param worker runs the checks, one after the other
   */
  RuledServer(
      PrometheusClient client,
      Path file,
      RestMapper mapper,
      Timeline timeline,
      Duration relistInterval,
      ExecutorService worker) {
    this.client = client;
    this.file = file;
    this.mapper = mapper;
    this.timeline = timeline;
    this.relistInterval = relistInterval;
    this.worker = worker;
    this.custom = new SeriesLists(client, relistInterval);
    this.external = new SeriesLists(client, relistInterval);
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
    State before = state;
    try {
      readFile();
      RuleSet rules = state.rules();
      if (rules != null) {
        list(custom, rules.custom(), MetricRegistry::withCustom);
        list(external, rules.external(), MetricRegistry::withExternal);
      }
    } catch (RuntimeException failure) {
      invalid = String.valueOf(failure.getMessage());
    }
    publish(before);
    firstAttempt.countDown();
  }

  /**
   * Parses the file if it has changed, or if the API server did not answer or serve a resource that
   * a rule names. What is wrong with it leaves the last rules.
   */
  private void readFile() {
    try {
      byte[] now = Files.readAllBytes(file);
      if (!Arrays.equals(now, text)) {
        text = now;
        RuleSet rules = RuleSet.of(Rules.parse(now), mapper);
        state = new State(rules, state.registry(), state.problem());
        custom.start();
        external.start();
        invalid = "";
      }
    } catch (IllegalArgumentException malformed) {
      invalid = "\"%s\": %s".formatted(file, malformed.getMessage());
    } catch (KubernetesApiException unresolved) {
      text = null;
      invalid = "\"%s\": %s".formatted(file, unresolved.text());
    } catch (IOException unreadable) {
      text = null;
      invalid = "\"%s\" cannot be read; check the path and its permissions".formatted(file);
    }
  }

  private interface Registering {
    MetricRegistry with(
        MetricRegistry registry, List<SeriesRule> rules, Map<String, SequencedSet<Shape>> series)
        throws KubernetesApiException;
  }

  private void list(SeriesLists lists, List<SeriesRule> rules, Registering kind) {
    Instant now = timeline.now();
    if (lists.isDue(now)) {
      lists.list(
          rules,
          now,
          timeline.wall().minus(relistInterval),
          series ->
              state =
                  new State(
                      state.rules(), kind.with(state.registry(), rules, series), state.problem()));
    }
  }

  private void publish(State before) {
    String problems =
        Stream.of(Stream.of(invalid), custom.problems(), external.problems())
            .flatMap(each -> each)
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining("; "));
    MetricRegistry registry = state.registry();
    String problem =
        problems.isEmpty() ? null : "Prometheus %s: %s".formatted(client.address(), problems);
    state = new State(state.rules(), registry, problem);
    if (problem != null && !problem.equals(before.problem())) {
      LOG.warn(
          "{}; {}",
          problem,
          registry.equals(MetricRegistry.EMPTY)
              ? "its metrics go to other providers"
              : "the other metrics, and those known before, remain");
    } else if (problem == null
        && (before.problem() != null || !Objects.equals(before.rules(), state.rules()))) {
      LOG.info(
          "Prometheus {}: \"{}\" gives {} metrics of objects and {} external metrics",
          client.address(),
          file,
          registry.custom().size(),
          registry.external().size());
    }
  }

  @Override
  public void close() {
    checks.cancel();
    worker.shutdownNow();
    client.close();
  }
}
