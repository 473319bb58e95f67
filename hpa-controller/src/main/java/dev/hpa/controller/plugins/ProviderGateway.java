package dev.hpa.controller.plugins;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.PartReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Isolates the reads of one metric provider: its failures do not affect autoscalers that use other
 * providers.
 *
 * <p>{@link MetricReads} turns queries into reads, which are {@link IsolatedCalls}, and a {@link
 * ResultCheck} replaces results that violate the contract with failures. Thread-safe.
 */
final class ProviderGateway implements AutoCloseable {

  /**
   * The limits of a provider.
   *
   * @param deadline of a read, on the timeline
   * @param concurrency the maximum number of concurrent reads of a namespace
   * @param batchWindow how long queries of a namespace wait for the next
   */
  record Limits(Duration deadline, int concurrency, Duration batchWindow) {}

  private final String name;
  private final MetricProvider provider;
  private final boolean isTrusted;
  private final Timeline timeline;
  private final IsolatedCalls calls;
  private final MetricReads reads;
  private final List<QueryListener> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean wasAsked;

  /**
   * @param isTrusted whether methods that return from memory are called on threads of the
   *     controller
   * @param texts sanitizes texts of failures
   * @param threads the threads of the provider; see {@link IsolatedCalls}
   */
  ProviderGateway(
      String name,
      MetricProvider provider,
      boolean isTrusted,
      UnaryOperator<String> texts,
      Limits limits,
      Timeline timeline,
      ThreadFactory threads) {
    this.name = name;
    this.provider = provider;
    this.isTrusted = isTrusted;
    this.timeline = timeline;
    this.calls =
        new IsolatedCalls(
            "metrics provider " + name,
            texts,
            timeline,
            threads,
            limits.deadline(),
            limits.concurrency());
    this.reads =
        new MetricReads(
            name, provider, timeline, limits.batchWindow(), calls, new ResultCheck(name, texts));
  }

  String name() {
    return name;
  }

  /** Whether it has received a query. */
  boolean wasAsked() {
    return wasAsked;
  }

  /** Whether its circuits are open for all namespaces that have used it recently. */
  boolean isCircuitOpen() {
    return calls.isCircuitOpen();
  }

  /** Reports all results from now on. */
  void onAnswer(QueryListener listener) {
    listeners.add(listener);
  }

  ProviderState state() {
    return new ProviderState(name, calls.isCircuitOpen(), reads.waiting(), problem() != null);
  }

  /** Why a query goes to the next provider; null if this one answers it. */
  @Nullable String declines(MetricQuery query) {
    return isTrusted ? provider.declines(query) : null;
  }

  /** Whether a query that has no value goes to the next provider. */
  boolean yieldsWithoutData(MetricQuery query) {
    return isTrusted && provider.yieldsWithoutData(query);
  }

  /** What a query is sent as; empty if that is unknown. */
  String describe(MetricQuery query) {
    return isTrusted ? provider.describe(query) : "";
  }

  /** The state of the parts of the provider. */
  List<PartReport> report() {
    return isTrusted ? provider.report() : List.of();
  }

  private @Nullable String problem() {
    return isTrusted ? provider.problem() : null;
  }

  /** Blocks until the provider can answer, or has failed to prepare. */
  void prepare() throws InterruptedException {
    if (isTrusted) {
      provider.prepare();
    }
  }

  /** The number of autoscalers with queued queries. */
  int waiting() {
    return reads.waiting();
  }

  /**
   * Begins a read without blocking.
   *
   * @param tenant the autoscaler
   * @param queries of one namespace, at least one
   * @param memory for the results
   */
  AutoscalerRead begin(NamespacedName tenant, Set<MetricQuery> queries, SyncMemory memory) {
    wasAsked = true;
    AutoscalerRead read = new AutoscalerRead(tenant, queries.size(), timeline::now, memory);
    reads.add(read, queries);
    return read;
  }

  /**
   * Waits for the results of a read; every query has one.
   *
   * @throws java.util.concurrent.CancellationException if this process shuts down first
   */
  Map<MetricQuery, MetricResult> await(AutoscalerRead read) {
    Duration waited = read.await();
    Map<MetricQuery, MetricResult> results = read.results();
    listeners.forEach(listener -> listener.answered(name, waited, results.values()));
    return results;
  }

  /** Cancels all reads. */
  void abandon() {
    reads.close();
  }

  /** Cancels all reads and closes the provider; returns soon. */
  @Override
  public void close() {
    abandon();
    calls.close(provider::close);
  }
}
