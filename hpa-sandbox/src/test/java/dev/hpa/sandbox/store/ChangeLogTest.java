package dev.hpa.sandbox.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** A log with random compactions, compared with a map. */
class ChangeLogTest {

  private static final int CAPACITY = 16;
  private static final int STEPS = 400;

  private final ChangeLog log = new ChangeLog(CAPACITY);

  /** The expected content of the log, by revision. */
  private final TreeMap<Long, Change> kept = new TreeMap<>();

  /** Changes that are no longer in the log and must be garbage-collected. */
  private final List<WeakReference<Change>> released = new ArrayList<>();

  private long revision;
  private long compacted;

  private static Change change(long revision) {
    StoredObject object =
        StoredObject.of(
            new ObjectKey("shop", "web"),
            revision,
            JsonNodeFactory.instance.objectNode().put("payload", "x".repeat(1000)));
    return new Change(revision, null, object, object);
  }

  private void append(long gap) {
    revision += gap;
    Change added = change(revision);
    log.append(added);
    kept.put(revision, added);
    if (kept.size() > CAPACITY) {
      compacted = kept.firstKey();
      release();
    }
  }

  private void compact(long upTo) {
    log.compact(upTo);
    compacted = Math.max(compacted, upTo);
    release();
  }

  private void release() {
    var head = kept.headMap(compacted, true);
    head.values().forEach(each -> released.add(new WeakReference<>(each)));
    head.clear();
  }

  private @Nullable List<Change> expected(long after) {
    return after < compacted ? null : List.copyOf(kept.tailMap(after, false).values());
  }

  /**
   * Random appends and compactions. Revisions have gaps, because other resources share them; a
   * compaction may name any revision, even a future one.
   */
  @RepeatedTest(50)
  void compactionKeepsLaterChangesAndReleasesMemory(RepetitionInfo repetition) throws Exception {
    Random random = new Random(repetition.getCurrentRepetition());
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(8) > 0) {
        append(1 + random.nextInt(3));
      } else {
        long upTo = revision + 3 - random.nextInt(40);
        compact(Math.max(0, upTo));
        revision = Math.max(revision, upTo);
      }
      assertEquals(compacted, log.compacted());
      long after = Math.max(0, revision + 2 - random.nextInt(45));
      List<Change> expected = expected(after);
      assertEquals(expected, log.after(after), "after " + after);
      int atMost = 1 + random.nextInt(5);
      assertEquals(
          expected == null ? null : expected.subList(0, Math.min(atMost, expected.size())),
          log.awaitAfter(after, atMost, () -> true),
          "after " + after);
    }
    awaitReleased();
    assertEquals(expected(compacted), log.after(compacted));
  }

  /** A store that compacts everything keeps no object alive, however full the log was. */
  @Test
  void fullCompactionReleasesEverything() {
    for (int i = 0; i < 3 * CAPACITY; i++) {
      append(1);
    }
    compact(revision);
    awaitReleased();
    assertEquals(3 * CAPACITY, released.size());
    assertEquals(List.of(), log.after(revision));
    assertNull(log.after(revision - 1));
    append(1);
    assertEquals(expected(revision - 1), log.after(revision - 1));
  }

  /** Triggers garbage collections until the changes are released. */
  private void awaitReleased() {
    while (released.stream().anyMatch(each -> each.get() != null)) {
      System.gc();
    }
  }

  @Test
  void waitingReaderSeesACompaction() throws Exception {
    append(1);
    AtomicReference<@Nullable List<Change>> answer = new AtomicReference<>(List.of());
    CountDownLatch waits = new CountDownLatch(1);
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    answer.set(
                        log.awaitAfter(
                            revision,
                            1,
                            () -> {
                              waits.countDown();
                              return false;
                            }));
                  } catch (InterruptedException unexpected) {
                    throw new IllegalStateException(unexpected);
                  }
                });
    waits.await();
    compact(revision + 1);
    reader.join();
    assertNull(answer.get());
    assertNotNull(log.after(revision + 1));
  }
}
