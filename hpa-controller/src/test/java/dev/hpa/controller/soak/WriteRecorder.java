package dev.hpa.controller.soak;

import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.RequestAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the history of writes out of the audit log of the API server. Thread-safe. */
final class WriteRecorder implements Consumer<AuditEvent> {

  /** A read may have begun before its metric changed, or while the last fault was still there. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private static final String EXTERNAL = "external.metrics.k8s.io";

  private final WriteHistoryChecker checker;
  private final Timeline timeline;
  private final Stored stored;
  private final Map<String, Demand> demands = new ConcurrentHashMap<>();
  private final Map<String, Integer> known = new ConcurrentHashMap<>();
  private final LongAdder requests = new LongAdder();
  private volatile @Nullable Instant calmSince;
  private volatile boolean metricsAreDamaged;
  private volatile String leaseHolder = "";
  private volatile Instant renewed = Instant.MIN;

  WriteRecorder(WriteHistoryChecker checker, Timeline timeline, Stored stored) {
    this.checker = checker;
    this.timeline = timeline;
    this.stored = stored;
  }

  /** What the API server has stored now. */
  interface Stored {

    /** Replicas of the target of an autoscaler, by its namespace and name. */
    int replicas(String autoscaler);

    /** Identity of the holder of the Lease; empty when it is released. */
    String leaseHolder();
  }

  private record Demand(String autoscaler, int replicas, Instant since) {}

  /** The source of a metric of this namespace; {@code metric} is empty for a shared one. */
  static String source(String namespace, String group, String metric) {
    return namespace + " " + group + (group.equals(EXTERNAL) ? " " + metric : "");
  }

  void added(String autoscaler, int count) {
    known.put(autoscaler, count);
  }

  /** An external metric recommends so many replicas from now on. */
  void demanded(String source, String autoscaler, int count) {
    demands.put(source, new Demand(autoscaler, count, timeline.now()));
  }

  /**
   * A fault begins.
   *
   * @param damagesMetrics whether no answer of a metrics API can be read
   */
  void faultBegins(boolean damagesMetrics) {
    calmSince = null;
    metricsAreDamaged = damagesMetrics;
  }

  /** All faults are over. */
  void calm() {
    metricsAreDamaged = false;
    calmSince = timeline.now();
  }

  long requests() {
    return requests.sum();
  }

  String leaseHolder() {
    return leaseHolder;
  }

  Instant renewed() {
    return renewed;
  }

  @Override
  public void accept(AuditEvent event) {
    requests.increment();
    if (!(event.attributes() instanceof RequestAttributes.OnResource on)) {
      return;
    }
    boolean isWrite = on.verb().equals("update") || on.verb().equals("create");
    if (on.group().endsWith("metrics.k8s.io")) {
      metricRead(event, on);
    } else if (isWrite && event.code() / 100 == 2) {
      written(event, on);
    }
  }

  /** The clock of the cluster may be wrong, but not the timeline. */
  private Instant received(AuditEvent event) {
    Duration took = Duration.between(event.received(), event.answered());
    boolean isPlausible = !took.isNegative() && took.compareTo(Duration.ofMinutes(10)) < 0;
    return isPlausible ? timeline.now().minus(took) : timeline.now();
  }

  private void metricRead(AuditEvent event, RequestAttributes.OnResource on) {
    String source = source(on.namespace(), on.group(), on.resource());
    Instant received = received(event);
    boolean isReadable = event.code() == 200 && !metricsAreDamaged;
    checker.read(source, event.user().name(), received, isReadable);
    Demand demand = demands.get(source);
    Instant calm = calmSince;
    if (isReadable
        && demand != null
        && calm != null
        && received.isAfter(calm.plus(MARGIN))
        && received.isAfter(demand.since().plus(MARGIN))
        && event.user().name().equals(leaseHolder)) {
      checker.recommended(demand.autoscaler(), received, demand.replicas());
    }
  }

  private void written(AuditEvent event, RequestAttributes.OnResource on) {
    String user = event.user().name();
    if (on.resource().equals("leases")) {
      leaseHolder = stored.leaseHolder();
      renewed = timeline.now();
      checker.lease(renewed, leaseHolder);
    } else if (on.subresource().equals("scale")) {
      String autoscaler = on.namespace() + "/" + on.name();
      int to = stored.replicas(autoscaler);
      Integer from = known.put(autoscaler, to);
      if (from != null && from != to) {
        checker.written(new ScaleWrite(autoscaler, user, received(event), from, to));
      }
    }
  }
}
