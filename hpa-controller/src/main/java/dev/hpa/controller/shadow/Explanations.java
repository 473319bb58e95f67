package dev.hpa.controller.shadow;

import dev.hpa.api.NamespacedName;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Finds the single settings that explain all differences, by replays with common values: the active
 * controller may have been started with another flag. Follows the first {@link Limit#ALTERNATIVES}
 * autoscalers from their first write on, because each setting has its own recommendations; a
 * setting is given up that contradicts the active controller.
 *
 * <p>Replays run on their own thread: a comparison that waits for them would read its metrics too
 * late. What waits for its replay counts in a memory that all autoscalers share; one for which
 * there is none is no longer followed. Thread-safe.
 */
final class Explanations implements AutoCloseable {

  /** Replays that may fail, because inputs of the active controller are not known exactly. */
  private static final double FAILED_SHARE = 0.05;

  /** Comparisons before an alternative is given up. */
  private static final int FEWEST = 10;

  private final MemoryPool memory;
  private final Set<NamespacedName> keys = ConcurrentHashMap.newKeySet();
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          Thread.ofPlatform().daemon().name("explanations").factory(),
          (task, closed) -> drop(task));

  // Of the thread only.
  private final List<Score> scores = new ArrayList<>();
  private final Map<NamespacedName, Map<Alternative, Recommendations>> followed = new HashMap<>();

  private volatile String text = "";

  private final List<Alternative> all;

  /**
   * @param memory for comparisons that wait
   */
  Explanations(Settings own, MemoryPool memory) {
    this.memory = memory;
    all = Alternative.to(own);
    all.forEach(each -> scores.add(new Score(each)));
  }

  private static final class Score {
    private final Alternative alternative;
    private int differences;
    private int explained;
    private int compared;
    private int failed;

    Score(Alternative alternative) {
      this.alternative = alternative;
    }

    boolean isHopeless() {
      return compared >= FEWEST && failed > Math.max(1, compared * FAILED_SHARE);
    }

    boolean explains() {
      return explained > 0
          && explained >= differences * (1 - FAILED_SHARE)
          && failed <= compared * FAILED_SHARE;
    }
  }

  /** Repeats a comparison with other settings and recommendations. */
  @FunctionalInterface
  interface Replayer {
    DecisionReplay with(Settings settings, Recommendations recommendations);
  }

  /** What the own settings lead to. */
  enum Comparison {
    /** The history is too short to compare. */
    LEARNING,
    SAME,
    DIFFERENT
  }

  /**
   * Tries each setting on a status write.
   *
   * @param known the recommendations with the own settings
   * @param own what the own settings lead to
   * @param replay repeats the comparison, on another thread
   * @param bytes what it takes in memory until then
   */
  void compare(
      NamespacedName key,
      StatusWrite write,
      Recommendations known,
      Comparison own,
      Replayer replay,
      long bytes) {
    boolean isFollowed = keys.contains(key);
    if (!isFollowed && keys.size() >= Limit.ALTERNATIVES.asInt()) {
      return;
    }
    MemoryPool.Account share = memory.account(MemoryPart.SHADOW, key.namespace());
    if (thread.getQueue().size() >= Limit.WAITING_COMPARISONS.asInt() || !share.replace(bytes)) {
      share.close();
      forget(key);
    } else if (isFollowed) {
      thread.execute(new Waiting(share, () -> replay(key, write, own, replay)));
    } else {
      keys.add(key);
      Recommendations before = known.before(write.at());
      thread.execute(
          new Waiting(
              share,
              () -> {
                follow(key, before);
                replay(key, write, own, replay);
              }));
    }
  }

  /** A comparison that waits for its replays. */
  private record Waiting(MemoryPool.Account memory, Runnable replays) implements Runnable {
    @Override
    public void run() {
      try (memory) {
        replays.run();
      }
    }
  }

  private static void drop(Runnable task) {
    if (task instanceof Waiting waiting) {
      waiting.memory().close();
    }
  }

  private void follow(NamespacedName key, Recommendations before) {
    Map<Alternative, Recommendations> histories = new HashMap<>();
    for (Score each : scores) {
      histories.put(each.alternative, before.before(Instant.MAX));
    }
    followed.put(key, histories);
  }

  private void replay(NamespacedName key, StatusWrite write, Comparison own, Replayer replay) {
    Map<Alternative, Recommendations> histories = followed.getOrDefault(key, Map.of());
    for (Score each : scores) {
      Recommendations recommendations = histories.get(each.alternative);
      if (recommendations != null) {
        recommendations.addUnwritten(write.at());
        DecisionReplay result = replay.with(each.alternative.settings(), recommendations);
        if (own != Comparison.LEARNING) {
          count(each, own == Comparison.DIFFERENT, result.excludes(write.to()));
        }
        recommendations.written(write, ShadowSync.recommended(result, write));
      }
    }
    scores.removeIf(Score::isHopeless);
    text = summary();
  }

  private static void count(Score score, boolean isDifferent, boolean isExcluded) {
    score.compared++;
    score.failed += isExcluded ? 1 : 0;
    score.differences += isDifferent ? 1 : 0;
    score.explained += isDifferent && !isExcluded ? 1 : 0;
  }

  /**
   * The settings that explain the differences so far, such as {@code tolerance 0.30}; several
   * values of one setting as a range. Empty if there are none.
   */
  String text() {
    return text;
  }

  private String summary() {
    StringBuilder found = new StringBuilder();
    for (int first = 0; first < scores.size(); first++) {
      Score from = scores.get(first);
      if (from.explains()) {
        int last = first;
        while (last + 1 < scores.size() && continues(from, scores.get(last + 1))) {
          last++;
        }
        append(found, from.alternative, scores.get(last).alternative);
        first = last;
      }
    }
    return found.toString();
  }

  private static boolean continues(Score first, Score next) {
    return next.explains() && next.alternative.setting().equals(first.alternative.setting());
  }

  private static void append(StringBuilder text, Alternative from, Alternative to) {
    text.append(text.isEmpty() ? "" : " or ").append(from.setting()).append(' ');
    text.append(from.value());
    if (!from.equals(to)) {
      text.append(" to ").append(to.value());
    }
  }

  /** Begins anew: the active controller is another process, which may have other flags. */
  void restart() {
    keys.clear();
    thread.execute(
        () -> {
          followed.clear();
          scores.clear();
          all.forEach(each -> scores.add(new Score(each)));
          text = "";
        });
  }

  /** Notes a write without a decision. */
  void interrupt(NamespacedName key) {
    if (keys.contains(key)) {
      thread.execute(
          () -> followed.getOrDefault(key, Map.of()).values().forEach(Recommendations::interrupt));
    }
  }

  void forget(NamespacedName key) {
    if (keys.remove(key)) {
      thread.execute(() -> followed.remove(key));
    }
  }

  @Override
  public void close() {
    thread.shutdownNow().forEach(Explanations::drop);
  }
}
