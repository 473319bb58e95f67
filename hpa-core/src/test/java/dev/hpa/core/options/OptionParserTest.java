package dev.hpa.core.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.hpa.core.options.OptionValue.Origin;
import dev.hpa.core.schedules.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The first value beyond each limit is refused, the last one within is read. */
@Tag("security")
class OptionParserTest {

  private static @Nullable Object parse(OptionParser parser, String text) throws Exception {
    return parser.parse(new OptionValue(OptionKey.MODE, text, Origin.NAMESPACE));
  }

  @Test
  void words() throws Exception {
    OptionParser parser = OptionParser.oneOf(Origin.values());
    assertEquals(Origin.SPEC, parse(parser, "SPEC"));
    assertNull(parse(parser, "spec"));
    OptionParser either = OptionParser.words("Ignore", "Compensate");
    assertEquals("Ignore", parse(either, "Ignore"));
    assertNull(parse(either, "ignore"));
    OptionParser matching = OptionParser.matching("[a-z]+");
    assertEquals("abc", parse(matching, "abc"));
    assertNull(parse(matching, "a1"));
  }

  @Test
  void durations() throws Exception {
    OptionParser parser = OptionParser.durationFrom(Duration.ofSeconds(5));
    assertEquals(Duration.ofSeconds(5), parse(parser, "5s"));
    assertNull(parse(parser, "4999ms"));
    assertEquals(Duration.ofHours(24), parse(parser, "24h"));
    assertNull(parse(parser, "24h0m0.001s"));
    OptionParser longer = OptionParser.duration(Duration.ZERO, Duration.ofDays(7));
    assertEquals(Duration.ofDays(7), parse(longer, "168h"));
    assertEquals(Duration.ZERO, parse(longer, "0s"));
    assertEquals(
        Instant.parse("2026-01-01T00:00:00Z"),
        parse(OptionParser.time(), "2026-01-01T01:00:00+01:00"));
  }

  @Test
  void numbers() throws Exception {
    assertEquals(1, parse(OptionParser.positiveInteger(), "1"));
    assertNull(parse(OptionParser.positiveInteger(), "0"));
    assertEquals(0.0, parse(OptionParser.share(), "0%"));
    assertEquals(100.0, parse(OptionParser.share(), "100%"));
    assertNull(parse(OptionParser.share(), "100.1%"));
    assertEquals(50.5, parse(OptionParser.share(), "50.5%"));
    assertNull(parse(OptionParser.share(), "50.5"));
  }

  @Test
  void compoundValues() throws Exception {
    assertEquals(Watermark.parse("40-80"), parse(OptionParser.watermark(), "40-80"));
    assertEquals(ForecastQuery.unlimited("x"), parse(OptionParser.query(), "x"));
    assertNull(parse(OptionParser.query(), ""));
    OptionValue schedule =
        new OptionValue(
            new OptionName(OptionKey.SCHEDULE, "night"), "22:00-06:00 max=2", Origin.FLAG);
    assertEquals(
        Schedule.parse("night", "22:00-06:00 max=2"), OptionParser.schedule().parse(schedule));
  }

  @Test
  void percentiles() throws Exception {
    OptionParser parser = OptionParser.percentile();
    assertEquals(new Percentile(100), parse(parser, "max"));
    assertEquals(new Percentile(1), parse(parser, "p1"));
    assertEquals(new Percentile(99), parse(parser, "p99"));
    for (String invalid : new String[] {"p0", "p100", "p9.5", "P90", "90", "min", ""}) {
      assertNull(parse(parser, invalid), invalid);
    }
    long[] values = {5, 1, 3, 2, 4};
    assertEquals(5, new Percentile(100).of(values));
    assertEquals(3, new Percentile(50).of(values));
    assertEquals(3, new Percentile(60).of(values));
    assertEquals(4, new Percentile(61).of(values));
    assertEquals(1, new Percentile(1).of(values));
  }

  @Test
  void ordersOfPods() throws Exception {
    OptionParser parser = OptionParser.someOf(PodOrder.values());
    assertEquals(List.of(PodOrder.NODE, PodOrder.ZONE), parse(parser, "node, zone"));
    for (String invalid : new String[] {"", "zone,", "zone,zone", "Zone", "zones"}) {
      assertNull(parse(parser, invalid), invalid);
    }
  }

  @Test
  void missingValues() throws Exception {
    OptionParser parser = OptionParser.missing();
    assertEquals(
        new TreatAsMissing(true, false, false, true, Duration.ofHours(24)),
        parse(parser, "empty, overflow,older-than=24h"));
    assertNull(parse(parser, "older-than=0s"));
    assertNull(parse(parser, "older-than=24h0m1s"));
    assertNull(parse(parser, "empty,none"));
  }
}
