package dev.hpa.controller.queue;

/**
 * The memory of one sync: of the pods that it holds while it waits, and of the results of its
 * metrics. Thread-safe.
 */
public interface SyncMemory {

  /** That of a sync beside which no others run: unlimited. */
  SyncMemory UNLIMITED =
      new SyncMemory() {
        @Override
        public void take(long bytes) {}

        @Override
        public void expect(long bytes) {}

        @Override
        public boolean add(long bytes) {
          return true;
        }

        @Override
        public DeferredSyncException deferred() {
          return new DeferredSyncException("unlimited");
        }
      };

  /**
   * Takes memory for what the sync holds.
   *
   * @param bytes at least what it takes
   * @throws DeferredSyncException if others use it
   */
  void take(long bytes);

  /**
   * Takes memory before results are read, as a source can build those of many autoscalers at once.
   *
   * @param bytes about what the results take
   * @throws DeferredSyncException if others use it
   */
  void expect(long bytes);

  /**
   * Adds a result; it counts in place of what is expected.
   *
   * @param bytes at least what it takes
   * @return false if others use the memory: then the sync ends with {@link #deferred}
   */
  boolean add(long bytes);

  /** The end of a sync for which there is no memory. */
  DeferredSyncException deferred();
}
