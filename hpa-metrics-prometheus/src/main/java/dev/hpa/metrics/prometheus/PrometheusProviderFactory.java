package dev.hpa.metrics.prometheus;

import static dev.hpa.spi.Setting.optional;
import static dev.hpa.spi.Setting.required;
import static dev.hpa.spi.Setting.withDefault;

import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.provider.BuiltInProvider;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.metrics.prometheus.client.PrometheusLogin;
import dev.hpa.metrics.prometheus.client.PrometheusServer;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ProviderSettings;
import dev.hpa.spi.Setting;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Creates providers that read Prometheus with the configuration of prometheus-adapter. */
public final class PrometheusProviderFactory implements MetricProviderFactory {

  /** The settings of a server, which {@code servers.NAME.SETTING} has for further ones. */
  private static final List<Setting> OF_SERVER =
      List.of(
          required("url", Setting.Type.URL, "Server URL, with the path prefix if any."),
          required("rules", Setting.Type.FILE, "A configuration file of prometheus-adapter."),
          optional(
              "token-file",
              Setting.Type.FILE,
              "File with the bearer token; read for each request."),
          optional(
              "basic-auth-file",
              Setting.Type.FILE,
              "File with USER:PASSWORD; read for each request."),
          optional("ca-file", Setting.Type.FILE, "PEM certificates to trust instead of the JVM's."),
          optional("cert-file", Setting.Type.FILE, "PEM certificate of this client."),
          optional("key-file", Setting.Type.FILE, "PEM key of the certificate."),
          optional(
              "header", Setting.Type.STRING_MAP, "Header of each request, such as X-Scope-OrgID."),
          withDefault("method", Setting.Type.TEXT, "POST", "POST or GET."),
          withDefault("timeout", Setting.Type.DURATION, "5s", "Timeout of one request."),
          withDefault(
              "relist-interval",
              Setting.Type.DURATION,
              "10m",
              "How often series are listed; series older than that do not count."));

  @Override
  public String name() {
    return "prometheus";
  }

  @Override
  public Set<MetricQuery.Kind> kinds() {
    return Set.of(MetricQuery.Kind.values());
  }

  @Override
  public List<Setting> settings() {
    List<Setting> settings = new ArrayList<>(OF_SERVER);
    settings.add(
        optional(
            "servers",
            Setting.Type.STRING_MAP,
            "Further servers, as NAME.SETTING; asked in the order of their names."));
    return settings;
  }

  @Override
  public BuiltInProvider create(ProviderContext context) {
    List<RuledServer> servers = new ArrayList<>();
    for (ProviderSettings each : servers(context.settings())) {
      servers.add(server(each, context));
    }
    return new PrometheusProvider(
        servers,
        new PromQueries(servers, context.restMapper(), context.pods()),
        context.timeline());
  }

  /** The settings of each server: the first is without a name. */
  private static List<ProviderSettings> servers(ProviderSettings settings) {
    List<ProviderSettings> servers = new ArrayList<>();
    servers.add(settings);
    Map<String, Map<String, String>> named = new TreeMap<>();
    settings
        .stringMap("servers")
        .forEach(
            (key, value) -> {
              int dot = key.indexOf('.');
              if (dot < 1) {
                throw new IllegalArgumentException(
                    "servers.%s: name the setting; write servers.NAME.url".formatted(key));
              }
              named
                  .computeIfAbsent(key.substring(0, dot), any -> new HashMap<>())
                  .put(key.substring(dot + 1), value);
            });
    named.forEach((name, given) -> servers.add(named(name, given)));
    return servers;
  }

  private static ProviderSettings named(String name, Map<String, String> given) {
    try {
      return ProviderSettings.of(OF_SERVER, given);
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException(
          "servers.%s.%s".formatted(name, invalid.getMessage()), invalid);
    }
  }

  private static RuledServer server(ProviderSettings settings, ProviderContext context) {
    return new RuledServer(
        new PrometheusClient(
            address(settings),
            positive(settings, "timeout"),
            HttpKubernetesApi.responses(context.api())),
        settings.file("rules"),
        context.restMapper(),
        context.timeline(),
        positive(settings, "relist-interval"));
  }

  private static PrometheusServer address(ProviderSettings settings) {
    Path certificate = file(settings, "cert-file");
    Path key = file(settings, "key-file");
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          (key == null ? "key-file" : "cert-file") + ": not set; set both or neither");
    }
    return new PrometheusServer(
        url(settings),
        new PrometheusLogin.OfFiles(
            file(settings, "token-file"), file(settings, "basic-auth-file")),
        new PrometheusServer.TlsFiles(file(settings, "ca-file"), certificate, key),
        settings.stringMap("header"),
        isGet(settings));
  }

  private static URI url(ProviderSettings settings) {
    try {
      return PrometheusServer.address(settings.url("url").toString());
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException("url: " + invalid.getMessage(), invalid);
    }
  }

  private static @Nullable Path file(ProviderSettings settings, String name) {
    return settings.has(name) ? settings.file(name) : null;
  }

  private static boolean isGet(ProviderSettings settings) {
    return switch (settings.text("method")) {
      case "GET" -> true;
      case "POST" -> false;
      default -> throw new IllegalArgumentException("method: set it to POST or GET");
    };
  }

  private static Duration positive(ProviderSettings settings, String name) {
    Duration duration = settings.duration(name);
    if (!duration.isPositive()) {
      throw new IllegalArgumentException(name + ": not positive; set a duration above 0");
    }
    return duration;
  }
}
