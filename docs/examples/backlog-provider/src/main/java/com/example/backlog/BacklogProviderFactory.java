package com.example.backlog;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.Setting;
import java.util.List;
import java.util.Set;

/** Finds the provider that reads numbers from files. */
public final class BacklogProviderFactory implements MetricProviderFactory {

  @Override
  public String name() {
    return "backlog";
  }

  @Override
  public Set<MetricQuery.Kind> kinds() {
    return Set.of(MetricQuery.Kind.EXTERNAL_METRIC);
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.required(
            "files", Setting.Type.STRING_MAP, "The file that holds the number, by metric."));
  }

  @Override
  public MetricProvider create(ProviderContext context) {
    return new BacklogProvider(context.settings().stringMap("files"));
  }
}
