package dev.hpa.app.serving;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.util.Locale;

/** Whether an address can be listened on, and the text for one that cannot. */
public final class ListenAddress {

  private ListenAddress() {}

  /**
   * Listens for a moment, so that a start fails before anything else is opened.
   *
   * @throws IOException when the address does not belong to this machine, the port is in use, or
   *     the process may not have it
   */
  public static void require(ServingOptions options) throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      if (options.sharedPort()) {
        probe.setOption(StandardSocketOptions.SO_REUSEPORT, true);
      }
      probe.bind(
          options.bindAddress().isEmpty()
              ? new InetSocketAddress(options.port())
              : new InetSocketAddress(options.bindAddress(), options.port()));
    } catch (IOException failure) {
      throw new IOException(problem(failure, options), failure);
    }
  }

  /** The line for a failure to listen, as upstream begins it. */
  static String problem(Throwable failure, ServingOptions options) {
    String host = options.bindAddress().isEmpty() ? "0.0.0.0" : options.bindAddress();
    String given = shown(host, options.port());
    // Go listens on 0.0.0.0 too when it is asked for ::, and names that address.
    String tried = host.equals("::") ? shown("0.0.0.0", options.port()) : given;
    return "failed to create listener: failed to listen on %s: listen tcp %s: %s; %s"
        .formatted(
            given,
            tried,
            cause(failure),
            "choose another address with --bind-address or another port with --secure-port");
  }

  private static String shown(String host, int port) {
    // An IPv4 address in the form of IPv6 is written as IPv4.
    return InetAddress.ofLiteral(host) instanceof Inet6Address
        ? "[" + host.toLowerCase(Locale.ROOT) + "]:" + port
        : InetAddress.ofLiteral(host).getHostAddress() + ":" + port;
  }

  /** What the system says, as Go writes it. */
  static String cause(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      String message = each.getMessage();
      if (each instanceof BindException && message != null) {
        String text = message.replaceFirst("\\s*\\(.*", "");
        return "bind: "
            + (text.toLowerCase(Locale.ROOT).contains("permission denied")
                ? "permission denied"
                : text.toLowerCase(Locale.ROOT));
      }
    }
    return String.valueOf(failure.getMessage());
  }
}
