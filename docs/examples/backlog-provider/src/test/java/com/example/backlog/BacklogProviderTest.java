package com.example.backlog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Selector;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacklogProviderTest {

  @TempDir Path folder;

  private MetricResult read(String metric) {
    MetricQuery query =
        new MetricQuery.ExternalMetric("default", metric, Selector.everything(), null);
    Map<String, String> files = Map.of("jobs", folder.resolve("jobs").toString());
    return new BacklogProvider(files).read(List.of(query)).get(query);
  }

  @Test
  void theNumberIsRead() throws IOException {
    Files.writeString(folder.resolve("jobs"), "40.0001\n");
    assertEquals(MetricReading.Series.of(List.of(40001L)), read("jobs"));
  }

  @Test
  void whatCannotBeAnsweredIsTold() throws IOException {
    assertEquals(
        new MetricFailure(Category.INVALID_QUERY, "there is no file for it"), read("mails"));
    Path jobs = Files.writeString(folder.resolve("jobs"), "many");
    assertEquals(
        new MetricFailure(Category.SOURCE_FAILED, jobs + " holds no number"), read("jobs"));
  }
}
