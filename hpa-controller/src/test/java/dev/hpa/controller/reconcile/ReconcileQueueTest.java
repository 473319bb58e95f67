package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.kube.client.ClientOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ReconcileQueueTest {

  private static final Duration PERIOD = Duration.ofSeconds(15);

  private static final Instant START = Instant.parse("2024-05-01T10:00:00Z");

  private static final NamespacedName A = new NamespacedName("shop", "a");
  private static final NamespacedName B = new NamespacedName("shop", "b");
  private static final NamespacedName C = new NamespacedName("shop", "c");

  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final DueTimes times = times(PERIOD, false);
  private final ReconcileQueue queue = queue(times);

  private DueTimes times(Duration interval, boolean isStaggered) {
    return new DueTimes(timeline, new DueTimes.Pace(PERIOD, interval, isStaggered), () -> 50);
  }

  private ReconcileQueue queue(DueTimes times) {
    return new ReconcileQueue(timeline, times, Duration.ofMillis(200), ClientOptions.DEFAULTS);
  }

  private static Options period(String period) {
    return OptionsReader.UNRESTRICTED.read(Map.of("hpa.dev/sync-period", period), Map.of());
  }

  private void advance(int seconds) {
    timeline.advance(Duration.ofSeconds(seconds));
  }

  /** Takes all that is due now. */
  private List<String> due() throws InterruptedException {
    List<String> keys = new ArrayList<>();
    while (queue.hasDue()) {
      keys.add(Objects.requireNonNull(queue.take(any -> true)).name());
    }
    return keys;
  }

  @Test
  void aKeyIsDueOnePeriodAfterItWasAskedFor() throws InterruptedException {
    queue.add(A);
    advance(14);
    assertEquals(List.of(), due());
    advance(1);
    assertEquals(List.of("a"), due());
  }

  @Test
  void ofSeveralRequestsTheEarliestCounts() throws InterruptedException {
    queue.add(A);
    advance(10);
    queue.add(A);
    advance(5);
    assertEquals(List.of("a"), due());
    queue.done(A);
    advance(60);
    assertEquals(List.of(), due());
  }

  @Test
  void aKeyMayBeDueAtOnceAndStillOnePeriodAfterItWasAskedFor() throws InterruptedException {
    queue.add(A);
    queue.addNow(A);
    queue.addNow(A);
    assertEquals(List.of("a"), due());
    queue.begin(A);
    queue.done(A);
    queue.add(A);
    advance(14);
    assertEquals(List.of(), due());
    advance(1);
    assertEquals(List.of("a"), due());
    advance(15);
    assertEquals(List.of(), due());
  }

  @Test
  void keysComeInTheOrderTheyBecameDue() throws InterruptedException {
    queue.add(B);
    advance(1);
    queue.add(A);
    queue.add(C);
    advance(15);
    assertEquals(List.of("b", "a", "c"), due());
  }

  @Test
  void keysOfANamespaceThatAreDueAMomentApartAreDueTogetherAtTheLatestTime()
      throws InterruptedException {
    NamespacedName other = new NamespacedName("bank", "other");
    queue.add(A);
    queue.add(other);
    timeline.advance(Duration.ofMillis(50));
    queue.add(B);
    timeline.advance(Duration.ofMillis(100));
    queue.add(C);
    timeline.advance(PERIOD.minusMillis(150));
    assertEquals(List.of("other"), due(), "not held for another namespace");
    timeline.advance(Duration.ofMillis(149));
    assertEquals(List.of(), due());
    timeline.advance(Duration.ofMillis(1));
    assertEquals(List.of("a", "b", "c"), due());
  }

  @Test
  void keysOfANamespaceThatAreDueFurtherApartAreDueAlone() throws InterruptedException {
    queue.add(A);
    timeline.advance(Duration.ofMillis(200));
    queue.add(B);
    timeline.advance(PERIOD.minusMillis(200));
    assertEquals(List.of("a"), due());
    timeline.advance(Duration.ofMillis(200));
    assertEquals(List.of("b"), due());
  }

  @Test
  void aKeyWhoseSyncIsUnscheduledIsNotDueWithItsNamespace() throws InterruptedException {
    queue.add(A);
    queue.add(B);
    queue.unschedule(A);
    timeline.advance(PERIOD);
    assertEquals(List.of("b"), due());
  }

  @Test
  void theNextSyncHasAReason() throws InterruptedException {
    queue.add(A);
    times.set(B, period("9s"));
    queue.add(B);
    queue.addFirst(C, START.minusSeconds(5));
    timeline.advance(Duration.ofMillis(1500));
    assertEquals("next sync in 13 s: sync period", queue.nextSync(A));
    assertEquals("next sync in 7 s: own sync period", queue.nextSync(B));
    assertEquals("next sync in 8 s: start of the controller", queue.nextSync(C));
    queue.unschedule(B);
    times.set(B, ending("2024-05-01T10:00:04Z"));
    queue.add(B);
    assertEquals("next sync in 2 s: change by its options", queue.nextSync(B));
    advance(15);
    assertEquals("next sync: due now, or being made", queue.nextSync(A));
    assertEquals(3, due().size());
  }

  private static Options ending(String time) {
    return OptionsReader.UNRESTRICTED.read(
        Map.of("hpa.dev/mode", "Paused", "hpa.dev/mode-until", time), Map.of());
  }

  @Test
  void aKeyThatIsDueTwiceIsTakenOnce() throws InterruptedException {
    queue.add(A);
    advance(15);
    queue.add(A);
    advance(15);
    assertEquals(List.of("a"), due());
  }

  @Test
  void aKeyDueWhileItIsWorkedOnComesAgainAfterwards() throws InterruptedException {
    queue.add(A);
    advance(15);
    assertEquals(A, queue.take(any -> true));
    queue.add(A);
    advance(15);
    assertEquals(List.of(), due());
    queue.done(A);
    assertEquals(List.of("a"), due());
    queue.done(A);
    assertEquals(List.of(), due());
  }

  @Test
  void aKeyChangedWhileItIsWorkedOnComesAgainAfterwards() throws InterruptedException {
    queue.addNow(A);
    assertEquals(A, queue.take(any -> true));
    queue.begin(A);
    queue.addChanged(A);
    assertEquals(List.of(), due());
    queue.add(A);
    queue.done(A);
    assertEquals(List.of("a"), due());
    queue.done(A);
    assertEquals(List.of(), due());
  }

  @Test
  void aKeyAskedForAtTheEndOfItsWorkIsDueOnePeriodLater() throws InterruptedException {
    queue.add(A);
    advance(15);
    assertEquals(A, queue.take(any -> true));
    advance(7);
    queue.add(A);
    queue.done(A);
    advance(14);
    assertEquals(List.of(), due());
    advance(1);
    assertEquals(List.of("a"), due());
  }

  @Test
  void staggeredKeysAreDueAtTheSlotsOfTheirNamespace() throws InterruptedException {
    DueTimes staggeredTimes = times(PERIOD, true);
    ReconcileQueue staggered = queue(staggeredTimes);
    Instant moment = staggeredTimes.slot("shop", START);
    timeline.advance(Duration.between(START, moment).plusSeconds(3));
    staggered.add(A);
    timeline.advance(Duration.ofSeconds(15 - 3).minusMillis(1));
    assertFalse(staggered.hasDue());
    timeline.advance(Duration.ofMillis(1));
    assertEquals(
        A, staggered.take(any -> true), "a period after the moment, not after the request");
    timeline.advance(Duration.ofSeconds(8));
    staggered.add(A);
    staggered.done(A);
    timeline.advance(Duration.ofSeconds(15 - 8 + 15).minusMillis(1));
    assertFalse(staggered.hasDue(), "less than half a period was left until the next moment");
    timeline.advance(Duration.ofMillis(1));
    assertEquals(A, staggered.take(any -> true));
  }

  /** Syncs all that is due. */
  private int synced() throws InterruptedException {
    int count = 0;
    while (queue.hasDue()) {
      NamespacedName key = Objects.requireNonNull(queue.take(any -> true));
      queue.done(key);
      queue.add(key);
      count++;
    }
    return count;
  }

  /** One autoscaler that is edited ten times a second for ten minutes, and a new one of another. */
  @Test
  void changesInALoopCauseFewSyncs() throws InterruptedException {
    int syncs = 0;
    queue.add(A);
    for (int i = 0; i < 6_000; i++) {
      queue.addChanged(A);
      timeline.advance(Duration.ofMillis(100));
      syncs += synced();
    }
    assertTrue(syncs > 600 && syncs <= 1_000 + 2 * 600 + 40, "syncs: " + syncs);
    queue.addChanged(new NamespacedName("bank", "new"));
    assertEquals(List.of("new"), due(), "at once");
  }

  @Test
  void aChangeBeyondTheBudgetIsSyncedOnceAndAtTheScheduledTimeAtTheLatest()
      throws InterruptedException {
    for (int i = 0; i < 1_050; i++) {
      queue.addChanged(new NamespacedName("shop", "other-" + i));
    }
    assertEquals(1_000, synced());
    times.set(A, period("10m"));
    times.set(B, period("3s"));
    queue.add(A);
    queue.add(B);
    for (int i = 0; i < 5; i++) {
      queue.addChanged(A);
      queue.addChanged(B);
      queue.addChanged(C);
    }
    int all = 0;
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      advance(1);
      while (queue.hasDue()) {
        NamespacedName key = Objects.requireNonNull(queue.take(any -> true));
        queue.done(key);
        all++;
        if (!key.name().startsWith("other-")) {
          order.add(i + 1 + " " + key.name());
        }
      }
    }
    assertEquals(List.of("3 b", "15 a", "15 c"), order);
    assertEquals(1_053, all, "the others once more after their period, and these");
  }

  /** 80 autoscalers of a namespace with 60 edits a second, and a new one elsewhere each second. */
  @Test
  void editsOfOneNamespaceDelayNoChangeOfAnother() throws InterruptedException {
    for (int i = 0; i < 80; i++) {
      queue.add(new NamespacedName("shop", "hpa-" + i));
    }
    int edits = 0;
    for (int second = 0; second < 120; second++) {
      for (int i = 0; i < 60; i++) {
        queue.addChanged(new NamespacedName("shop", "hpa-" + edits++ % 80));
      }
      synced();
      NamespacedName other = new NamespacedName("bank-" + second % 10, "new-" + second);
      queue.addChanged(other);
      assertEquals(List.of(other.name()), due(), "at once after " + edits + " edits");
      queue.done(other);
      advance(1);
      synced();
    }
  }

  @Test
  void aChangeThatIsSyncedOnTimeTakesNothingOfItsNamespace() throws InterruptedException {
    for (int i = 0; i < 40; i++) {
      queue.add(new NamespacedName("shop", "hpa-" + i));
    }
    timeline.advance(PERIOD.minusMillis(200));
    for (int i = 0; i < 1_000; i++) {
      queue.addChanged(new NamespacedName("shop", "other-" + i));
    }
    assertEquals(1_000, due().size());
    for (int i = 0; i < 40; i++) {
      queue.addChanged(new NamespacedName("shop", "hpa-" + i));
    }
    queue.addChanged(C);
    timeline.advance(Duration.ofMillis(500));
    List<String> due = due();
    assertEquals(41, due.size());
    assertEquals("c", due.getLast(), "after half a second, as the first that waits");
  }

  @Test
  void aDroppedTimeTakesNoMemoryForHours() throws InterruptedException {
    ReconcileQueue rare = queue(times(Duration.ofHours(24), false));
    for (int i = 0; i < 1_000; i++) {
      rare.add(A);
      rare.unschedule(A);
    }
    rare.add(A);
    timeline.advance(Duration.ofMinutes(2));
    int tasks = 0;
    while (!rare.hasDue() && timeline.runNext(START.plus(Duration.ofHours(25)))) {
      tasks++;
    }
    assertTrue(tasks < 1_500, "a task a minute, not " + tasks);
    assertEquals(START.plus(Duration.ofHours(24)), timeline.now());
    assertEquals(A, rare.take(any -> true));
  }

  /**
   * The namespaces of 200 due keys, half of them of each, in the order in which they are served.
   */
  private List<String> served(Consumer<NamespacedName> afterSync) throws InterruptedException {
    for (String namespace : List.of("evil", "shop")) {
      for (int i = 0; i < 100; i++) {
        queue.addNow(new NamespacedName(namespace, "hpa-" + i));
      }
    }
    List<String> namespaces = new ArrayList<>();
    while (queue.hasDue()) {
      NamespacedName key = Objects.requireNonNull(queue.take(any -> true));
      afterSync.accept(key);
      namespaces.add(key.namespace());
    }
    return namespaces;
  }

  /** Syncs of one second each delay others by one, however many are due. */
  @Test
  void aTurnIsLimitedByTheTimeThatItsSyncsCompute() throws InterruptedException {
    List<String> namespaces =
        served(
            key ->
                queue.used(
                    key.namespace(),
                    key.namespace().equals("evil") ? Duration.ofSeconds(1) : Duration.ofMillis(1)));
    assertEquals(100, namespaces.lastIndexOf("shop"), "one sync of the other namespace is before");
  }

  /** 100 syncs with 5 conflicts have the requests of 1,000 others. */
  @Test
  void aTurnIsLimitedByTheRequestsOfItsSyncs() throws InterruptedException {
    List<String> namespaces =
        served(key -> queue.wrote(key, key.namespace().equals("evil") ? 10 : 0));
    long before =
        namespaces.subList(0, namespaces.lastIndexOf("shop")).stream()
            .filter("evil"::equals)
            .count();
    assertTrue(before <= 10, before + " syncs with conflicts are before those of the other");
  }

  /** Whose syncs all write the scale: another namespace waits for 100 to 200 requests. */
  @Test
  void manyNamespacesDoNotDelayAnotherByMoreThanARoundOrTwo() throws InterruptedException {
    for (int namespace = 0; namespace < 100; namespace++) {
      for (int i = 0; i < 50; i++) {
        queue.addNow(new NamespacedName("evil-" + namespace, "hpa-" + i));
      }
    }
    int longest = 0;
    for (int victim = 0; victim < 10; victim++) {
      queue.addNow(A);
      int requests = 0;
      NamespacedName key = Objects.requireNonNull(queue.take(any -> true));
      while (!key.equals(A)) {
        requests += 2;
        queue.wrote(key, 1);
        queue.done(key);
        key = Objects.requireNonNull(queue.take(any -> true));
      }
      queue.done(A);
      longest = Math.max(longest, requests);
    }
    assertTrue(longest >= 100 && longest <= 210, longest + " requests before it");
  }

  @Test
  void theQueueIsNotIdleDuringASync() throws InterruptedException {
    queue.add(A);
    assertTrue(queue.awaitIdle(Duration.ZERO), "not due yet");
    advance(15);
    assertFalse(queue.awaitIdle(Duration.ZERO), "due");
    assertEquals(A, queue.take(any -> true));
    assertFalse(queue.awaitIdle(Duration.ZERO), "worked on");
    queue.done(A);
    assertTrue(queue.awaitIdle(Duration.ZERO), "done");
  }

  @Test
  void aClosedQueueIsEmptyAndIgnoresKeys() throws InterruptedException {
    queue.add(A);
    advance(15);
    queue.close();
    assertNull(queue.take(any -> true));
    queue.add(B);
    advance(15);
    assertNull(queue.take(any -> true));
    assertTrue(queue.awaitIdle(Duration.ZERO));
  }

  @Test
  void closeWakesWaitingThreads() throws InterruptedException {
    List<String> taken = new ArrayList<>();
    Thread worker =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    taken.add(String.valueOf(queue.take(any -> true)));
                  } catch (InterruptedException stopping) {
                    Thread.currentThread().interrupt();
                  }
                });
    queue.close();
    worker.join();
    assertEquals(List.of("null"), taken);
  }

  @Test
  void listenersReceiveDepthAndLatency() throws InterruptedException {
    List<String> events = new ArrayList<>();
    queue.onChange(
        new QueueListener() {
          @Override
          public void requested() {
            events.add("requested");
          }

          @Override
          public void added() {
            events.add("added");
          }

          @Override
          public void begun(Duration queued, Duration late) {
            events.add("begun after " + queued.toSeconds() + " s, late by " + late.toSeconds());
          }

          @Override
          public void ended(Duration worked) {
            events.add("ended after " + worked.toSeconds() + " s");
          }
        });
    queue.add(A);
    queue.add(A);
    advance(15);
    assertEquals(List.of("a"), due());
    advance(2);
    assertEquals(new QueueState(1, Duration.ZERO, Duration.ZERO), queue.state());
    queue.begin(A);
    queue.add(A);
    advance(16);
    assertEquals(new QueueState(1, Duration.ofSeconds(16), Duration.ofSeconds(16)), queue.state());
    queue.done(A);
    assertEquals(List.of("a"), due());
    queue.begin(A);
    assertEquals(
        List.of(
            "requested",
            "requested",
            "added",
            "begun after 2 s, late by 2",
            "requested",
            "added",
            "ended after 16 s",
            "begun after 1 s, late by 1"),
        events);
  }
}
