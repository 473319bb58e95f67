package dev.hpa.cli.dashboard;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.UsageException;
import dev.hpa.app.serving.DebugServer;
import dev.hpa.app.serving.Pages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a dashboard is served.
 *
 * @param flag the flag that sets the address, for messages
 * @param address null for port 8080 of the loopback address, or any port of it if that is in use
 */
public record PageAddress(String flag, @Nullable InetSocketAddress address) {

  /** The description of the default, for flags. */
  public static final String DEFAULT = "127.0.0.1:8080, or any port of 127.0.0.1 if that is in use";

  private static final int PORT = 8080;

  /**
   * Parses {@code HOST:PORT}.
   *
   * @param text null for the default
   * @throws UsageException if it is not an address
   */
  public static PageAddress parse(String flag, @Nullable String text) {
    if (text == null) {
      return new PageAddress(flag, null);
    }
    int colon = text.lastIndexOf(':');
    try {
      if (colon > 0) {
        return new PageAddress(
            flag,
            new InetSocketAddress(
                text.substring(0, colon), Integer.parseInt(text.substring(colon + 1))));
      }
    } catch (IllegalArgumentException malformed) {
      throw invalid(flag, text);
    }
    throw invalid(flag, text);
  }

  private static UsageException invalid(String flag, String text) {
    return new UsageException(
        flag + ": \"" + text + "\" is not an address; write HOST:PORT, such as 127.0.0.1:8080");
  }

  /**
   * Starts a server of some pages.
   *
   * @throws IOException if the address cannot be listened on
   */
  DebugServer serve(Pages pages, Timeline pace) throws IOException {
    if (address != null) {
      return DebugServer.start(flag, address, pages, pace);
    }
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try {
      return DebugServer.start(flag, new InetSocketAddress(loopback, PORT), pages, pace);
    } catch (IOException inUse) {
      return DebugServer.start(flag, new InetSocketAddress(loopback, 0), pages, pace);
    }
  }
}
