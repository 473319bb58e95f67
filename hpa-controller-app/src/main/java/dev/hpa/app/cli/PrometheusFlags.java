package dev.hpa.app.cli;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The flags of the built-in provider for Prometheus: short forms of its settings. */
final class PrometheusFlags extends FlagGroup {

  private static final String PROVIDER = "prometheus";

  /** The settings of the flags with one value, in the order of the help. */
  private final Map<String, Flag<String>> bySetting = new LinkedHashMap<>();

  private final Flag<List<String>> headers;

  PrometheusFlags() {
    add(
        "url",
        "prometheus-url",
        "URL",
        "The Prometheus server, or another one with its query API, that metrics of"
            + " --prometheus-rules are read from (default: none).");
    add(
        "rules",
        "prometheus-rules",
        "FILE",
        "Configuration of prometheus-adapter, as it is; changes are picked up. Metrics that it does"
            + " not give are read from the metrics APIs.");
    add(
        "token-file",
        "prometheus-token-file",
        "FILE",
        "File with the bearer token for --prometheus-url; read for each request.");
    add(
        "basic-auth-file",
        "prometheus-basic-auth-file",
        "FILE",
        "File with USER:PASSWORD for --prometheus-url; read for each request.");
    add(
        "ca-file",
        "prometheus-ca-file",
        "FILE",
        "PEM file with the certificate authorities of --prometheus-url (default: those of Java).");
    add(
        "cert-file",
        "prometheus-client-tls-cert-file",
        "FILE",
        "PEM file with the client certificate for --prometheus-url.");
    add(
        "key-file",
        "prometheus-client-tls-key-file",
        "FILE",
        "PEM file with the key of the client certificate.");
    add(
        "timeout",
        "prometheus-timeout",
        "DURATION",
        "Longest time of a request to --prometheus-url (default: 5s).");
    headers =
        repeatable(
            "prometheus-header",
            "NAME=VALUE",
            "Header of each request to --prometheus-url, such as X-Scope-OrgID=shop. Repeatable.");
  }

  private void add(String setting, String flag, String label, String help) {
    bySetting.put(setting, text(flag, label, help));
  }

  /**
   * Adds the values that are set.
   *
   * @throws UsageException if there is no URL or no file with rules, or a header is malformed
   */
  void addTo(Map<String, Map<String, String>> settings) {
    Map<String, String> given = new HashMap<>();
    bySetting.forEach(
        (setting, flag) -> {
          if (!flag.get().isEmpty()) {
            given.put(setting, flag.get());
          }
        });
    for (String header : headers.get()) {
      int equals = header.indexOf('=');
      if (equals < 1) {
        throw new UsageException(
            "--prometheus-header: \"" + header + "\" is not a header; write NAME=VALUE");
      }
      given.put("header." + header.substring(0, equals), header.substring(equals + 1));
    }
    if (given.isEmpty()) {
      return;
    }
    Map<String, String> all = settings.computeIfAbsent(PROVIDER, any -> new HashMap<>());
    all.putAll(given);
    require(all, "url", "--prometheus-url URL");
    require(all, "rules", "--prometheus-rules FILE");
  }

  private static void require(Map<String, String> given, String setting, String flag) {
    if (!given.containsKey(setting)) {
      throw new UsageException(
          flag.substring(0, flag.indexOf(' '))
              + ": is not set, but other flags of Prometheus are; add "
              + flag);
    }
  }
}
