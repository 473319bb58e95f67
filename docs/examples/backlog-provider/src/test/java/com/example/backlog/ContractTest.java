package com.example.backlog;

import dev.hpa.api.Selector;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.tck.MetricProviderContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** What every provider promises to the controller. */
class ContractTest extends MetricProviderContract {

  @TempDir Path folder;

  @Override
  protected MetricProviderFactory factory() {
    return new BacklogProviderFactory();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("files.jobs", file("jobs", "40"), "files.mails", file("mails", ""));
  }

  private String file(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text).toString();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static MetricQuery query(String metric, Selector series) {
    return new MetricQuery.ExternalMetric("default", metric, series, null);
  }

  @Override
  protected Map<MetricQuery, MetricReading> knownValues() {
    return Map.of(query("jobs", Selector.everything()), MetricReading.Series.of(List.of(40_000L)));
  }

  @Override
  protected MetricQuery queryWithoutData() {
    return query("mails", Selector.everything());
  }

  @Override
  protected MetricQuery unknownQuery() {
    return query("letters", Selector.everything());
  }

  @Override
  protected MetricQuery invalidQuery() {
    return query("jobs", Selector.parse("queue=a"));
  }

  @Override
  protected void breakSource() {
    try {
      Files.delete(folder.resolve("jobs"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
