package dev.hpa.kube.http;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** An answer of the server, its body still to be read. */
public interface HttpAnswer extends AutoCloseable {

  /** The HTTP code. */
  int code();

  /** The first header of a name, or null. */
  @Nullable String header(String name);

  /** The body; a read fails when the connection breaks. */
  InputStream body();

  @Override
  void close();
}
