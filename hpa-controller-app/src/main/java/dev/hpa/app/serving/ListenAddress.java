package dev.hpa.app.serving;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.util.Locale;

/** Checks that an address can be listened on. */
public final class ListenAddress {

  private ListenAddress() {}

  /**
   * Listens briefly, so that the start fails before anything else is opened.
   *
   * @throws IOException if the address is not local, the port is in use, or the permission is
   *     missing
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

  /** The error message; it begins with upstream's text. */
  static String problem(Throwable failure, ServingOptions options) {
    String host = options.bindAddress().isEmpty() ? "0.0.0.0" : options.bindAddress();
    String given = shown(host, options.port());
    // Go prints :: for 0.0.0.0, because it listens on both.
    String tried = host.equals("::") ? shown("0.0.0.0", options.port()) : given;
    return "failed to create listener: failed to listen on %s: listen tcp %s: %s; %s"
        .formatted(
            given,
            tried,
            cause(failure),
            "choose another address with --bind-address or another port with --secure-port");
  }

  private static String shown(String host, int port) {
    // IPv4-mapped IPv6 addresses are printed as IPv4.
    return InetAddress.ofLiteral(host) instanceof Inet6Address
        ? "[" + host.toLowerCase(Locale.ROOT) + "]:" + port
        : InetAddress.ofLiteral(host).getHostAddress() + ":" + port;
  }

  /** The system error in Go's words. */
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
