package dev.hpa.controller.shadow;

import dev.hpa.api.NamespacedName;
import dev.hpa.controller.log.StructuredLog;
import dev.hpa.controller.shadow.Difference.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Statistics of the comparison with the active controller: counters, and a log line for each
 * difference. Thread-safe.
 */
public final class ShadowStatistics {

  private static final StructuredLog LOG = StructuredLog.of(ShadowStatistics.class);

  private final boolean isLogged;
  private final Supplier<String> explanation;
  private final LongAdder agreed = new LongAdder();
  private final LongAdder reasoned = new LongAdder();
  private final LongAdder learned = new LongAdder();
  private final Map<Kind, LongAdder> differed = new EnumMap<>(Kind.class);
  private final Set<NamespacedName> known = ConcurrentHashMap.newKeySet();
  private final Set<NamespacedName> compared = ConcurrentHashMap.newKeySet();
  private final Set<NamespacedName> differing = ConcurrentHashMap.newKeySet();
  private long summarizedDecisions;
  private long summarizedDifferences;

  /**
   * @param isLogged whether differences are logged
   * @param explanation the settings that explain the differences, or an empty string
   */
  ShadowStatistics(boolean isLogged, Supplier<String> explanation) {
    this.isLogged = isLogged;
    this.explanation = explanation;
    for (Kind kind : Kind.values()) {
      differed.put(kind, new LongAdder());
    }
  }

  void knows(NamespacedName key) {
    known.add(key);
  }

  /** Counts a decision in which both keep the replicas. */
  void agree(NamespacedName key) {
    compared.add(key);
    agreed.increment();
  }

  /**
   * Counts a decision with the same replicas.
   *
   * @param sameReasons whether the conditions are equal
   * @param scaled whether both change the replicas
   */
  void agree(NamespacedName key, boolean sameReasons, boolean scaled) {
    compared.add(key);
    (sameReasons ? agreed : reasoned).increment();
    if (scaled && differing.remove(key) && isLogged) {
      LOG.info(0, "Controllers agree on a scale event again (shadow mode)", "HPA", key);
    }
  }

  /** Counts a difference while the history is too short to compare. */
  void learn() {
    learned.increment();
  }

  void differ(NamespacedName key, Difference difference) {
    compared.add(key);
    differing.add(key);
    counter(difference.kind()).increment();
    if (isLogged) {
      log(key, difference);
    }
  }

  private void log(NamespacedName key, Difference difference) {
    LOG.warn(
        "Decision differs (shadow mode)",
        "HPA",
        key,
        "kind",
        difference.kind().label(),
        "replicas",
        difference.from(),
        "active",
        difference.active(),
        "shadow",
        difference.shadow(),
        "explainedBy",
        explained(),
        "activeStatus",
        StatusText.of(difference.activeStatus()),
        "shadowStatus",
        StatusText.of(difference.shadowStatus()));
  }

  void forget(NamespacedName key) {
    known.remove(key);
    compared.remove(key);
    differing.remove(key);
  }

  private LongAdder counter(Kind kind) {
    return differed.computeIfAbsent(kind, any -> new LongAdder());
  }

  /** Logs a summary since the last call. */
  synchronized void summarize() {
    long differences = differences();
    long decisions = agreed.sum() + reasoned.sum() + differences;
    LOG.info(
        0,
        "Compared decisions (shadow mode)",
        "decisions",
        decisions - summarizedDecisions,
        "differ",
        differences - summarizedDifferences,
        "autoscalers",
        known.size(),
        "agree",
        compared.size() - differing.size(),
        "notCompared",
        known.size() - compared.size());
    if (differences > summarizedDifferences) {
      LOG.info(0, "Differences (shadow mode)", "total", differences, "explainedBy", explained());
    }
    summarizedDecisions = decisions;
    summarizedDifferences = differences;
  }

  /** Decisions with the same replicas and conditions. */
  public long agreements() {
    return agreed.sum();
  }

  /** Decisions with the same replicas and other conditions. */
  public long otherReasons() {
    return reasoned.sum();
  }

  /** Decisions with other replicas while the history was too short to compare. */
  public long learning() {
    return learned.sum();
  }

  /** Decisions with other replicas. */
  public long differences() {
    return differed.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Decisions with other replicas where only the active controller scales. */
  public long onlyActiveScales() {
    return counter(Kind.ONLY_ACTIVE_SCALES).sum();
  }

  /** Decisions to scale that the active controller did not make in time. */
  public long onlyShadowScales() {
    return counter(Kind.ONLY_SHADOW_SCALES).sum();
  }

  /** Scale events of the active controller with another count here. */
  public long otherCounts() {
    return counter(Kind.OTHER_COUNT).sum();
  }

  /**
   * The single settings of the active controller that explain all differences so far, such as
   * {@code tolerance 0.30}; empty if none does.
   */
  public String explainedBy() {
    return explanation.get();
  }

  private String explained() {
    String text = explanation.get();
    return text.isEmpty() ? "no single setting that was tried" : text;
  }

  /** The number of compared autoscalers. */
  public int compared() {
    return compared.size();
  }

  /** The autoscalers with a difference since the last scale event both agreed on, sorted. */
  public Set<NamespacedName> differing() {
    return new TreeSet<>(differing);
  }
}
