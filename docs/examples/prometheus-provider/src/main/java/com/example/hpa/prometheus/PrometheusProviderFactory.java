package com.example.hpa.prometheus;

import static dev.hpa.spi.Setting.optional;
import static dev.hpa.spi.Setting.required;
import static dev.hpa.spi.Setting.withDefault;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ProviderSettings;
import dev.hpa.spi.Setting;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Creates providers that query a Prometheus server. */
public final class PrometheusProviderFactory implements MetricProviderFactory {

  @Override
  public String name() {
    return "prometheus";
  }

  @Override
  public Set<MetricQuery.Kind> kinds() {
    return Set.of(
        MetricQuery.Kind.POD_METRIC,
        MetricQuery.Kind.OBJECT_METRIC,
        MetricQuery.Kind.EXTERNAL_METRIC);
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        required("url", Setting.Type.URL, "Server URL, with the path prefix if any."),
        required("queries", Setting.Type.STRING_MAP, "PromQL by metric name."),
        optional("token", Setting.Type.SECRET, "Bearer token."),
        optional(
            "token-file", Setting.Type.FILE, "File with the bearer token; read for each request."),
        optional("ca-file", Setting.Type.FILE, "PEM certificates to trust instead of the JDK's."),
        withDefault(
            "insecure-skip-tls-verify",
            Setting.Type.BOOLEAN,
            "false",
            "Accept any certificate of any host."),
        withDefault("timeout", Setting.Type.DURATION, "5s", "Timeout of one request."),
        withDefault("window", Setting.Type.DURATION, "2m", "Value of $window in queries."),
        withDefault(
            "staleness", Setting.Type.DURATION, "2m", "Samples older than this are ignored."),
        withDefault(
            "pod-label", Setting.Type.TEXT, "pod", "Label of series that contains the pod name."),
        withDefault(
            "selector-label-prefix",
            Setting.Type.TEXT,
            "",
            "Prefix of pod labels in $pods, for example label_."));
  }

  @Override
  public MetricProvider create(ProviderContext context) {
    ProviderSettings settings = context.settings();
    QueryCatalog queries =
        new QueryCatalog(
            templates(settings.stringMap("queries")),
            settings.text("selector-label-prefix"),
            positive(settings, "window"));
    return new PrometheusProvider(queries, client(settings), settings.text("pod-label"));
  }

  private static Map<String, QueryTemplate> templates(Map<String, String> texts) {
    Map<String, QueryTemplate> templates = new TreeMap<>();
    texts.forEach(
        (metric, text) -> {
          try {
            templates.put(metric, QueryTemplate.parse(text));
          } catch (IllegalArgumentException failure) {
            throw new IllegalArgumentException(
                "queries." + metric + ": " + failure.getMessage(), failure);
          }
        });
    return templates;
  }

  private static PrometheusClient client(ProviderSettings settings) {
    return new PrometheusClient(
        instantQueries(settings.url("url")),
        BearerToken.of(settings),
        ServerTrust.of(settings),
        positive(settings, "timeout"),
        positive(settings, "staleness"));
  }

  private static URI instantQueries(URI server) {
    if (!Set.of("http", "https").contains(server.getScheme())
        || server.getRawQuery() != null
        || server.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "url: not an http or https URL without query; set it like http://prometheus:9090");
    }
    return URI.create(server.toString().replaceFirst("/+$", "") + "/api/v1/query");
  }

  private static Duration positive(ProviderSettings settings, String name) {
    Duration duration = settings.duration(name);
    if (!duration.isPositive()) {
      throw new IllegalArgumentException(name + ": not positive; set a duration above 0");
    }
    return duration;
  }
}
