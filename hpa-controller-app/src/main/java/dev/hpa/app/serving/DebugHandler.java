package dev.hpa.app.serving;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.HostPort;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests whose Host header is localhost or the address of this server. This prevents DNS
 * rebinding: the browser of a web page whose name resolves to this address sends that name.
 */
final class DebugHandler extends DispatchingHandler {

  private final String configured;
  private final PageResponse refusal;

  /**
   * @param flag the flag that configures the address
   * @param configured the host of the address
   */
  DebugHandler(ConnectionTracker tracker, Pages pages, String flag, String configured) {
    super(tracker, pages);
    this.refusal =
        PageResponse.text(
            403,
            "403 Forbidden: the Host header names another server; use localhost or the address of "
                + flag
                + "\n");
    this.configured = normalized(configured);
  }

  @Override
  PageResponse answer(Request request, Exchange exchange) throws IOException {
    String host = request.getHeaders().get(HttpHeader.HOST);
    if (host == null) {
      host = request.getHttpURI().getAuthority();
    }
    boolean own =
        host == null
            ? request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_0
            : isOwn(host, request);
    return own ? reply(request, exchange) : refusal;
  }

  private boolean isOwn(String header, Request request) {
    String host;
    try {
      host = normalized(HostPort.unsafe(header).getHost());
    } catch (IllegalArgumentException malformed) {
      return false;
    }
    if (host.equals("localhost") || (!configured.isEmpty() && host.equals(configured))) {
      return true;
    }
    InetAddress literal = literal(host);
    return literal != null
        && (literal.isLoopbackAddress()
            || (request.getConnectionMetaData().getLocalSocketAddress()
                    instanceof InetSocketAddress local
                && literal.equals(local.getAddress())));
  }

  /** The address; null if the text is a name. */
  private static @Nullable InetAddress literal(String host) {
    try {
      return InetAddress.ofLiteral(host);
    } catch (IllegalArgumentException name) {
      return null;
    }
  }

  private static String normalized(@Nullable String host) {
    String bare = host == null ? "" : host.toLowerCase(Locale.ROOT);
    return bare.startsWith("[") && bare.endsWith("]") ? bare.substring(1, bare.length() - 1) : bare;
  }
}
