package dev.hpa.app.shadow;

import dev.hpa.api.Behavior;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.app.shadow.Comparison.Compared;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares what this controller would have written with what the one that runs the cluster wrote.
 * Logs where a difference begins and ends, with both sides' reasons. Thread-safe.
 */
public final class Shadow {

  private static final Logger LOG = LoggerFactory.getLogger(Shadow.class);

  /** Where a window ends, two controllers give other reasons for a moment; that is no news. */
  private static final int LASTING = 3;

  private final Duration period;
  private final Duration stabilization;
  private final Map<String, Comparison> comparisons = new ConcurrentHashMap<>();
  private final Set<String> differing = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> otherReasons = new ConcurrentHashMap<>();
  private final LongAdder agreed = new LongAdder();
  private final LongAdder differed = new LongAdder();
  private final LongAdder reasoned = new LongAdder();
  private final LongAdder learned = new LongAdder();

  /**
   * @param period of both controllers
   * @param stabilization how long recommendations count for autoscalers without a behavior
   */
  public Shadow(Duration period, Duration stabilization) {
    this.period = period;
    this.stabilization = stabilization;
  }

  /** An autoscaler is as the watch tells it. */
  public void saw(String key, HorizontalPodAutoscaler hpa, Instant now) {
    comparison(key, hpa, now).theySay(Verdict.of(hpa.status()), now);
  }

  /**
   * This controller would have left the autoscaler so.
   *
   * @param decided with the status it would have
   */
  public void decided(String key, HorizontalPodAutoscaler decided, Instant now) {
    List<Compared> compared =
        comparison(key, decided, now).weSay(Verdict.of(decided.status()), now);
    for (Compared each : compared) {
      count(key, each);
    }
  }

  private Comparison comparison(String key, HorizontalPodAutoscaler hpa, Instant now) {
    return comparisons.computeIfAbsent(
        key, any -> new Comparison(period, now.plus(memory(hpa.spec().behavior()))));
  }

  /** How long the other may remember things from before this one's start. */
  private Duration memory(@Nullable Behavior behavior) {
    if (behavior == null) {
      return stabilization;
    }
    return Stream.of(behavior.scaleUp(), behavior.scaleDown())
        .filter(Objects::nonNull)
        .flatMap(Shadow::memories)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  private static Stream<Duration> memories(Behavior.ScalingRules rules) {
    Integer window = rules.stabilizationWindowSeconds();
    return Stream.concat(
            Stream.of(window == null ? 0 : window),
            rules.policiesOrEmpty().stream().map(Behavior.ScalingPolicy::periodSeconds))
        .map(Duration::ofSeconds);
  }

  private void count(String key, Compared compared) {
    switch (compared.result()) {
      case DIFFERS -> {
        differed.increment();
        if (differing.add(key)) {
          LOG.warn(
              "{}: decided otherwise at {}. Here: {}. There: {}",
              key,
              compared.at(),
              compared.ours().text(),
              compared.theirs().text());
        }
      }
      case OTHER_REASON -> {
        reasoned.increment();
        if (otherReasons.merge(key, 1, Integer::sum) == LASTING) {
          LOG.warn(
              "{}: as many replicas for another reason. Here: {}. There: {}",
              key,
              compared.ours().text(),
              compared.theirs().text());
        }
      }
      case AGREES -> {
        agreed.increment();
        otherReasons.remove(key);
        if (differing.remove(key)) {
          LOG.info("{}: both decide the same again: {}", key, compared.ours().text());
        }
      }
      case LEARNING -> learned.increment();
    }
  }

  /** An autoscaler is gone. */
  public void forget(String key) {
    comparisons.remove(key);
    differing.remove(key);
    otherReasons.remove(key);
  }

  /** How many wanted as many replicas for another reason. */
  public long differingInReason() {
    return reasoned.sum();
  }

  /** How many decisions agreed. */
  public long agreeing() {
    return agreed.sum();
  }

  /** How many differed. */
  public long differing() {
    return differed.sum();
  }

  /** How many differed while one of the two remembered more. */
  public long learning() {
    return learned.sum();
  }

  /** The autoscalers that are decided otherwise now, sorted. */
  public Set<String> differingNow() {
    return new TreeSet<>(differing);
  }
}
