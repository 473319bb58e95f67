package dev.hpa.app.plugins;

import dev.hpa.api.GoDuration;
import dev.hpa.api.time.Timeline;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A provider behind walls of its own: so many reads at a time, a deadline for each question, and a
 * rest after faults in a row. Nothing it does or leaves undone reaches those who ask others.
 *
 * <p>Questions about one namespace wait a moment for each other, and those that find all reads busy
 * wait together; reads that become free take their share of the namespaces. So the slower a source
 * is, the more it is asked at once and the less often.
 */
final class Source implements AutoCloseable {

  /** Values in one reading; the largest clusters have 150,000 pods. */
  static final int MOST_VALUES = 200_000;

  private static final Logger LOG = LoggerFactory.getLogger(Source.class);

  /**
   * @param deadline for an answer, in the timeline's time
   * @param concurrency reads at a time
   * @param merged whether waiting questions share a read
   * @param gather how long merged questions about a namespace wait for the next; all of them
   *     together no longer than {@link #MOST_GATHERS} times that
   */
  record Limits(Duration deadline, int concurrency, boolean merged, Duration gather) {}

  private static final int MOST_GATHERS = 10;

  /** What one autoscaler waits for. */
  private record Request(
      Set<MetricQuery> queries,
      Instant asked,
      CompletableFuture<Map<MetricQuery, MetricResult>> answer) {}

  /** What waits together, to be asked in one read. */
  private static final class Group {
    final Object key;
    final List<Request> requests = new ArrayList<>();

    Group(Object key) {
      this.key = key;
    }

    /** How long it still waits for more; zero or less when it is to be asked. */
    Duration rest(Duration gather, Instant now) {
      Instant quiet = requests.getLast().asked.plus(gather);
      Instant latest = requests.getFirst().asked.plus(gather.multipliedBy(MOST_GATHERS));
      return Duration.between(now, quiet.isBefore(latest) ? quiet : latest);
    }
  }

  private static final class Batch {
    final List<Request> requests;
    @Nullable Thread thread;

    Batch(List<Request> requests) {
      this.requests = requests;
    }

    boolean isAwaited() {
      return requests.stream().anyMatch(request -> !request.answer.isDone());
    }
  }

  private final String name;
  private final MetricProvider provider;
  private final Limits limits;
  private final Timeline timeline;
  private final ThreadFactory threads;
  private final Breaker breaker;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Object, Group> gathering = new HashMap<>();
  private final Map<Object, Group> ripe = new LinkedHashMap<>();
  private final List<Batch> running = new ArrayList<>();
  private final List<QueryListener> listeners = new CopyOnWriteArrayList<>();
  private Instant lastMissed = Instant.MIN;
  private boolean closed;
  private volatile boolean wasAsked;

  /**
   * @param threads on which the provider runs; those of strangers are no virtual ones, because a
   *     provider that never waits would keep the processors from all others
   */
  Source(
      String name,
      MetricProvider provider,
      Limits limits,
      Timeline timeline,
      ThreadFactory threads) {
    this.name = name;
    this.provider = provider;
    this.limits = limits;
    this.timeline = timeline;
    this.threads = threads;
    this.breaker = new Breaker(timeline::now);
  }

  String name() {
    return name;
  }

  /** Whether anybody ever wanted to know something from it. */
  boolean wasAsked() {
    return wasAsked;
  }

  /** Whether it is not asked now, because of its faults. */
  boolean isLeftAlone() {
    return breaker.isOpen();
  }

  /** Tells of every answer from now on. */
  void onAnswer(QueryListener listener) {
    listeners.add(listener);
  }

  SourceState state() {
    return new SourceState(name, breaker.isOpen(), waiting());
  }

  /**
   * Asks, and waits for the answers until the deadline; every query gets a result.
   *
   * @throws CancellationException when the source is closed before it answers
   */
  Map<MetricQuery, MetricResult> ask(Set<MetricQuery> queries) {
    wasAsked = true;
    Instant asked = timeline.now();
    Map<MetricQuery, MetricResult> results = answers(queries, asked);
    Duration waited = Duration.between(asked, timeline.now());
    listeners.forEach(listener -> listener.answered(name, waited, results.values()));
    return results;
  }

