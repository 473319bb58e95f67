package dev.hpa.controller.log;

import java.util.Collection;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The secrets that must not appear in log lines. They are known to the whole process, because every
 * line of it may repeat them. Thread-safe.
 */
public final class LogSecrets {

  private static final AtomicReference<Redactor> REDACTOR = new AtomicReference<>(Redactor.NONE);

  private LogSecrets() {}

  /** Redacts these secrets in all log lines from now on, as long as the process runs. */
  public static void redact(Collection<String> secrets) {
    REDACTOR.updateAndGet(known -> known.and(secrets));
  }

  /** Redacts the secrets that are known now. */
  public static Redactor redactor() {
    return REDACTOR.get();
  }
}
