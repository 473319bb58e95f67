package dev.hpa.kube.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The connection broke after a request was sent and before an answer came. */
public class ConnectionLostException extends IOException {

  private static final long serialVersionUID = 1;

  public ConnectionLostException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
