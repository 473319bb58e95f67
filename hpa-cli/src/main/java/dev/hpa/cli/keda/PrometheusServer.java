package dev.hpa.cli.keda;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The Prometheus server of a query. The file of rules belongs to one server, which the controller
 * knows by its flags.
 *
 * @param headers of requests, by name
 */
public record PrometheusServer(String url, Map<String, String> headers) {

  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  public PrometheusServer {
    headers = Map.copyOf(headers);
  }

  /** The flags of the controller for the server, as a shell reads them. */
  public String flags() {
    StringBuilder flags = new StringBuilder("--prometheus-url ").append(quoted(url));
    new TreeMap<>(headers)
        .forEach(
            (name, value) ->
                flags.append(" --prometheus-header ").append(quoted(name + "=" + value)));
    return flags.toString();
  }

  private static String quoted(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
