package dev.hpa.kube.client;

import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of an API server.
 *
 * @param text the URL without a password, for messages
 * @param isTls whether its scheme is {@code https}, otherwise it is {@code http}
 * @param host name or IP address, without brackets
 * @param label host, and port if the URL has one, as metric labels show them
 * @param root the path above all paths of the server, without a slash at its end
 */
record ServerAddress(String text, boolean isTls, String host, int port, String label, String root) {

  /** Host and port; URI knows neither hosts with underscores nor those with other letters. */
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[^\\[\\]]+]|[^\\[\\]:/?#@\\s]+)(?::(\\d{0,5}))?");

  private static final int MAX_PORT = 65535;

  /** Parses a URL with the scheme {@code http} or {@code https}; null if it is none. */
  static @Nullable ServerAddress parse(String url) {
    int end = url.indexOf("://");
    String scheme = end < 0 ? "" : url.substring(0, end).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return null;
    }
    String rest = url.substring(end + 3);
    String authority = rest.split("[/?#]", 2)[0];
    String label = authority.substring(authority.lastIndexOf('@') + 1);
    Matcher parts = AUTHORITY.matcher(label);
    if (!parts.matches()) {
      return null;
    }
    String digits = parts.group(2);
    boolean isTls = scheme.equals("https");
    int port = digits == null || digits.isEmpty() ? defaultPort(isTls) : Integer.parseInt(digits);
    String host = host(parts.group(1));
    String path = rest.substring(authority.length()).split("[?#]", 2)[0];
    return host == null || port < 1 || port > MAX_PORT
        ? null
        : new ServerAddress(
            ProxyAddress.masked(url), isTls, host, port, label, path.replaceFirst("/+$", ""));
  }

  private static @Nullable String host(String shown) {
    if (shown.startsWith("[")) {
      return shown.substring(1, shown.length() - 1);
    }
    try {
      return IDN.toASCII(shown).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  private static int defaultPort(boolean isTls) {
    return isTls ? 443 : 80;
  }

  /** The scheme, host and port, without a path. */
  URI origin() {
    return URI.create((isTls ? "https://" : "http://") + authority());
  }

  /** The value of the {@code Host} header: the port is omitted if it is that of the scheme. */
  String authority() {
    return hostAsInUrls() + (port == defaultPort(isTls) ? "" : ":" + port);
  }

  /** Host and port, as the target of a tunnel. */
  String hostAndPort() {
    return hostAsInUrls() + ":" + port;
  }

  private String hostAsInUrls() {
    return host.contains(":") ? "[" + host + "]" : host;
  }

  /**
   * Path and query on the server of the target of a request. Characters that URLs do not have are
   * escaped.
   */
  String pathAndQuery(String target) {
    if (target.startsWith("/") && !target.contains("/.") && isPlain(target)) {
      return root + target;
    }
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    // With the root: what is above it is not requested.
    String normal = URI.create(origin() + root + escaped(path)).normalize().getRawPath();
    return normal.replaceFirst("^(/\\.\\.)+(?=/|$)", "")
        + (query < 0 ? "" : escaped(target.substring(query)));
  }

  /** A loop: as a stream it took 1 % of the CPU of a period with 1,000 autoscalers. */
  private static boolean isPlain(String target) {
    for (int i = 0; i < target.length(); i++) {
      if (!isPlain(target.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9')
        || "/-._~%?&=+,:!()*".indexOf(character) >= 0;
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      if (each >= 0 && (isPlain((char) each) || "@$;'".indexOf(each) >= 0)) {
        escaped.append((char) each);
      } else {
        escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits(each));
      }
    }
    return escaped.toString();
  }

  /**
   * The URL to which a response redirects; null if it is none.
   *
   * @param target of the request
   */
  @Nullable URI redirected(String target, String location) {
    try {
      return URI.create(origin() + pathAndQuery(target)).resolve(new URI(location)).normalize();
    } catch (URISyntaxException malformed) {
      return null;
    }
  }

  /** The target of a URL; null if it is not below this address. */
  @Nullable String target(URI url) {
    ServerAddress there = parse(url.toString());
    String path = url.getRawPath();
    if (there == null
        || there.isTls != isTls
        || !there.host.equals(host)
        || there.port != port
        || !path.startsWith(root + "/")) {
      return null;
    }
    String query = url.getRawQuery();
    return path.substring(root.length()) + (query == null ? "" : "?" + query);
  }

  /** The {@link #text}. */
  @Override
  public String toString() {
    return text;
  }
}
