package dev.hpa.controller.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.core.HpaEvent;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class EventCorrelatorTest {

  private static final Instant START = Instant.parse("2024-05-01T10:00:00Z");
  private static final String COMPONENT = "horizontal-pod-autoscaler";
  private static final ObjectReference WEB = autoscaler("web", "uid-1", "1041", "");

  /** Always forgets the oldest message. */
  private static final RandomGenerator OLDEST = () -> 0;

  private final EventCorrelator correlator = new EventCorrelator(OLDEST);
  private Instant now = START;

  private static ObjectReference autoscaler(
      String name, String uid, String version, String fieldPath) {
    return new ObjectReference(
        "HorizontalPodAutoscaler", "shop", name, uid, "autoscaling/v2", version, fieldPath);
  }

  private static HpaEvent warning(String message) {
    return new HpaEvent(HpaEvent.Type.WARNING, "FailedGetScale", message);
  }

  private Optional<EventObject> sent(ObjectReference about, String component, HpaEvent event) {
    return correlator.correlate(new EventOccurrence(about, component, event, now), now);
  }

  private Optional<EventObject> sent(ObjectReference about, HpaEvent event) {
    return sent(about, COMPONENT, event);
  }

  private EventObject sent(HpaEvent event) {
    return sent(WEB, event).orElseThrow();
  }

  private EventObject sent(String message) {
    return sent(warning(message));
  }

  private void later(Duration by) {
    now = now.plus(by);
  }

  private static String message(EventObject event) {
    return event.latest().event().message();
  }

  @Test
  void aRepetitionIsCounted() {
    EventObject first = sent("no");
    later(Duration.ofSeconds(15));
    EventObject second = sent("no");
    assertEquals(1, first.count());
    assertEquals(2, second.count());
    assertEquals(first.name(), second.name());
    assertEquals(START, second.first());
    assertEquals(now, second.latest().at());
  }

  @Test
  void onlyTheVersionOfTheObjectMayDiffer() {
    sent("no");
    assertEquals(2, sent(autoscaler("web", "uid-1", "9", ""), warning("no")).orElseThrow().count());
    List<Optional<EventObject>> others =
        List.of(
            sent(autoscaler("api", "uid-1", "1041", ""), warning("no")),
            sent(autoscaler("web", "uid-2", "1041", ""), warning("no")),
            sent(autoscaler("web", "uid-1", "1041", "spec"), warning("no")),
            sent(WEB, "another", warning("no")),
            sent(WEB, warning("neither")),
            sent(WEB, new HpaEvent(HpaEvent.Type.WARNING, "FailedRescale", "no")),
            sent(WEB, new HpaEvent(HpaEvent.Type.NORMAL, "FailedGetScale", "no")));
    for (Optional<EventObject> other : others) {
      assertEquals(1, other.orElseThrow().count(), other.toString());
    }
    assertEquals(3, sent("no").count());
  }

  @Test
  void additionalEventsHaveTheirOwnLimit() {
    for (int i = 0; i < 30; i++) {
      sent(WEB, warning("no"));
    }
    assertTrue(sent(WEB, warning("no")).isEmpty());
    HpaEvent additional = HpaEvent.additional(HpaEvent.Type.WARNING, "FallbackActivated", "3");
    for (int i = 0; i < 25; i++) {
      assertTrue(sent(WEB, additional).isPresent(), "event " + i);
    }
    assertTrue(sent(WEB, additional).isEmpty(), "they are limited, too");
    HpaEvent other = HpaEvent.additional(HpaEvent.Type.WARNING, "InvalidOptions", "3");
    assertTrue(sent(WEB, other).isPresent());
  }

  @Test
  void theTenthDifferentMessageIsCombinedAndSoAreLaterOnes() {
    for (int i = 0; i < 9; i++) {
      assertEquals("m" + i, message(sent("m" + i)));
    }
    later(Duration.ofSeconds(15));
    EventObject combined = sent("m9");
    assertEquals("(combined from similar events): m9", message(combined));
    assertEquals(1, combined.count());
    assertEquals("", combined.reporter());
    assertEquals(COMPONENT, combined.latest().component());
    assertEquals(now, combined.first());
    later(Duration.ofSeconds(15));
    EventObject again = sent("m10");
    assertEquals("(combined from similar events): m10", message(again));
    assertEquals(2, again.count());
    assertEquals(combined.name(), again.name());
    assertEquals(combined.first(), again.first());
    assertEquals(now, again.latest().at());
  }

  @Test
  void aRememberedMessageIsNotAggregated() {
    for (int i = 0; i < 10; i++) {
      sent("m" + i);
    }
    EventObject remembered = sent("m1");
    assertEquals("m1", message(remembered));
    assertEquals(2, remembered.count());
    assertEquals("(combined from similar events): m0", message(sent("m0")));
  }

  @Test
  void messagesExpireAfterTenMinutes() {
    for (int i = 0; i < 10; i++) {
      sent("m" + i);
    }
    later(Duration.ofMinutes(10));
    assertEquals("(combined from similar events): a", message(sent("a")));
    later(Duration.ofMinutes(10).plusNanos(1));
    for (int i = 0; i < 9; i++) {
      assertEquals("b" + i, message(sent("b" + i)));
    }
    EventObject combined = sent("b9");
    assertEquals(3, combined.count());
    assertEquals(START, combined.first());
  }

  @Test
  void whatIsCombinedLateBearsTheTimeOfSending() {
    for (int i = 0; i < 9; i++) {
      sent("m" + i);
    }
    Instant sending = now.plusSeconds(40);
    EventObject combined =
        correlator
            .correlate(new EventOccurrence(WEB, COMPONENT, warning("late"), now), sending)
            .orElseThrow();
    assertEquals(sending, combined.first());
    assertEquals(sending, combined.latest().at());
    EventObject single =
        correlator
            .correlate(
                new EventOccurrence(autoscaler("api", "", "", ""), COMPONENT, warning("late"), now),
                sending)
            .orElseThrow();
    assertEquals(now, single.first());
  }

  @Test
  void messagesAreGroupedByReason() {
    for (int i = 0; i < 9; i++) {
      sent("m" + i);
    }
    HpaEvent other = new HpaEvent(HpaEvent.Type.WARNING, "FailedRescale", "m9");
    assertEquals("m9", message(sent(other)));
  }

  @Test
  void theBurstIsTwentyFiveAndTheRateOneInFiveMinutes() {
    for (int i = 0; i < 25; i++) {
      sent("no");
    }
    assertEquals(Optional.empty(), sent(WEB, warning("no")));
    later(Duration.ofMillis(299_999));
    assertEquals(Optional.empty(), sent(WEB, warning("no")));
    later(Duration.ofMillis(1));
    assertEquals(28, sent("no").count(), "what did not pass was counted");
    assertEquals(Optional.empty(), sent(WEB, warning("no")));
    later(Duration.ofDays(1));
    for (int i = 0; i < 25; i++) {
      sent("no");
    }
    assertEquals(Optional.empty(), sent(WEB, warning("no")));
  }

  @Test
  void theRateLimitIsPerSourceRegardlessOfReasonAndFieldPath() {
    for (int i = 0; i < 25; i++) {
      sent("no");
    }
    HpaEvent otherReason = new HpaEvent(HpaEvent.Type.WARNING, "FailedRescale", "no");
    HpaEvent otherType = new HpaEvent(HpaEvent.Type.NORMAL, "SuccessfulRescale", "yes");
    assertEquals(Optional.empty(), sent(WEB, otherReason));
    assertEquals(Optional.empty(), sent(autoscaler("web", "uid-1", "1041", "spec"), otherReason));
    assertTrue(sent(WEB, otherType).isPresent());
    assertTrue(sent(WEB, "another", otherReason).isPresent());
    assertTrue(sent(autoscaler("web", "uid-2", "1041", ""), otherReason).isPresent());
  }

  @Test
  void namesContainTheTimeAndAreUnique() {
    assertEquals("web.17cb550d96f24000", sent("a").name());
    assertEquals("web.17cb550d96f24001", sent("b").name());
  }

  @Test
  void anObjectWithALongNameHasEventsWithRandomNames() {
    String fits = "a".repeat(253 - 17);
    assertTrue(
        sent(autoscaler(fits, "", "", ""), warning("no")).orElseThrow().name().startsWith(fits));
    String name = sent(autoscaler(fits + "a", "", "", ""), warning("no")).orElseThrow().name();
    assertEquals(name, UUID.fromString(name).toString());
  }

  @Test
  void anObjectWithoutANamespaceHasItsEventsInDefault() {
    ObjectReference node = new ObjectReference("Node", "", "node-1", "", "v1", "", "");
    assertEquals("default", sent(node, warning("no")).orElseThrow().namespace());
  }

  @Test
  void theLast4096AreRemembered() {
    EventObject first = sent("no");
    tellOfOthers(4095);
    assertEquals(first.name(), sent("no").name());
    tellOfOthers(4096);
    EventObject forgotten = sent("no");
    assertEquals(1, forgotten.count());
    assertNotEquals(first.name(), forgotten.name());
  }

  /** 158 objects whose 25 accepted events take 26 entries: 9, the combined one, and its 16. */
  @Test
  void eachAcceptedMessageOfACombinedEventIsRememberedToo() {
    EventObject first = sent("no");
    for (int object = 0; object < 158; object++) {
      ObjectReference about = autoscaler("other-" + object, "", "", "");
      for (int message = 0; message < 25; message++) {
        correlator.accepted(sent(about, warning("m" + message)).orElseThrow());
      }
      if (object == 156) {
        assertEquals(first.name(), sent("no").name(), "4,083 entries");
      }
    }
    assertEquals(3, sent("no").count(), "used just before");
    for (int object = 0; object < 158; object++) {
      ObjectReference about = autoscaler("more-" + object, "", "", "");
      for (int message = 0; message < 25; message++) {
        correlator.accepted(sent(about, warning("m" + message)).orElseThrow());
      }
    }
    assertEquals(1, sent("no").count(), "4,108 entries later");
  }

  private void tellOfOthers(int number) {
    for (int i = 0; i < number; i++) {
      sent(autoscaler("other-" + i, "", "", ""), warning("no"));
    }
  }

  @Test
  void noSourceExceedsItsRateAndCountsIncrease() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      EventCorrelator any = new EventCorrelator(random);
      Map<EventOccurrence.Source, List<Instant>> passed = new HashMap<>();
      Map<String, EventObject> last = new HashMap<>();
      Instant time = START;
      for (int i = 1; i <= 400; i++) {
        time = time.plusMillis(random.nextInt(4) == 0 ? random.nextInt(900_000) : 15);
        EventOccurrence occurrence = randomOccurrence(random, time);
        Optional<EventObject> event = any.correlate(occurrence, time);
        if (event.isPresent()) {
          passed.computeIfAbsent(occurrence.source(), source -> new ArrayList<>()).add(time);
          EventObject before = last.put(event.get().name(), event.get());
          assertIsLaterThan(before, event.get(), "seed " + seed + ", event " + i);
        }
      }
      passed.values().forEach(EventCorrelatorTest::assertWithinAllowance);
    }
  }

  private static EventOccurrence randomOccurrence(Random random, Instant at) {
    HpaEvent.Type type = random.nextBoolean() ? HpaEvent.Type.NORMAL : HpaEvent.Type.WARNING;
    String reason = "Reason" + random.nextInt(2);
    String message = "m" + random.nextInt(random.nextBoolean() ? 3 : 30);
    ObjectReference about = autoscaler("web", "uid", "" + random.nextInt(), "");
    return new EventOccurrence(about, COMPONENT, new HpaEvent(type, reason, message), at);
  }

  private static void assertIsLaterThan(
      @Nullable EventObject before, EventObject event, String place) {
    if (before != null) {
      assertTrue(before.count() < event.count(), place);
      assertEquals(before.first(), event.first(), place);
      assertTrue(!event.latest().at().isBefore(before.latest().at()), place);
    }
  }

  /** In every span of time, not only from the start. */
  private static void assertWithinAllowance(List<Instant> passed) {
    for (int from = 0; from < passed.size(); from++) {
      for (int to = from; to < passed.size(); to++) {
        double seconds = Duration.between(passed.get(from), passed.get(to)).toMillis() / 1000.0;
        double allowed = 25 + seconds / 300 + 1e-3;
        assertTrue(to - from + 1 <= allowed, () -> "more than " + allowed);
      }
    }
  }

  /** 4,096 series and groups of ten with messages of 32 KB would take more than a heap. */
  @Test
  void messagesAreNotKept() {
    WeakReference<String> message = new WeakReference<>(sentLong());
    for (int i = 0; i < 100 && message.get() != null; i++) {
      System.gc();
    }
    assertNull(message.get());
    assertEquals(2, sent("x".repeat(32 << 10)).count(), "it is still recognized");
  }

  private String sentLong() {
    String message = "x".repeat(32 << 10);
    assertEquals(1, sent(message).count());
    return message;
  }
}
