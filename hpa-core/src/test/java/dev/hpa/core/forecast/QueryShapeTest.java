package dev.hpa.core.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryShapeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "100 | SCALAR",
        "-(2 + Inf) * 3 ^ 2 | SCALAR",
        "time() - 60 | SCALAR",
        "scalar(sum(up)) * pi() | SCALAR",
        "vector(100) | SINGLE",
        "absent(up{job=\"a\"}) | SINGLE",
        "hour() | SINGLE",
        "sum(rate(http_requests_total{deployment=\"web\"}[2m])) | SINGLE",
        "sum by () (up) | SINGLE",
        "ceil(avg(up) * 100) | SINGLE",
        "SUM(up) / on() count(up) > bool 1 | SINGLE",
        "sum(up offset 5m) or on() vector(0) | SINGLE",
        "avg_over_time(sum(up)[10m:1m]) | SINGLE",
        "label_replace(sum(up), \"a\", \"b\", \"c\", \"d\") | SINGLE",
        "histogram_quantile(0.9, sum(rate(latency_bucket[5m])) by (le)) | SINGLE",
        "histogram_quantile(0.9, sum by (le, app) (rate(latency_bucket[5m]))) | SEVERAL",
        "histogram_quantile(0.9, ceil(sum(rate(latency_bucket[5m])) by (le))) | SINGLE",
        "ceil(sum(up) by (le)) | SEVERAL",
        "sum(a) / on(b) count(c) | SINGLE",
        "sum(up) by (le) | SEVERAL",
        "sum by (app) (up) | SEVERAL",
        "sum without (app) (up) | SEVERAL",
        "topk(1, up) | SEVERAL",
        "rate(http_requests_total[2m]) | SEVERAL",
        "{__name__=\"up\"} | SEVERAL",
        "sum(up) * up | SEVERAL",
        "sum + 1 | SEVERAL",
        "sum(a) / ignoring(b) group_left c | SEVERAL",
      })
  void theTextShowsHowManySeriesThereAre(String query, QueryShape shape)
      throws InvalidQueryException {
    assertEquals(shape, QueryShape.of(query));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " # only a comment", "sum(up", "up)", "up{a=\"b\"", "sum by up", "a b]"})
  void malformedExpressionsAreErrors(String query) {
    assertThrows(InvalidQueryException.class, () -> QueryShape.of(query));
  }

  @Test
  void aLongExpressionIsNotDeep() throws InvalidQueryException {
    assertEquals(QueryShape.SCALAR, QueryShape.of("(1)+".repeat(200) + "1"));
  }

  @ParameterizedTest
  @ValueSource(ints = {49, 51})
  void nestingIsLimited(int levels) throws InvalidQueryException {
    String query = "(".repeat(levels) + "1" + ")".repeat(levels);
    if (levels < 50) {
      assertEquals(QueryShape.SCALAR, QueryShape.of(query));
    } else {
      assertThrows(InvalidQueryException.class, () -> QueryShape.of(query));
    }
  }
}
