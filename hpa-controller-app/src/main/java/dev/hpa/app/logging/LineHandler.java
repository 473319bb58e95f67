package dev.hpa.app.logging;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/** Writes lines to a shared stream, which is never closed. */
final class LineHandler extends Handler {

  private final OutputStream to;
  private final @Nullable ScheduledExecutorService flushes;

  /** Flushes periodically; a period of 0 flushes after each line. */
  LineHandler(OutputStream to, Formatter formatter, Duration flushEvery) {
    this.to = to;
    setFormatter(formatter);
    setLevel(Level.ALL);
    flushes = flushEvery.isZero() ? null : flusher(flushEvery.toNanos());
  }

  private ScheduledExecutorService flusher(long nanos) {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("log").factory());
    var _ = timer.scheduleAtFixedRate(this::flush, nanos, nanos, TimeUnit.NANOSECONDS);
    return timer;
  }

  @Override
  public synchronized void publish(@Nullable LogRecord line) {
    if (line == null || !isLoggable(line)) {
      return;
    }
    try {
      to.write(getFormatter().format(line).getBytes(StandardCharsets.UTF_8));
      if (flushes == null) {
        to.flush();
      }
    } catch (IOException failure) {
      reportError(null, failure, ErrorManager.WRITE_FAILURE);
    }
  }

  @Override
  public synchronized void flush() {
    try {
      to.flush();
    } catch (IOException failure) {
      reportError(null, failure, ErrorManager.FLUSH_FAILURE);
    }
  }

  @Override
  public void close() {
    if (flushes != null) {
      flushes.shutdownNow();
    }
    flush();
  }
}
