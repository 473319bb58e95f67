package dev.hpa.kube.client;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.Credentials;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** The {@code proxy-url} of a cluster, through which all requests to it go. */
final class ProxyAddress {

  private final URI uri;

  private ProxyAddress(URI uri) {
    this.uri = uri;
  }

  /**
   * @param url a URL for which {@link #problem} returns null
   */
  static ProxyAddress of(String url) {
    return new ProxyAddress(URI.create(lowerScheme(url)));
  }

  /** The problem of a URL; null if it is usable. */
  static @Nullable String problem(String url) {
    URI uri;
    try {
      uri = new URI(lowerScheme(url));
    } catch (URISyntaxException malformed) {
      return "could not parse: " + masked(url);
    }
    String scheme = uri.getScheme();
    if (scheme == null
        || (!scheme.equals("http") && !scheme.equals("https") && !scheme.equals("socks5"))) {
      return "unsupported scheme \""
          + (scheme == null ? "" : scheme)
          + "\", must be http, https, or socks5";
    }
    if (uri.getHost() == null) {
      return "it names no host; write it like http://proxy.example:3128";
    }
    return scheme.equals("socks5") && uri.getUserInfo() != null
        ? "a SOCKS proxy with user and password is not supported; use one without, or an HTTP proxy"
        : null;
  }

  /** Schemes are not case-sensitive. */
  private static String lowerScheme(String url) {
    int end = Math.max(0, url.indexOf(':'));
    return url.substring(0, end).toLowerCase(Locale.ROOT) + url.substring(end);
  }

  /** The address without its password. */
  static String masked(String url) {
    return url.replaceFirst("//([^/@:]*):[^/@]*@", "//$1:***@");
  }

  /** Configures a client to use the proxy. */
  OkHttpClient.Builder apply(OkHttpClient.Builder client, SSLSocketFactory tls) {
    boolean isSocks = uri.getScheme().equals("socks5");
    client.proxy(
        new Proxy(
            isSocks ? Proxy.Type.SOCKS : Proxy.Type.HTTP,
            InetSocketAddress.createUnresolved(uri.getHost(), port())));
    if (uri.getScheme().equals("https")) {
      client.socketFactory(new TlsProxySocketFactory(tls));
    }
    String user = uri.getUserInfo();
    if (user != null) {
      int colon = user.indexOf(':');
      String credentials =
          Credentials.basic(
              colon < 0 ? user : user.substring(0, colon),
              colon < 0 ? "" : user.substring(colon + 1),
              StandardCharsets.UTF_8);
      client.proxyAuthenticator(
          (route, response) ->
              response.request().header("Proxy-Authorization") != null
                      && !response.message().equals("Preemptive Authenticate")
                  ? null
                  : response
                      .request()
                      .newBuilder()
                      .header("Proxy-Authorization", credentials)
                      .build());
    }
    return client;
  }

  private int port() {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return switch (uri.getScheme()) {
      case "https" -> 443;
      case "socks5" -> 1080;
      default -> 80;
    };
  }

  /** The URL, as exec plug-ins receive it. */
  @Override
  public String toString() {
    return uri.toString();
  }
}
