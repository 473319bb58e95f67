package dev.hpa.kube.http;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** An HTTP response whose body has not been read. */
public interface TransportResponse extends AutoCloseable {

  /** The HTTP status code. */
  int code();

  /** The first header with the name; null if absent. */
  @Nullable String header(String name);

  /** The body; reads fail if the connection breaks. */
  InputStream body();

  /**
   * Closes the connection, and the idle ones to the same server: this response belongs to another
   * request.
   */
  void distrust();

  @Override
  void close();
}
