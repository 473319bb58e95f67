package dev.hpa.controller.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** The lines of a run: all of them as a checksum, the last ones as text. Used by one thread. */
final class WorldLog {

  private static final int KEPT = 4_000;
  private static final long FACTOR = 1_099_511_628_211L;

  private final Deque<String> last = new ArrayDeque<>();
  private final Consumer<String> reader;
  private long checksum;
  private long count;

  /**
   * @param reader receives each line too
   */
  WorldLog(Consumer<String> reader) {
    this.reader = reader;
  }

  void line(Instant at, String text) {
    String line = "%10.3f %s".formatted(Duration.between(World.START, at).toMillis() / 1e3, text);
    checksum = checksum * FACTOR + line.hashCode();
    count++;
    last.add(line);
    if (last.size() > KEPT) {
      last.remove();
    }
    reader.accept(line);
  }

  /** Equal for equal lines. */
  String checksum() {
    return count + " lines, " + Long.toHexString(checksum);
  }

  List<String> last() {
    return List.copyOf(last);
  }
}
