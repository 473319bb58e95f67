package dev.hpa.metrics.prometheus.template;

import java.io.Serial;

/** A template that cannot be parsed or executed; the message is one line. */
public final class TemplateException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public TemplateException(String message) {
    super(message);
  }
}
