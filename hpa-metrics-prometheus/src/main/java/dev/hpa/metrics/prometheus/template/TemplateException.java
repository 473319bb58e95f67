package dev.hpa.metrics.prometheus.template;

import java.io.Serial;

/** A template that cannot be parsed or executed; the message is one line. */
public final class TemplateException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public TemplateException(String message) {
    super(message);
  }

  /** What Go's templates have and these do not. */
  static TemplateException unsupported(String kind, String name, String instead) {
    return new TemplateException("%s \"%s\" is not supported; %s".formatted(kind, name, instead));
  }
}
