package dev.hpa.sandbox.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.faults.Fault;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A sandbox in which a minute takes two seconds, for a client that does the same again and again:
 * once in ordinary tests, for {@code clients.seconds} with the profile {@code clients}.
 */
final class Rounds {

  private static final double SPEED = 30;

  private Rounds() {}

  /** What a client does with a sandbox before its rounds. */
  @FunctionalInterface
  interface Client {
    Round join(Sandbox sandbox) throws Exception;
  }

  /** One round of it; closed after the last. */
  interface Round extends AutoCloseable {

    /**
     * @param number counts from 0
     */
    void run(int number) throws Exception;

    /** What is seen after the server was away and its log is forgotten. */
    void afterReturn(int number) throws Exception;

    @Override
    void close();
  }

  /** Lets a client do its rounds; nobody may have complained in the end. */
  static void of(Client client) throws Exception {
    Duration time = Duration.ofSeconds(Long.getLong("clients.seconds", 0));
    long end = System.nanoTime() + time.toNanos();
    try (Complaints complaints = Complaints.heard();
        Timeline timeline = Timeline.scaled(SPEED, Instant.parse("2026-01-01T00:00:00Z"));
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(timeline))) {
      try (Round round = client.join(sandbox)) {
        int number = 0;
        do {
          round.run(number);
          goAway(sandbox);
          round.afterReturn(number);
          number++;
        } while (System.nanoTime() < end);
        // Before the client ends: what it says of its own threads then is not about the server.
        assertEquals(List.of(), complaints.lines());
      }
    }
  }

  /** Connections break, and whoever comes back finds its place in the log gone. */
  private static void goAway(Sandbox sandbox) throws IOException {
    sandbox.faults().add(Fault.parse("expire-watch:first=1"));
    sandbox.stopServing();
    sandbox.serveAgain();
  }
}