  private Map<MetricQuery, MetricResult> answers(Set<MetricQuery> queries, Instant asked) {
    String refusal = breaker.refusal();
    if (refusal != null) {
      return failures(queries, refusal);
    }
    Request request = new Request(queries, asked, new CompletableFuture<>());
    Timeline.Scheduled expiry = timeline.schedule(limits.deadline, () -> expire(request));
    submit(request);
    try {
      return request.answer.get();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for " + name);
    } catch (ExecutionException failure) {
      throw new IllegalStateException(failure.getCause());
    } finally {
      expiry.cancel();
    }
  }

  private void submit(Request request) {
    lock.lock();
    try {
      if (closed) {
        request.answer.cancel(false);
        return;
      }
      place(request);
      startReads();
    } finally {
      lock.unlock();
    }
  }

  private void place(Request request) {
    Object key = limits.merged ? request.queries.iterator().next().namespace() : request;
    Group standing = ripe.getOrDefault(key, gathering.get(key));
    if (standing != null) {
      standing.requests.add(request);
      return;
    }
    Group group = new Group(key);
    group.requests.add(request);
    if (limits.merged && limits.gather.isPositive()) {
      gathering.put(key, group);
      timeline.schedule(limits.gather, () -> ripen(group));
    } else {
      ripe.put(key, group);
    }
  }

  private void ripen(Group group) {
    lock.lock();
    try {
      if (gathering.get(group.key) != group) {
        return;
      }
      Duration rest = group.rest(limits.gather, timeline.now());
      if (rest.isPositive()) {
        timeline.schedule(rest, () -> ripen(group));
      } else {
        gathering.remove(group.key);
        ripe.put(group.key, group);
        startReads();
      }
    } finally {
      lock.unlock();
    }
  }

  private void startReads() {
    while (!closed && running.size() < limits.concurrency && !ripe.isEmpty()) {
      int share = limits.merged ? Math.ceilDiv(ripe.size(), limits.concurrency) : 1;
      List<Request> taken = new ArrayList<>();
      List<Group> groups = ripe.values().stream().limit(share).toList();
      for (Group group : groups) {
        ripe.remove(group.key);
        taken.addAll(group.requests);
      }
      Batch batch = new Batch(taken);
      running.add(batch);
      batch.thread = threads.newThread(() -> read(batch));
      batch.thread.start();
    }
  }

  private void read(Batch batch) {
    Set<MetricQuery> queries = new LinkedHashSet<>();
    batch.requests.forEach(request -> queries.addAll(request.queries));
    try {
      Map<MetricQuery, MetricResult> results = provider.read(queries);
      if (batch.isAwaited()) {
        breaker.success();
      }
      batch.requests.forEach(request -> request.answer.complete(select(results, request.queries)));
    } catch (Throwable fault) {
      // Whatever a stranger's code throws, errors included, ends here.
      failed(batch, fault);
    } finally {
      ended(batch);
    }
  }

  private void failed(Batch batch, Throwable fault) {
    boolean stillAwaited = batch.isAwaited();
    if (stillAwaited) {
      LOG.warn("the metrics provider {} failed", name, fault);
      // What it asked for is gone again; asking for it three times would put all others at risk.
      fault("failed with " + fault.getClass().getSimpleName(), fault instanceof OutOfMemoryError);
    }
    String text = "failed: " + Catalog.firstLine(fault);
    batch.requests.forEach(request -> request.answer.complete(failures(request.queries, text)));
  }

  private void ended(Batch batch) {
    lock.lock();
    try {
      running.remove(batch);
      startReads();
    } finally {
      lock.unlock();
    }
  }

  private void expire(Request request) {
    String text = "did not answer within " + GoDuration.format(limits.deadline);
    if (!request.answer.complete(failures(request.queries, text))) {
      return;
    }
    lock.lock();
    try {
      leave(request, gathering);
      leave(request, ripe);
      for (Batch batch : running) {
        if (!batch.isAwaited() && batch.thread != null) {
          batch.thread.interrupt();
        }
      }
    } finally {
      lock.unlock();
    }
    if (isNews(request)) {
      fault("did not answer in time", false);
    }
  }

  private static void leave(Request request, Map<Object, Group> groups) {
    groups.values().removeIf(each -> each.requests.remove(request) && each.requests.isEmpty());
  }

