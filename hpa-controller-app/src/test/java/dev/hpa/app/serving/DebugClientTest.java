package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.Test;

class DebugClientTest {

  @Test
  void aFailureNamesTheAddress() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> closeOne(server));
      URI address = DebugClient.address("127.0.0.1:" + server.getLocalPort());
      IOException failure =
          assertThrows(IOException.class, () -> DebugClient.ask(address, "shop/web"));
      assertEquals("the controller at " + address + ": EOF", failure.getMessage());
    }
  }

  /** Reads the beginning of a request, so that closing is no reset, and answers nothing. */
  private static void closeOne(ServerSocket server) {
    try (Socket accepted = server.accept()) {
      if (accepted.getInputStream().read(new byte[1 << 12]) < 0) {
        throw new IOException("no request");
      }
    } catch (IOException ended) {
      throw new IllegalStateException(ended);
    }
  }
}
