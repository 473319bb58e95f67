package dev.hpa.controller.plugins;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.queue.Tenant;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;

/**
 * Isolates the reads of one metric provider: its failures do not affect autoscalers that use other
 * providers.
 *
 * <p>A {@link ReadQueue} turns queries into reads, in turn and bounded by a {@link Bulkhead}; a
 * {@link CircuitBreaker} stops reads after faults, and a {@link ResultCheck} keeps what breaks the
 * contract from decisions. Thread-safe.
 */
final class ProviderGateway implements AutoCloseable {

  private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

  /**
   * The limits of a provider.
   *
   * @param deadline of a read, in the timeline's time
   * @param concurrency reads at a time
   * @param merged whether queries of several autoscalers share reads
   * @param batchWindow how long merged queries of a namespace wait for the next
   */
  record Limits(Duration deadline, int concurrency, boolean merged, Duration batchWindow) {}

  private final String name;
  private final MetricProvider provider;
  private final Timeline timeline;
  private final FaultMonitor faults;
  private final ResultCheck check;
  private final ReadQueue queue;
  private final List<QueryListener> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean wasAsked;

  /**
   * @param threads on which the provider runs; see {@link Bulkhead}
   */
  ProviderGateway(
      String name,
      MetricProvider provider,
      Limits limits,
      Timeline timeline,
      ThreadFactory threads) {
    this.name = name;
    this.provider = provider;
    this.timeline = timeline;
    this.faults = new FaultMonitor("the metrics provider " + name, timeline);
    this.check = new ResultCheck(name);
    this.queue = new ReadQueue(name, provider, limits, timeline, threads, faults, check);
  }

  String name() {
    return name;
  }

  /** Whether it was ever asked. */
  boolean wasAsked() {
    return wasAsked;
  }

  /** Whether it is not asked now, because of its faults. */
  boolean isCircuitOpen() {
    return faults.isCircuitOpen();
  }

  /** Reports all results from now on. */
  void onAnswer(QueryListener listener) {
    listeners.add(listener);
  }

  ProviderState state() {
    return new ProviderState(name, faults.isCircuitOpen(), queue.waiting());
  }

  /** The autoscalers that wait for a query no read has begun for. */
  int waiting() {
    return queue.waiting();
  }

  /**
   * Begins to read, without waiting.
   *
   * @param tenant the autoscaler that asks
   * @param queries of one namespace, at least one
   */
  AutoscalerRead begin(Tenant tenant, Set<MetricQuery> queries) {
    wasAsked = true;
    AutoscalerRead read = new AutoscalerRead(tenant, queries.size(), timeline::now);
    String refusal = faults.refusal();
    if (refusal == null) {
      queue.add(read, queries);
    } else {
      queries.forEach(query -> read.accept(query, check.failure(refusal)));
    }
    return read;
  }

  /**
   * Waits for the results of a read; every query has one.
   *
   * @throws java.util.concurrent.CancellationException when this process shuts down before
   */
  Map<MetricQuery, MetricResult> await(AutoscalerRead read) {
    Duration waited = read.await();
    Map<MetricQuery, MetricResult> results = read.results();
    listeners.forEach(listener -> listener.answered(name, waited, results.values()));
    return results;
  }

  /** Cancels what waits and interrupts reads that run. */
  void abandon() {
    queue.close();
  }

  /** The same, and closes the provider; returns after {@link #CLOSE_DEADLINE} in any case. */
  @Override
  public void close() {
    abandon();
    PluginCall.close("metrics provider " + name, timeline, CLOSE_DEADLINE, provider::close);
  }
}
