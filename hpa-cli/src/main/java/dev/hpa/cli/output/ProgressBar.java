package dev.hpa.cli.output;

import dev.hpa.api.SafeText;
import java.io.Console;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The progress of long work: a bar in one line of a terminal that is redrawn, and elsewhere a line
 * every 30 seconds. Used by one thread.
 */
public final class ProgressBar {
  private static final String HOME_AND_CLEAR = "\r\u001b[K";
  private static final int WIDTH = 30;
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration LINES = Duration.ofSeconds(30);

  private final PrintStream out;
  private final boolean isShown;
  private final InstantSource clock;
  private Instant drawn = Instant.EPOCH;

  /**
   * @param isShown whether the output is a terminal
   */
  public ProgressBar(PrintStream out, boolean isShown, InstantSource clock) {
    this.out = out;
    this.isShown = isShown;
    this.clock = clock;
  }

  /** A bar on standard error, if that and standard output are a terminal. */
  public static ProgressBar onTerminal() {
    boolean isTerminal =
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return new ProgressBar(System.err, isTerminal, InstantSource.system());
  }

  /** Draws the bar, at most 10 times per second; or prints a line if 30 s have passed. */
  public void show(int done, int total, String unit) {
    Instant now = clock.instant();
    if (!isShown) {
      line(now, done + "/" + total + " " + unit);
      return;
    }
    if (done < total && now.isBefore(drawn.plus(PAUSE))) {
      return;
    }
    drawn = now;
    int filled = total == 0 ? WIDTH : (int) Math.min(WIDTH, (long) WIDTH * done / total);
    out.print(
        HOME_AND_CLEAR
            + "["
            + "#".repeat(filled)
            + " ".repeat(WIDTH - filled)
            + "] "
            + done
            + "/"
            + total
            + " "
            + SafeText.line(unit));
    out.flush();
  }

  private void line(Instant now, String text) {
    if (drawn.equals(Instant.EPOCH)) {
      drawn = now;
    } else if (!now.isBefore(drawn.plus(LINES))) {
      drawn = now;
      out.println(SafeText.line(text));
    }
  }

  /** Removes the bar. */
  public void clear() {
    if (isShown) {
      out.print(HOME_AND_CLEAR);
      out.flush();
    }
  }
}
