package dev.hpa.app.serving;

import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads files again periodically, on a platform thread: a file system that hangs would stop the
 * thread that runs all virtual threads. While a read hangs, no other one begins.
 */
final class FileReload {

  private final String name;
  private final Runnable read;
  private final AtomicBoolean isReading = new AtomicBoolean();

  private FileReload(String name, Runnable read) {
    this.name = name;
    this.read = read;
  }

  /**
   * Begins to read every {@code period}.
   *
   * @param name name of the thread
   */
  static Timeline.Scheduled every(Timeline timeline, Duration period, String name, Runnable read) {
    return timeline.every(period, new FileReload(name, read)::begin);
  }

  private void begin() {
    if (isReading.compareAndSet(false, true)) {
      Thread.ofPlatform().daemon().name(name).start(this::run);
    }
  }

  private void run() {
    try {
      read.run();
    } finally {
      isReading.set(false);
    }
  }
}
