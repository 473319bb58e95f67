package dev.hpa.controller.log;

import java.util.Collection;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The secrets that must not appear in log lines. They are global to the process, because every line
 * may contain them. Thread-safe.
 */
public final class LogSecrets {

  private static final AtomicReference<Redactor> REDACTOR = new AtomicReference<>(Redactor.NONE);

  private LogSecrets() {}

  /** Redacts these secrets in all log lines from now on until the process ends. */
  public static void redact(Collection<String> secrets) {
    REDACTOR.updateAndGet(known -> known.and(secrets));
  }

  /** A redactor of the current secrets. */
  public static Redactor redactor() {
    return REDACTOR.get();
  }
}
