package dev.hpa.simulation;

import java.time.Instant;
import java.util.Arrays;

/** The result of a replay: its figures, and what each sync saw and decided. Immutable. */
public final class ReplayResult {
  private static final int COLUMNS = 4;

  private final Instant start;
  private final long[] times;
  private final int[] syncs;
  private final ReplayFigures figures;

  /**
   * @param times of syncs, in milliseconds since the start
   * @param syncs four numbers for each sync
   */
  private ReplayResult(Instant start, long[] times, int[] syncs, ReplayFigures figures) {
    this.start = start;
    this.times = times;
    this.syncs = syncs;
    this.figures = figures;
  }

  /** Collects the syncs of a replay. */
  static final class Recorder {
    private int[] rows = new int[COLUMNS * 64];
    private long[] times = new long[64];
    private int length;

    void add(long time, int current, int ready, int recommended, int desired) {
      if (length + COLUMNS > rows.length) {
        rows = Arrays.copyOf(rows, 2 * rows.length);
        times = Arrays.copyOf(times, 2 * times.length);
      }
      times[length / COLUMNS] = time;
      rows[length++] = current;
      rows[length++] = ready;
      rows[length++] = recommended;
      rows[length++] = desired;
    }

    ReplayResult result(Instant start, ReplayFigures figures) {
      return new ReplayResult(
          start, Arrays.copyOf(times, length / COLUMNS), Arrays.copyOf(rows, length), figures);
    }
  }

  /** The key figures. */
  public ReplayFigures figures() {
    return figures;
  }

  /** The number of syncs, including those of the warm-up. */
  public int syncs() {
    return times.length;
  }

  /** The time of a sync; the first is the start of the load. */
  public Instant at(int sync) {
    return start.plusMillis(times[sync]);
  }

  /** The replicas before a sync. */
  public int current(int sync) {
    return syncs[COLUMNS * sync];
  }

  /** The ready pods at a sync. */
  public int ready(int sync) {
    return syncs[COLUMNS * sync + 1];
  }

  /**
   * The replicas computed from the metrics, before stabilization and limits; the desired ones if no
   * metric was evaluated.
   */
  public int recommended(int sync) {
    return syncs[COLUMNS * sync + 2];
  }

  /** The replicas after a sync. */
  public int desired(int sync) {
    return syncs[COLUMNS * sync + 3];
  }
}
