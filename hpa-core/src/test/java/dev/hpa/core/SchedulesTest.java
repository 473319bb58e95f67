package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.scaleToZero;
import static dev.hpa.core.OptionFixtures.QUEUE;
import static dev.hpa.core.OptionFixtures.concluded;
import static dev.hpa.core.OptionFixtures.condition;
import static dev.hpa.core.OptionFixtures.context;
import static dev.hpa.core.OptionFixtures.events;
import static dev.hpa.core.OptionFixtures.options;
import static dev.hpa.core.OptionFixtures.result;
import static dev.hpa.core.OptionFixtures.series;
import static dev.hpa.core.OptionFixtures.situation;
import static dev.hpa.core.OptionFixtures.status;
import static dev.hpa.core.OptionFixtures.trace;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.core.behavior.History;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bounds of schedules in decisions. */
class SchedulesTest {

  private static final HorizontalPodAutoscaler HPA = autoscaler(2, 20, null, QUEUE);

  /** A schedule that is active for the hour in which the tests run. */
  private static Situation.Context now(String bounds) {
    return context("schedule.peak=" + range(NOW, 0, 60) + " " + bounds);
  }

  private static String range(Instant middle, int from, int to) {
    Instant hour = middle.truncatedTo(java.time.temporal.ChronoUnit.HOURS);
    return time(hour.plus(Duration.ofMinutes(from)))
        + "-"
        + time(hour.plus(Duration.ofMinutes(to)));
  }

  private static String time(Instant at) {
    return at.toString().substring(11, 16);
  }

  private static Situation at(int replicas, Situation.Context context, long queue) {
    return situation(HPA, replicas, context, series(queue));
  }

  @Test
  void theMaximumOfTheScheduleApplies() {
    assertEquals(20, result(at(15, Situation.Context.NONE, 400_000)));
    Conclusion more = concluded(at(15, now("max=30"), 400_000));
    assertEquals(30, more.desiredReplicas());
    assertEquals(
        "True/TooManyReplicas: the desired replica count is more than the maximum replica count",
        condition(more, "ScalingLimited"));
    assertEquals(18, result(at(15, now("max=18"), 400_000)));
  }

  @Test
  void theMinimumOfTheScheduleApplies() {
    Conclusion least = concluded(at(12, now("min=10"), 20_000));
    assertEquals(10, least.desiredReplicas());
    assertEquals(
        "True/TooFewReplicas: the desired replica count is less than the minimum replica count",
        condition(least, "ScalingLimited"));
  }

  @Test
  void replicasOutsideTheBoundsAreSetToThemAtOnce() {
    Conclusion raised = concluded(situation(HPA, 3, now("min=10 max=15")));
    assertEquals(10, raised.desiredReplicas());
    assertEquals(
        List.of(
            "Normal SuccessfulRescale: New size: 10; reason: Current number of replicas below"
                + " Spec.MinReplicas"),
        events(raised));
    Conclusion lowered = concluded(situation(HPA, 19, now("max=15")));
    assertEquals(
        List.of(
            "Normal SuccessfulRescale: New size: 15; reason: Current number of replicas above"
                + " Spec.MaxReplicas"),
        events(lowered));
  }

  @Test
  void theModesApplyToTheBoundsOfSchedules() {
    String night = "schedule.night=" + range(NOW, 0, 60) + " max=5";
    assertEquals(19, result(situation(HPA, 19, context(night, "mode=Paused"), series(10_000))));
    assertEquals(
        19, result(situation(HPA, 19, context(night, "mode=ScaleUpOnly"), series(10_000))));
    Conclusion dry = concluded(situation(HPA, 19, context(night, "mode=DryRun")));
    assertEquals(
        "True/WouldScale: would scale from 19 to 5; reason: Current number of replicas above"
            + " Spec.MaxReplicas",
        condition(dry, "DryRun"));
  }

  @Test
  void theConditionNamesTheSchedulesAndTheBounds() {
    Instant hour = NOW.truncatedTo(java.time.temporal.ChronoUnit.HOURS);
    Conclusion both =
        concluded(
            at(
                5,
                context(
                    "schedule.peak=" + range(NOW, 0, 60) + " min=4",
                    "schedule.all=00:00-24:00 max=50"),
                50_000));
    assertEquals(
        "True/BoundsReplaced: schedules all, peak are active; minReplicas 4 and maxReplicas 50"
            + " apply until "
            + hour.plus(Duration.ofHours(1)),
        condition(both, "ScheduleActive"));
    assertEquals(List.of(), events(both));
    Conclusion lowered = concluded(at(5, context("schedule.all=00:00-24:00 min=30"), 50_000));
    assertEquals(
        "True/BoundsReplaced: schedule all is active; minReplicas 20 and maxReplicas 20 apply; the"
            + " minimum 30 is lowered to the maximum",
        condition(lowered, "ScheduleActive"));
    Conclusion later =
        concluded(at(5, context("schedule.late=" + range(NOW, 120, 180) + " min=4"), 50_000));
    assertEquals(
        "False/NoScheduleActive: no schedule is active; minReplicas 2 and maxReplicas 20 apply"
            + " until "
            + hour.plus(Duration.ofHours(2)),
        condition(later, "ScheduleActive"));
  }

  @Test
  void theConditionIsRemovedWithTheLastSchedule() {
    HorizontalPodAutoscaler before =
        HPA.withStatus(status(new HpaCondition("ScheduleActive", "True", NOW, "x", "x")));
    assertEquals(
        "absent",
        condition(
            concluded(situation(before, 5, Situation.Context.NONE, series(50_000))),
            "ScheduleActive"));
  }

  @Test
  void theTraceShowsTheBoundsInEffect() {
    Trace trace = trace(at(5, now("min=4 max=50"), 50_000));
    assertEquals(new Trace.Replicas(5, 5, 4, 50), trace.replicas());
    Instant hour = NOW.truncatedTo(java.time.temporal.ChronoUnit.HOURS);
    assertEquals(
        new Trace.Applied.Scheduled(List.of("peak"), 2, 20, null, hour.plus(Duration.ofHours(1))),
        requireNonNull(trace.options()).schedules());
  }

  /** A night without replicas, and the morning after it. */
  @Test
  void aScheduleMayScaleToZero() {
    HorizontalPodAutoscaler hpa = autoscaler(1, 20, null, QUEUE);
    Situation.Context night = now("min=0");
    Settings gate = scaleToZero();
    MetricResult idle = series(0);
    Situation evening = situation(hpa, Fixtures.scale(3), History.EMPTY, night, gate, NOW, idle);
    Conclusion zero = concluded(evening);
    assertEquals(0, zero.desiredReplicas());
    assertEquals(
        "True/ScaledToZero: the HPA controller scaled the workload to zero",
        condition(zero, "ScaledToZero"));
    HorizontalPodAutoscaler slept = hpa.withStatus(zero.status());
    assertEquals(
        0, result(situation(slept, Fixtures.scale(0), History.EMPTY, night, gate, NOW, idle)));
    Situation.Context morning = context("schedule.peak=" + range(NOW, 120, 180) + " min=0");
    assertEquals(
        1, result(situation(slept, Fixtures.scale(0), History.EMPTY, morning, gate, NOW, idle)));
  }

  @Test
  void zeroReplicasOfAnotherWriterStayDisabled() {
    assertInstanceOf(
        Plan.Disabled.class,
        Planner.plan(
            HPA,
            Fixtures.scale(0),
            options("schedule.x=00:00-24:00 min=5"),
            Drain.NONE,
            NOW,
            scaleToZero()));
  }
}
