package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.Json;
import dev.hpa.cli.output.OutputFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules for schedules and watermarks. */
@Tag("security")
class ScheduleRulesTest {

  /** A Monday. */
  private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");

  @TempDir private Path folder;

  private List<String> lint(String... annotations) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String each : annotations) {
      lines.append("    hpa.dev/").append(each).append('\n');
    }
    Path file = folder.resolve("hpa.yaml");
    Files.writeString(
        file,
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata:
          name: web
          annotations:
        %sspec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
          minReplicas: 2
          maxReplicas: 8
          metrics:
          - {type: Resource, resource: {name: cpu, target: {type: Utilization,
              averageUtilization: 70}}}
        """
            .formatted(lines));
    StringWriter out = new StringWriter();
    new LintRun(
            new PrintWriter(out),
            new PrintWriter(new StringWriter()),
            OutputFormat.JSON,
            DefaultLintOptions.of(
                HpaFeatureGates.DEFAULT.withScaleToZero(false),
                "default",
                Duration.ofSeconds(15),
                false,
                NOW))
        .check(List.of(file.toString()));
    return Json.tree(out.toString())
        .valueStream()
        .flatMap(document -> document.path("warnings").valueStream())
        .map(each -> each.path("reason").asText() + ": " + each.path("message").asText())
        .toList();
  }

  @Test
  void ordinarySchedulesPass() throws IOException {
    assertEquals(
        List.of(),
        lint(
            "schedule.day: Mon-Fri 08:00-20:00 Europe/Vienna min=4 max=20",
            "schedule.night: 22:00-06:00 Europe/Vienna max=4"));
  }

  @Test
  void overlapsNameWhatApplies() throws IOException {
    assertEquals(
        List.of(
            "overlapping-schedules: \"day\" and \"noon\" are both active at"
                + " 2026-11-24T11:00:00Z; min 6 and max 20 apply"),
        lint("schedule.day: 08:00-12:00 min=4 max=20", "schedule.noon: 11:00-13:00 min=6 max=10"));
  }

  @Test
  void overlapsWithOtherBoundsAreOrdinary() throws IOException {
    assertEquals(
        List.of(), lint("schedule.a: 08:00-14:00 min=4", "schedule.b: 12:00-18:00 max=20"));
  }

  @Test
  void theLastMinuteOfTheDayIsAGap() throws IOException {
    assertEquals(
        List.of(
            "schedule-gap: no schedule is active from 2026-11-23T23:59:00Z to"
                + " 2026-11-24T00:00:00Z"),
        lint("schedule.all: 00:00-23:59 min=4"));
  }

  @Test
  void aConflictOfSchedulesNamesItsTime() throws IOException {
    // Before 11:00 the maximum is that of the spec, which is reported first.
    assertEquals(
        List.of(
            "schedule-min-above-max: min 9 is above the maximum 8 that applies at"
                + " 2026-11-24T10:00:00Z"),
        lint("schedule.low: 11:00-14:00 max=5", "schedule.high: 10:00-12:00 min=9").stream()
            .filter(each -> each.startsWith("schedule-min-above-max"))
            .toList());
    assertEquals(
        List.of(
            "schedule-min-above-max: min 9 is above the maximum 8 that applies at"
                + " 2026-11-24T10:00:00Z"),
        lint("schedule.high: 10:00-12:00 min=9"));
  }

  @Test
  void aScheduleThatOthersCoverHasNoEffect() throws IOException {
    assertEquals(
        List.of("schedule-without-effect: the bounds are the same without \"noon\""),
        lint("schedule.day: 08:00-20:00 min=6", "schedule.noon: 11:00-13:00 min=6"));
  }

  @Test
  void timeChangesOfTheNextYearAreExplained() throws IOException {
    assertEquals(
        List.of(
            "schedule-time-change: 2027-03-28 02:30 does not exist in Europe/Vienna; the schedule"
                + " begins at 2027-03-28T01:00:00Z",
            "schedule-time-change: 2027-10-31 02:30 occurs twice in Europe/Vienna; the schedule"
                + " begins at 2027-10-31T00:30:00Z"),
        lint("schedule.x: 02:30-05:00 Europe/Vienna min=4"));
    assertEquals(
        List.of(
            "schedule-time-change: 2027-03-28 02:10 does not exist in Europe/Vienna; the schedule"
                + " is not active on that day",
            "schedule-time-change: 2027-10-31 02:10 occurs twice in Europe/Vienna; the schedule"
                + " begins at 2027-10-31T00:10:00Z"),
        lint("schedule.x: 02:10-02:50 Europe/Vienna min=4"));
    assertEquals(
        List.of(
            "schedule-time-change: 2027-03-28 02:15 does not exist in Europe/Vienna; the schedule"
                + " ends at 2027-03-28T01:00:00Z",
            "schedule-time-change: 2027-10-31 02:15 occurs twice in Europe/Vienna; the schedule"
                + " ends at 2027-10-31T00:15:00Z"),
        lint("schedule.x: Sat 20:00-02:15 Europe/Vienna min=4"));
    assertEquals(List.of(), lint("schedule.x: Mon 02:30-05:00 Europe/Vienna min=4"));
    assertEquals(List.of(), lint("schedule.x: Sun 02:00-03:00 UTC min=4"));
  }

  @Test
  void invalidSchedulesAndWatermarksHaveTheMessagesOfTheController() throws IOException {
    assertEquals(
        List.of(
            "invalid-option: annotation \"hpa.dev/schedule.night\": \"22:00-06:00 min=0\" is"
                + " invalid: min is 0; use at least 1, or enable the feature gate HPAScaleToZero",
            "invalid-option: annotation \"hpa.dev/schedule.zone\": \"22:00-06:00 Wien min=3\" is"
                + " invalid: the time zone \"Wien\" is unknown; use one such as Europe/Vienna",
            "invalid-option: annotation \"hpa.dev/watermark.cpu\": \"0.4-0.8\" is invalid: the"
                + " target is a utilization; use integer percent, such as 40-80",
            "watermark-without-metric: annotation \"hpa.dev/watermark.memory\": \"40-80\" names no"
                + " metric of the HPA; use one of: cpu"),
        lint(
            "schedule.night: 22:00-06:00 min=0",
            "schedule.zone: 22:00-06:00 Wien min=3",
            "watermark.cpu: 0.4-0.8",
            "watermark.memory: 40-80"));
    assertEquals(Set.of(), Set.copyOf(lint("watermark.cpu: 40-80")));
  }

  /** Each zone has its own time changes, and each schedule its own changes in each week. */
  @Test
  void aHundredSchedulesInManyZonesAreChecked() throws IOException {
    List<String> zones =
        ZoneId.getAvailableZoneIds().stream()
            .filter(each -> ZoneId.of(each).getRules().nextTransition(NOW) != null)
            .sorted()
            .limit(50)
            .toList();
    String[] schedules = new String[100];
    for (int i = 0; i < schedules.length; i++) {
      schedules[i] =
          "schedule.s%d: \"%02d:%02d-%02d:%02d %s min=2\""
              .formatted(
                  i,
                  i * 7 % 24,
                  i * 13 % 60,
                  (i * 7 + 9) % 24,
                  i * 11 % 60,
                  zones.get(i % zones.size()));
    }
    List<String> findings = lint(schedules);
    assertEquals(
        100, findings.stream().filter(each -> each.startsWith("schedule-without-effect")).count());
  }
}
