package com.example.backlog;

import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.Milli;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the number of each metric from its file. */
final class BacklogProvider implements MetricProvider {

  private final Map<String, String> files;

  BacklogProvider(Map<String, String> files) {
    this.files = files;
  }

  @Override
  public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    Map<MetricQuery, MetricResult> results = new HashMap<>();
    for (MetricQuery query : queries) {
      results.put(query, answer(query));
    }
    return results;
  }

  private MetricResult answer(MetricQuery query) {
    if (!(query instanceof MetricQuery.ExternalMetric external)) {
      return new MetricFailure(Category.UNSUPPORTED_QUERY, "files answer external metrics only");
    }
    if (!external.series().requirements().isEmpty()) {
      return new MetricFailure(Category.INVALID_QUERY, "files have no labels to select by");
    }
    String file = files.get(external.metric());
    return file == null
        ? new MetricFailure(Category.INVALID_QUERY, "there is no file for it")
        : number(Path.of(file));
  }

  private static MetricResult number(Path file) {
    try {
      String text = Files.readString(file).strip();
      return text.isEmpty()
          ? new MetricFailure(Category.NO_DATA, file + " is empty")
          : MetricReading.Series.of(List.of(Milli.of(new BigDecimal(text))));
    } catch (IOException failure) {
      return new MetricFailure(Category.SOURCE_FAILED, file + " cannot be read");
    } catch (ArithmeticException | NumberFormatException failure) {
      return new MetricFailure(Category.SOURCE_FAILED, file + " holds no number");
    }
  }
}
