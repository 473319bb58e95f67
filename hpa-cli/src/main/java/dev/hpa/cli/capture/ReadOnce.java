package dev.hpa.cli.capture;

import dev.hpa.spi.KubernetesApiException;
import org.jspecify.annotations.Nullable;

/** A read whose result, or failure, is kept. Used by one thread. */
final class ReadOnce<T> {

  /** Reads from the API server. */
  @FunctionalInterface
  interface Read<T> {
    T read() throws KubernetesApiException;
  }

  private final Read<T> read;
  private @Nullable T value;
  private @Nullable KubernetesApiException failure;

  ReadOnce(Read<T> read) {
    this.read = read;
  }

  T get() throws KubernetesApiException {
    if (failure != null) {
      throw failure;
    }
    T known = value;
    if (known != null) {
      return known;
    }
    try {
      T fresh = read.read();
      value = fresh;
      return fresh;
    } catch (KubernetesApiException failed) {
      failure = failed;
      throw failed;
    }
  }
}
