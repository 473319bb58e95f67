package dev.hpa.conformance.environment;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address at which the API server reaches the metrics APIs of the suite.
 *
 * @param host a DNS name, or an IP address without brackets
 * @param port the port; 0 for any free port
 */
public record MetricsAddress(String host, int port) {

  private static final Pattern FORM =
      Pattern.compile(
          "(?:\\[(?<six>[0-9a-fA-F:.]+)]|(?<host>[A-Za-z0-9.-]+))(?::(?<port>\\d{1,5}))?");
  private static final int MAX_PORT = 65_535;

  /** The same machine. The metrics APIs then listen on the loopback address only. */
  static final MetricsAddress LOCAL = new MetricsAddress("localhost", 0);

  /**
   * Parses {@code HOST}, {@code HOST:PORT} or {@code [IPV6]:PORT}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static MetricsAddress parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || port(matcher.group("port")) > MAX_PORT) {
      throw new IllegalArgumentException(
          "\"%s\": not an address; use HOST, HOST:PORT or [IPV6]:PORT".formatted(text));
    }
    String six = matcher.group("six");
    return new MetricsAddress(
        six == null ? matcher.group("host") : six, port(matcher.group("port")));
  }

  private static int port(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  /** The interface on which the metrics APIs listen. */
  String listensOn() {
    return equals(LOCAL) ? "127.0.0.1" : "0.0.0.0";
  }

  boolean isIpv6() {
    return host.contains(":");
  }

  @Override
  public String toString() {
    return (isIpv6() ? "[" + host + "]" : host) + (port == 0 ? "" : ":" + port);
  }
}
