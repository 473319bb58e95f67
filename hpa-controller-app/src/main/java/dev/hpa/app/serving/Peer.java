package dev.hpa.app.serving;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Clients, as far as a server distinguishes them without authentication: by their address. In IPv6
 * the first 64 bits count: a host chooses the others (RFC 4291, section 2.5.1).
 */
final class Peer {

  private static final int NETWORK_BYTES = 8;

  private Peer() {}

  /** The address without the port; empty if the connection is closed. */
  static String of(@Nullable SocketAddress address) {
    return switch (address) {
      case InetSocketAddress remote when remote.getAddress() instanceof Inet6Address host ->
          network(host) + "/64";
      case InetSocketAddress remote when remote.getAddress() != null ->
          remote.getAddress().getHostAddress();
      case null, default -> "";
    };
  }

  private static String network(Inet6Address host) {
    byte[] network = Arrays.copyOf(host.getAddress(), host.getAddress().length);
    Arrays.fill(network, NETWORK_BYTES, network.length, (byte) 0);
    try {
      return InetAddress.getByAddress(network).getHostAddress();
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
