package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("security")
class PeerTest {

  @ParameterizedTest
  @CsvSource({
    "192.0.2.7, 192.0.2.7",
    "2001:db8:1:2:3:4:5:6, 2001:db8:1:2:3:4:5:6",
    "2001:db8:1:2::7, 2001:db8:1:2:0:0:0:7",
    "::ffff:192.0.2.7, 192.0.2.7",
    "::1, 0:0:0:0:0:0:0:1"
  })
  void theAddressCounts(String address, String peer) throws Exception {
    assertEquals(peer, Peer.of(new InetSocketAddress(InetAddress.getByName(address), 4000)));
  }

  @Test
  void aClosedConnectionHasNone() {
    assertEquals("", Peer.of(null));
    assertEquals("", Peer.of(InetSocketAddress.createUnresolved("shop.example", 4000)));
  }
}
