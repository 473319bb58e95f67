package dev.hpa.controller.plugins;

import dev.hpa.api.GoDuration;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queued queries of one provider, and their division into reads.
 *
 * <p>Queries of a namespace gather in a {@link BatchWindow}. When a slot of the {@link Bulkhead} is
 * free, the provider divides the batch into sets that one request can answer, and each set becomes
 * a read in the turn of the autoscalers that wait for it. A batch waits in the turns of all its
 * autoscalers, and the reads inherit these turns, so that dividing costs no autoscaler a turn. A
 * query that equals a queued one joins it and waits in the turns of both autoscalers, so that
 * sharing never delays an autoscaler. Thread-safe.
 */
final class ReadQueue {

  private static final Logger LOG = LoggerFactory.getLogger(ReadQueue.class);

  private final String name;
  private final MetricProvider provider;
  private final ProviderGateway.Limits limits;
  private final Timeline timeline;
  private final FaultMonitor faults;
  private final ResultCheck check;
  private final ReentrantLock lock = new ReentrantLock();
  private final Bulkhead bulkhead;
  private final BatchWindow<Batch> window;

  /** Queries whose read has not begun, with their batch or read; guarded by the lock. */
  private final Map<QueuedQuery, Carrier> waiting = new LinkedHashMap<>();

  /** By kind, because only queries of one kind are compared when their hash codes are equal. */
  private final Map<MetricQuery.Kind, Map<MetricQuery, QueuedQuery>> shared =
      new EnumMap<>(MetricQuery.Kind.class);

  private final AtomicBoolean isSurplusLogged = new AtomicBoolean();
  private boolean closed;

  /**
   * @param threads the threads of the provider; see {@link Bulkhead}
   */
  ReadQueue(
      String name,
      MetricProvider provider,
      ProviderGateway.Limits limits,
      Timeline timeline,
      ThreadFactory threads,
      FaultMonitor faults,
      ResultCheck check) {
    this.name = name;
    this.provider = provider;
    this.limits = limits;
    this.timeline = timeline;
    this.faults = faults;
    this.check = check;
    this.bulkhead = new Bulkhead(lock, timeline, threads, limits.deadline(), limits.concurrency());
    this.window =
        new BatchWindow<>(lock, timeline, limits.batchWindow(), Batch::new, Batch::enqueue);
  }

