package dev.hpa.kube.client;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
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

  /**
   * The first proxy for an address; null for none.
   *
   * @param selector such as that of Java's properties
   */
  static @Nullable ProxyAddress of(@Nullable ProxySelector selector, URI address) {
    try {
      List<Proxy> proxies = selector == null ? List.of() : selector.select(address);
      return proxies.isEmpty() ? null : of(proxies.getFirst());
    } catch (IllegalArgumentException noHost) {
      return null;
    }
  }

  /** The address of a proxy; null for a direct connection. */
  static @Nullable ProxyAddress of(Proxy java) {
    if (!(java.address() instanceof InetSocketAddress proxy)) {
      return null;
    }
    String host = proxy.getHostString();
    return new ProxyAddress(
        URI.create(
            (java.type() == Proxy.Type.SOCKS ? "socks5://" : "http://")
                + (host.contains(":") ? "[" + host + "]" : host)
                + ":"
                + proxy.getPort()));
  }

  /** Whether it is a SOCKS proxy, otherwise an HTTP proxy. */
  boolean isSocks() {
    return uri.getScheme().equals("socks5");
  }

  /** Whether an HTTP proxy is connected to with TLS. */
  boolean isTls() {
    return uri.getScheme().equals("https");
  }

  /** The SOCKS proxy for Java's sockets. */
  Proxy socks() {
    return new Proxy(Proxy.Type.SOCKS, new InetSocketAddress(host(), port()));
  }

  /** The value of the header {@code Proxy-Authorization}; null for none. */
  @Nullable String authorization() {
    String user = uri.getUserInfo();
    if (user == null) {
      return null;
    }
    String credentials = user.contains(":") ? user : user + ":";
    return "Basic "
        + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
  }

  /** The host, an IPv6 address without brackets. */
  String host() {
    return uri.getHost().replaceAll("[\\[\\]]", "");
  }

  int port() {
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
