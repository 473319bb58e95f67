package dev.hpa.controller.plugins;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.kube.provider.BuiltInProvider;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * Isolates the reads of one metric provider: its failures do not affect autoscalers that use other
 * providers.
 *
 * <p>{@link MetricReads} turns queries into reads, which are {@link IsolatedCalls}, and a {@link
 * ResultCheck} replaces results that violate the contract with failures. Thread-safe.
 */
final class ProviderGateway implements AutoCloseable {

  private final String name;
  private final MetricProvider provider;
  private final BuiltInProvider builtIn;
  private final Timeline timeline;
  private final IsolatedCalls calls;
  private final MetricReads reads;
  private final List<QueryListener> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean wasAsked;

  /**
   * @param texts sanitizes texts of failures
   * @param calls those of the provider
   * @param batchWindow how long queries of a namespace wait for the next
   */
  ProviderGateway(
      String name,
      MetricProvider provider,
      UnaryOperator<String> texts,
      IsolatedCalls calls,
      Duration batchWindow,
      Timeline timeline) {
    this.name = name;
    this.provider = provider;
    this.builtIn = provider instanceof BuiltInProvider own ? own : queries -> Map.of();
    this.timeline = timeline;
    this.calls = calls;
    this.reads =
        new MetricReads(name, provider, timeline, batchWindow, calls, new ResultCheck(name, texts));
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
    return new ProviderState(
        name, calls.isCircuitOpen(), reads.waiting(), builtIn.problem() != null);
  }

  /** What a built-in provider knows beyond values; nothing for a plug-in. */
  BuiltInProvider builtIn() {
    return builtIn;
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
