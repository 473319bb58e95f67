package dev.hpa.sandbox.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for processes that are given one. A port that the system chooses is one of those of
 * outgoing connections, and may be used by one before the process listens: these are below them,
 * and each is returned once in a process. Thread-safe.
 */
public final class FreePorts {

  private static final int FIRST = 10_000;

  /** Linux uses 32,768 and more for connections. */
  private static final int COUNT = 20_000;

  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

  private FreePorts() {}

  /**
   * A loopback port at which nothing listens.
   *
   * @throws IOException if there is none
   */
  public static int next() throws IOException {
    for (int i = 0; i < COUNT; i++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IOException("no loopback port from " + FIRST + " on is free");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException used) {
      return false;
    }
  }
}
