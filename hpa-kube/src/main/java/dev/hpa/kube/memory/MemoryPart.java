package dev.hpa.kube.memory;

/**
 * The parts of the heap that the pool divides among what others determine the size of. Together
 * they are 70 % of it at most, so that all of them can be full; the rest is for what this process
 * determines itself.
 */
public enum MemoryPart {
  /** The pods and the values of metrics of syncs, from their plans to their ends, by namespace. */
  SYNCS(16, 8),
  /** Those of explanations, which readers of the dashboard request, by namespace. */
  EXPLANATIONS(4, 2),
  /** Decisions that are kept for the dashboard, by HPA. */
  HISTORY(4, 1),
  /** Saved state while it is read, by shard. */
  STATE(4, 1),
  /** Recorded loads of forecasts, by namespace. */
  FORECASTS(6, 8),
  /** Comparisons of shadow mode that wait, by namespace. */
  SHADOW(4, 8),
  /** Changes of pods that shadow mode keeps for them. */
  CHANGES(2, 1),
  /** Responses of metrics and other APIs while they are read, by API. */
  RESPONSES(4, 2),
  /** One of them that is too large to be read beside others. */
  LARGE_RESPONSE(13, 1),
  /** Pages of lists while they are read, by API. */
  LISTS(2, 2),
  /** One of them that is too large to be read beside others. */
  LARGE_LIST(7, 1),
  /** What the port sends, until clients have received it: of the dashboard, and of others. */
  PORT(4, 2);

  private final int percent;
  private final int owners;

  /**
   * @param percent of the heap
   * @param owners how many owners can fill the part; each takes at most this fraction of it
   */
  MemoryPart(int percent, int owners) {
    this.percent = percent;
    this.owners = owners;
  }

  /** The size of the part, in bytes. */
  long of(long heap) {
    return heap / 100 * percent;
  }

  /** What one owner takes of a part at most, in bytes. */
  long ofOwner(long heap) {
    return of(heap) / owners;
  }

  /** Of the heap. */
  int percent() {
    return percent;
  }
}
