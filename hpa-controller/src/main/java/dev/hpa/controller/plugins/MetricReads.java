package dev.hpa.controller.plugins;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queued queries of one provider, and their division into reads.
 *
 * <p>Queries of a namespace gather until a place among the {@link IsolatedCalls} is free; so a
 * busier provider receives larger and fewer reads. Then the provider divides them into sets that
 * one request can answer. Equal queries that are queued are read once. Each batch and each read has
 * a call of its namespace; what a call does is decided when it begins, by {@link NamespaceReads}.
 * The call that divides a batch makes one of its reads, too. Thread-safe.
 */
final class MetricReads {

  private static final Logger LOG = LoggerFactory.getLogger(MetricReads.class);

  private static final int MAX_GATHERS = 10;

  private final String name;
  private final MetricProvider provider;
  private final Timeline timeline;
  private final Duration batchWindow;
  private final IsolatedCalls calls;
  private final ResultCheck check;
  private final AtomicBoolean isSurplusLogged = new AtomicBoolean();

  /** Guarded by this, which is not held while a call is queued. Without those that are empty. */
  private final Map<String, NamespaceReads> namespaces = new TreeMap<>();

  private boolean closed;

  /**
   * @param batchWindow how long a batch waits for the next query; zero to not wait
   */
  MetricReads(
      String name,
      MetricProvider provider,
      Timeline timeline,
      Duration batchWindow,
      IsolatedCalls calls,
      ResultCheck check) {
    this.name = name;
    this.provider = provider;
    this.timeline = timeline;
    this.batchWindow = batchWindow;
    this.calls = calls;
    this.check = check;
  }

  /** The longest time from the first query of a batch to its end. */
  static Duration longest(Duration batchWindow) {
    return batchWindow.multipliedBy(MAX_GATHERS);
  }

  /** The number of autoscalers with queued queries. */
  synchronized int waiting() {
    return (int)
        namespaces.values().stream()
            .flatMap(NamespaceReads::queued)
            .flatMap(each -> each.awaiting().stream())
            .distinct()
            .count();
  }

  /**
   * Adds the queries of an autoscaler.
   *
   * @param queries of its namespace
   */
  void add(AutoscalerRead autoscaler, Set<MetricQuery> queries) {
    String namespace = autoscaler.tenant().namespace();
    synchronized (this) {
      if (closed) {
        autoscaler.cancel();
        return;
      }
      NamespaceReads reads = namespaces.computeIfAbsent(namespace, any -> new NamespaceReads());
      if (!reads.add(autoscaler, queries, timeline.now())) {
        return;
      }
    }
    gather(namespace, batchWindow);
  }

  private void gather(String namespace, Duration time) {
    if (time.isPositive()) {
      timeline.schedule(time, () -> gather(namespace, rest(namespace)));
      return;
    }
    synchronized (this) {
      of(namespace).ready();
    }
    Call call = new Call(namespace);
    calls.call(call.tenant(), call::read).whenEnded(call::end);
  }

  private synchronized Duration rest(String namespace) {
    return of(namespace).rest(timeline.now(), batchWindow, longest(batchWindow));
  }

  /** Those of a namespace with queued queries. */
  private NamespaceReads of(String namespace) {
    return Objects.requireNonNull(namespaces.get(namespace), "nothing is queued");
  }

  /** A call for a batch or a read of a namespace, which it takes when it begins, or fails. */
  private final class Call {
    private final String namespace;
    private NamespaceReads.@Nullable Read taken;
    private boolean hasEnded;

    Call(String namespace) {
      this.namespace = namespace;
    }

    NamespacedName tenant() {
      return new NamespacedName(namespace, "");
    }

    /** Runs on a thread of the provider. */
    Map<MetricQuery, MetricResult> read() {
      NamespaceReads.Read read = taken();
      if (read.isBatch) {
        read = divide(copied(provider.batches(read.requested())));
      }
      Set<MetricQuery> requested = read.requested();
      Map<MetricQuery, MetricResult> returned = provider.read(requested);
      Map<MetricQuery, MetricResult> results = check.check(requested, returned);
      String surplus = ResultCheck.surplus(requested, returned);
      if (surplus != null && isSurplusLogged.compareAndSet(false, true)) {
        LOG.warn("the metrics provider {} {}; such results are ignored", name, surplus);
      }
      return results;
    }

    /** Copies what a provider returned, whose code runs without a lock. */
    private List<List<MetricQuery>> copied(@Nullable Collection<Set<MetricQuery>> sets) {
      if (sets == null) {
        throw new IllegalArgumentException("batches returned null and not sets of queries");
      }
      List<List<MetricQuery>> copies = new ArrayList<>();
      sets.forEach(each -> copies.add(new ArrayList<>(each)));
      return copies;
    }

    private NamespaceReads.Read taken() {
      synchronized (MetricReads.this) {
        NamespaceReads.Read read = taken;
        if (read == null) {
          read = of(namespace).next();
          take(read);
        }
        return read;
      }
    }

    private void take(NamespaceReads.Read read) {
      taken = read;
      if (of(namespace).isEmpty()) {
        namespaces.remove(namespace);
      }
    }

    private NamespaceReads.Read divide(List<List<MetricQuery>> sets) {
      NamespaceReads.Read first;
      int count;
      synchronized (MetricReads.this) {
        if (hasEnded) {
          throw new CancellationException("divided after the deadline");
        }
        count = of(namespace).divide(taken(), sets);
        first = of(namespace).nextRead();
        take(first);
      }
      for (int i = 1; i < count; i++) {
        Call call = new Call(namespace);
        calls.queue(call.tenant(), call::read).whenEnded(call::end);
      }
      return first;
    }

    void end(@Nullable Map<MetricQuery, MetricResult> results, @Nullable Throwable failure) {
      NamespaceReads.Read read = taken();
      synchronized (MetricReads.this) {
        hasEnded = true;
        if (read.isBatch) {
          of(namespace).leave(read);
          take(read);
        }
      }
      for (QueuedQuery each : read.queries) {
        if (results != null) {
          each.complete(results.getOrDefault(each.query(), check.failure("returned no result")));
        } else if (failure instanceof CallFailure known) {
          each.complete(check.failure(known.predicate()));
        } else {
          each.awaiting().forEach(AutoscalerRead::cancel);
        }
      }
    }
  }

  /** Cancels all queries and calls. */
  void close() {
    List<QueuedQuery> queued;
    synchronized (this) {
      closed = true;
      queued = namespaces.values().stream().flatMap(NamespaceReads::queued).toList();
    }
    queued.forEach(each -> each.awaiting().forEach(AutoscalerRead::cancel));
    calls.abandon();
  }
}
