package dev.hpa.cli.query;

import java.time.Duration;

/**
 * How the usage of CPU follows from the counters of containers.
 *
 * @param function of PromQL
 * @param window the time that it looks at
 * @param lag how much later than the usage itself its samples are, on average
 */
public record UsageRate(String function, Duration window, Duration lag) {

  /** Smooth, and right with two samples of a container each minute; for loads of days. */
  public static final UsageRate SMOOTH =
      new UsageRate("rate", Duration.ofMinutes(3), Duration.ofSeconds(90));

  /**
   * The usage between the last two scrapes, which are the times that it can be known of. The window
   * has no room for more: a deleted pod counts as long as two of its scrapes are in it.
   *
   * @param scrapeInterval of the containers, in whole seconds
   */
  public static UsageRate between(Duration scrapeInterval) {
    Duration late = Duration.ofSeconds(scrapeInterval.toSeconds() / 3);
    return new UsageRate("irate", scrapeInterval.multipliedBy(2).plus(late), scrapeInterval);
  }

  /** The expression of the rate of a counter. */
  String of(String counter) {
    return "%s(%s[%s])"
        .formatted(
            function,
            counter,
            window.toSecondsPart() == 0 ? window.toMinutes() + "m" : window.toSeconds() + "s");
  }
}
