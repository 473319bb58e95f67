package dev.hpa.cli.demo;

import java.time.Instant;

/**
 * An event of the autoscaler.
 *
 * @param at the cluster's time
 * @param type {@link #NORMAL} or {@link #WARNING}
 * @param reason the short reason in camel case
 * @param message the text for people
 */
public record ChartEvent(Instant at, String type, String reason, String message) {

  public static final String NORMAL = "Normal";
  public static final String WARNING = "Warning";
}
