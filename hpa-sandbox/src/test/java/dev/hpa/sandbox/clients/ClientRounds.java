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
 * Runs a client against a sandbox at 30 times real time: one round in ordinary tests, rounds for
 * {@code clients.seconds} with the profile {@code clients}.
 */
final class ClientRounds {

  private static final double SPEED = 30;

  private ClientRounds() {}

  /** Sets a client up before its rounds. */
  @FunctionalInterface
  interface Client {
    Round join(Sandbox sandbox) throws Exception;
  }

  /** A round; closed after the last. */
  interface Round extends AutoCloseable {

    /**
     * @param number from 0
     */
    void run(int number) throws Exception;

    /** Checks the state after a restart of the server with a compacted log. */
    void afterReturn(int number) throws Exception;

    @Override
    void close();
  }

  /** Runs the rounds of a client; fails if anything was logged. */
  static void of(Client client) throws Exception {
    Duration time = Duration.ofSeconds(Long.getLong("clients.seconds", 0));
    long end = System.nanoTime() + time.toNanos();
    try (LoggedWarnings complaints = LoggedWarnings.heard();
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
        // Before the client is closed: what its threads log afterwards is not about the server.
        assertEquals(List.of(), complaints.lines());
      }
    }
  }

  /** Breaks connections, and expires watches that reconnect. */
  private static void goAway(Sandbox sandbox) throws IOException {
    sandbox.faults().add(Fault.parse("expire-watch:first=1"));
    sandbox.stopServing();
    sandbox.serveAgain();
  }
}