  /** All who wait, who do so no longer. */
  private List<Request> released() {
    List<Request> all = new ArrayList<>();
    gathering.values().forEach(each -> all.addAll(each.requests));
    ripe.values().forEach(each -> all.addAll(each.requests));
    gathering.clear();
    ripe.clear();
    return all;
  }

  /** Of questions that stood together the first missed deadline tells it all. */
  private boolean isNews(Request request) {
    lock.lock();
    try {
      boolean news = !request.asked.isBefore(lastMissed);
      lastMissed = news ? timeline.now() : lastMissed;
      return news;
    } finally {
      lock.unlock();
    }
  }

  /** Once the breaker is open those who wait need not wait for their deadlines. */
  private void fault(String what, boolean isGrave) {
    if (!breaker.fault(what, isGrave)) {
      return;
    }
    LOG.warn(
        "the metrics provider {} {}; left alone for {}",
        name,
        what,
        GoDuration.format(Breaker.REST));
    List<Request> freed;
    lock.lock();
    try {
      freed = released();
    } finally {
      lock.unlock();
    }
    freed.forEach(request -> request.answer.complete(failures(request.queries, what)));
  }

  private Map<MetricQuery, MetricResult> select(
      Map<MetricQuery, MetricResult> results, Set<MetricQuery> queries) {
    Map<MetricQuery, MetricResult> selected = new HashMap<>();
    queries.forEach(query -> selected.put(query, checked(query, results.get(query))));
    return selected;
  }

  private MetricResult checked(MetricQuery query, @Nullable MetricResult result) {
    if (result == null) {
      return failure("gave no answer");
    }
    return switch (result) {
      case MetricFailure failure -> failure;
      case MetricReading.PodValues(List<PodValue> values) ->
          query instanceof MetricQuery.PodResource || query instanceof MetricQuery.PodMetric
              ? copied(values, MetricReading.PodValues::new)
              : misunderstood(result);
      case MetricReading.SingleValue value ->
          query instanceof MetricQuery.ObjectMetric ? value : misunderstood(result);
      case MetricReading.Series(List<Long> values) ->
          query instanceof MetricQuery.ExternalMetric
              ? copied(values, MetricReading.Series::new)
              : misunderstood(result);
    };
  }

  private MetricFailure misunderstood(MetricResult result) {
    return failure("answered another question: " + result.getClass().getSimpleName());
  }

  /** A stranger's list may compute what it holds, or never end; who decides is not to find out. */
  private <T> MetricResult copied(List<T> values, Function<List<T>, MetricReading> reading) {
    List<T> copy = new ArrayList<>();
    for (T value : values) {
      if (copy.size() == MOST_VALUES) {
        return failure("answered with more than " + MOST_VALUES + " values");
      }
      copy.add(value);
    }
    return reading.apply(List.copyOf(copy));
  }

  private Map<MetricQuery, MetricResult> failures(Set<MetricQuery> queries, String what) {
    Map<MetricQuery, MetricResult> failures = new HashMap<>();
    queries.forEach(query -> failures.put(query, failure(what)));
    return failures;
  }

  private MetricFailure failure(String what) {
    return new MetricFailure(
        MetricFailure.Category.SOURCE_FAILED, "the metrics provider " + name + " " + what);
  }

  /** How many questions stand in line. */
  int waiting() {
    lock.lock();
    try {
      return Stream.of(gathering, ripe)
          .flatMap(each -> each.values().stream())
          .mapToInt(each -> each.requests.size())
          .sum();
    } finally {
      lock.unlock();
    }
  }

  /** Nobody waits any longer; reads that run are interrupted. */
  void abandon() {
    List<Request> all = new ArrayList<>();
    lock.lock();
    try {
      closed = true;
      all.addAll(released());
      for (Batch batch : running) {
        all.addAll(batch.requests);
        if (batch.thread != null) {
          batch.thread.interrupt();
        }
      }
    } finally {
      lock.unlock();
    }
    all.forEach(request -> request.answer.cancel(false));
  }

  @Override
  public void close() {
    abandon();
    try {
      provider.close();
    } catch (RuntimeException failure) {
      LOG.warn("the metrics provider {} did not close in order", name, failure);
    }
  }
}
