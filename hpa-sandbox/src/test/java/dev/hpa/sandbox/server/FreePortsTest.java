package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class FreePortsTest {

  @Test
  void noPortIsOneOfConnectionsOrReturnedTwice() throws Exception {
    int port = FreePorts.next();
    assertTrue(port >= 10_000 && port < 30_000, "port " + port);
    assertNotEquals(port, FreePorts.next());
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertEquals(port, socket.getLocalPort());
    }
  }
}
