package dev.hpa.app.serving;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Clients, as far as a server distinguishes them without authentication: by their address. The
 * addresses of a node and of its pods may differ in the last bits only, in IPv6 too.
 */
final class Peer {

  private Peer() {}

  /** The address without the port; empty if the connection is closed. */
  static String of(@Nullable SocketAddress address) {
    return address instanceof InetSocketAddress remote && remote.getAddress() != null
        ? remote.getAddress().getHostAddress()
        : "";
  }
}