  /** The number of autoscalers with queued queries. */
  int waiting() {
    lock.lock();
    try {
      return (int) waiting.keySet().stream().flatMap(QueuedQuery::awaiting).distinct().count();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds the queries of an autoscaler.
   *
   * @param queries of one namespace
   */
  void add(AutoscalerRead read, Set<MetricQuery> queries) {
    lock.lock();
    try {
      if (closed) {
        read.cancel();
      } else {
        merge(read, queries);
      }
    } finally {
      lock.unlock();
    }
  }

  private void merge(AutoscalerRead read, Set<MetricQuery> queries) {
    Set<Carrier> joined = new LinkedHashSet<>();
    Batch batch = null;
    for (MetricQuery query : queries) {
      Map<MetricQuery, QueuedQuery> ofKind =
          shared.computeIfAbsent(query.kind(), any -> new HashMap<>());
      QueuedQuery known = ofKind.get(query);
      Carrier carrier = known == null ? null : waiting.get(known);
      if (known == null || carrier == null) {
        batch = batch == null ? window.batch(query.namespace()) : batch;
        known = new QueuedQuery(query, timeline.now());
        batch.queries.add(known);
        ofKind.put(query, known);
        waiting.put(known, batch);
        carrier = batch;
      }
      known.join(read);
      joined.add(carrier);
    }
    joined.forEach(carrier -> carrier.joined(read.tenant()));
    if (batch != null) {
      window.added(batch);
    }
  }

  /** Removes a query whose read has begun or that is cancelled. */
  private void leave(QueuedQuery query) {
    waiting.remove(query);
    Map<MetricQuery, QueuedQuery> ofKind = shared.get(query.query().kind());
    if (ofKind != null) {
      ofKind.remove(query.query(), query);
    }
  }

  /** Removes a query for which no autoscaler waits any more; returns whether it was removed. */
  private boolean leaveUnlessAwaited(QueuedQuery query) {
    if (query.isAwaited()) {
      return false;
    }
    leave(query);
    return true;
  }

  /** A queued batch or read. */
  private abstract class Carrier implements Bulkhead.Call {
    final List<QueuedQuery> queries = new ArrayList<>();
    boolean hasBegun;
    Instant begun = Instant.MAX;

    /** Another autoscaler waits for it. */
    abstract void joined(NamespacedName tenant);

    @Override
    public final boolean begin(NamespacedName turn) {
      if (hasBegun) {
        missed(turn);
        return false;
      }
      hasBegun = true;
      begun = timeline.now();
      return prepare(turn);
    }

    /** Stops accepting queries. */
    void retire() {}

    /** A turn has come after it began in another one. */
    void missed(NamespacedName turn) {}

    /** Begins in its turn; returns whether to run. */
    abstract boolean prepare(NamespacedName turn);

    @Override
    public final void expire() {
      List<QueuedQuery> missed = awaited();
      if (missed.isEmpty()) {
        return;
      }
      String text = "did not answer within " + GoDuration.format(limits.deadline());
      Instant since = begun.equals(Instant.MAX) ? missed.getFirst().requested() : begun;
      // Counted first: a caller that receives the failure may query again immediately.
      release(faults.missedDeadline(missed.getFirst().query().namespace(), since));
      missed.forEach(each -> each.complete(check.failure(text)));
    }

    @Override
    public final void failed(Throwable fault) {
      List<QueuedQuery> left = awaited();
      if (left.isEmpty()) {
        return;
      }
      release(faults.threw(left.getFirst().query().namespace(), fault));
      String text = "failed: " + FaultMessage.of(fault);
      left.forEach(each -> each.complete(check.failure(text)));
    }

    @Override
    public final void cancel() {
      queries.forEach(each -> each.awaiting().forEach(AutoscalerRead::cancel));
    }

    private List<QueuedQuery> awaited() {
      lock.lock();
      try {
        hasBegun = true;
        queries.forEach(ReadQueue.this::leave);
        retire();
        return queries.stream().filter(QueuedQuery::isAwaited).toList();
      } finally {
        lock.unlock();
      }
    }
  }

  /** The queries of a namespace that gather until a slot is free. */
  private final class Batch extends Carrier implements BatchWindow.Batch {
    private final String namespace;
    private final Set<NamespacedName> tenants = new LinkedHashSet<>();

    /** The tenants whose turns have come; the reads continue these turns. */
    private final Set<NamespacedName> turns = new LinkedHashSet<>();

    private @Nullable SharedRead only;

    Batch(String namespace) {
      this.namespace = namespace;
    }

    @Override
    public String namespace() {
      return namespace;
    }

    @Override
    void joined(NamespacedName tenant) {
      if (tenants.add(tenant) && !hasBegun && window.isReady(this)) {
        bulkhead.add(tenant, this);
      }
    }

    /** Its window has ended: queues it in the turn of each of its autoscalers. */
    void enqueue() {
      tenants.forEach(each -> bulkhead.add(each, this));
    }

    @Override
    void retire() {
      window.close(this);
    }

    @Override
    void missed(NamespacedName turn) {
      turns.add(turn);
    }

    @Override
    boolean prepare(NamespacedName inTurn) {
      retire();
      turns.add(inTurn);
      queries.removeIf(ReadQueue.this::leaveUnlessAwaited);
      if (queries.size() > 1) {
        return true;
      }
      only = new SharedRead(queries);
      return only.begin(inTurn);
    }

    @Override
    public boolean isDivided() {
      return only == null;
    }

    @Override
    public void run() {
      if (only != null) {
        only.run();
        return;
      }
      try {
        List<SharedRead> reads = new ArrayList<>();
        for (List<QueuedQuery> together :
            BatchDivision.of(queries, provider.batches(requested(queries)))) {
          reads.add(new SharedRead(together));
        }
        enqueue(reads);
      } catch (Throwable fault) {
        failed(fault);
      }
    }

    private void enqueue(List<SharedRead> reads) {
      lock.lock();
      try {
        Map<NamespacedName, List<SharedRead>> byTenant = new LinkedHashMap<>();
        for (SharedRead read : reads) {
          read.takeOver();
          read.waitingTenants()
              .forEach(each -> byTenant.computeIfAbsent(each, any -> new ArrayList<>()).add(read));
        }
        byTenant.forEach(
            (tenant, own) -> {
              if (!turns.contains(tenant)) {
                own.forEach(read -> bulkhead.add(tenant, read));
              }
            });
        List<NamespacedName> inTurn = List.copyOf(turns).reversed();
        inTurn.forEach(each -> bulkhead.addFirst(each, byTenant.getOrDefault(each, List.of())));
      } finally {
        lock.unlock();
      }
    }
  }

  /** Queries that are read with one request to the source. */
  private final class SharedRead extends Carrier {

    SharedRead(List<QueuedQuery> together) {
      queries.addAll(together);
    }

    /** Takes over its queries that are still queued. */
    void takeOver() {
      queries.forEach(each -> waiting.computeIfPresent(each, (query, before) -> this));
    }

    Set<NamespacedName> waitingTenants() {
      Set<NamespacedName> tenants = new LinkedHashSet<>();
      for (QueuedQuery each : queries) {
        each.addTenantsTo(tenants);
      }
      return tenants;
    }

    private boolean isAwaited() {
      for (QueuedQuery each : queries) {
        if (each.isAwaited()) {
          return true;
        }
      }
      return false;
    }

    @Override
    void joined(NamespacedName tenant) {
      bulkhead.add(tenant, this);
    }

    @Override
    boolean prepare(NamespacedName turn) {
      queries.forEach(ReadQueue.this::leave);
      queries.removeIf(each -> !each.isAwaited());
      return !queries.isEmpty();
    }

    @Override
    public void run() {
      try {
        Set<MetricQuery> requested = requested(queries);
        Map<MetricQuery, MetricResult> returned = provider.read(requested);
        Map<MetricQuery, MetricResult> results = check.check(requested, returned);
        reportSurplus(ResultCheck.surplus(requested, returned));
        if (isAwaited()) {
          faults.success(queries.getFirst().query().namespace());
        }
        queries.forEach(
            each ->
                each.complete(
                    results.getOrDefault(each.query(), check.failure("returned no result"))));
      } catch (Throwable fault) {
        failed(fault);
      }
    }
  }

  private static Set<MetricQuery> requested(List<QueuedQuery> queries) {
    Set<MetricQuery> requested = LinkedHashSet.newLinkedHashSet(queries.size());
    for (QueuedQuery each : queries) {
      requested.add(each.query());
    }
    return requested;
  }

  private void reportSurplus(@Nullable String surplus) {
    if (surplus != null && isSurplusLogged.compareAndSet(false, true)) {
      LOG.warn("the metrics provider {} {}; such results are ignored", name, surplus);
    }
  }

  /** Fails queued queries at once when their circuit opens. */
  private void release(FaultMonitor.@Nullable Opening opening) {
    if (opening == null) {
      return;
    }
    released(false, opening::includes)
        .forEach(each -> each.complete(check.failure(opening.reason())));
  }

  /** Removes and returns the queued queries of some namespaces. */
  private List<QueuedQuery> released(boolean isEnd, Predicate<String> among) {
    lock.lock();
    try {
      closed |= isEnd;
      List<QueuedQuery> all =
          waiting.keySet().stream().filter(each -> among.test(each.query().namespace())).toList();
      all.forEach(this::leave);
      window.clear(among);
      return all;
    } finally {
      lock.unlock();
    }
  }

  /** Cancels queued queries and interrupts running reads. */
  void close() {
    released(true, any -> true).forEach(each -> each.awaiting().forEach(AutoscalerRead::cancel));
    bulkhead.close();
  }
}
