package dev.hpa.spi;

import dev.hpa.api.CrossVersionObjectReference;

/** Reads and writes the scale of a target. Thread-safe; calls block. */
public interface ScaleClient extends AutoCloseable {

  /** Finds the target's resource and reads its scale. */
  TargetScale read(String namespace, CrossVersionObjectReference target) throws ScaleException;

  /** Reads the scale of a known target anew. */
  TargetScale reread(TargetScale target) throws ScaleException;

  /**
   * Writes {@code spec.replicas}, guarded by the resourceVersion that was read.
   *
   * @return the scale after the write
   */
  TargetScale write(TargetScale target) throws ScaleException;

  /** Releases what the client holds. */
  @Override
  default void close() {}
}
