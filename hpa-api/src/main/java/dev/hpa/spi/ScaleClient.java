package dev.hpa.spi;

import dev.hpa.api.CrossVersionObjectReference;

/** Reads and writes the scale subresource of scale targets. Thread-safe; calls block. */
public interface ScaleClient extends AutoCloseable {

  /**
   * Maps the kind of the target to its resource and reads its scale.
   *
   * @throws ScaleException if the kind is unknown or the scale cannot be read
   */
  TargetScale read(String namespace, CrossVersionObjectReference target) throws ScaleException;

  /**
   * Reads the scale of a target again, without mapping its kind.
   *
   * @throws ScaleException if the scale cannot be read
   */
  TargetScale reread(TargetScale target) throws ScaleException;

  /**
   * Writes {@code spec.replicas}; the server rejects the write if the resourceVersion has changed
   * since the read.
   *
   * @return the scale after the write
   * @throws ScaleException with {@link ScaleException.Reason#CONFLICT} if the resourceVersion has
   *     changed
   */
  TargetScale write(TargetScale target) throws ScaleException;

  /**
   * Releases all resources. Called once, after running calls have been interrupted; a call that
   * ignores the interrupt may still run. Later calls return or throw {@link IllegalStateException}.
   */
  @Override
  default void close() {}
}
