package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.state.Moments;
import dev.hpa.sandbox.store.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the simulator is going to do, and when. Unlike tasks of a timeline the entries can be
 * written down, and taken up again elsewhere in the same order.
 *
 * <p>All work runs on the timeline and under one lock, so that whoever holds the lock finds the
 * simulator between two pieces of work.
 */
final class Agenda {

  private final Timeline timeline;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Work> works = new HashMap<>();
  private final TreeMap<Long, Entry> entries = new TreeMap<>();
  private long added;

  Agenda(Timeline timeline) {
    this.timeline = timeline;
  }

  /** Something that is done about an object; must cope with the object being gone. */
  @FunctionalInterface
  interface Work {

    /**
     * @param uid empty when the key alone says what it is about
     */
    void about(ObjectKey key, String uid);
  }

  private record Entry(Instant due, String name, ObjectKey key, String uid) {}

  /** Work with a name under which it is found again. */
  final class Kind {
    private final String name;

    private Kind(String name) {
      this.name = name;
    }

    /** Has it done after a delay. */
    void after(Duration delay, ObjectKey key, String uid) {
      add(timeline.now(), new Entry(timeline.now().plus(delay), name, key, uid));
    }
  }

  /** Declares work; each name is declared once. */
  Kind kind(String name, Work work) {
    works.put(name, work);
    return new Kind(name);
  }

  private void add(Instant now, Entry entry) {
    hold(
        () -> {
          long number = added++;
          entries.put(number, entry);
          timeline.schedule(Duration.between(now, entry.due()), () -> hold(() -> take(number)));
        });
  }

  private void take(long number) {
    Entry entry = entries.remove(number);
    Work work = entry == null ? null : works.get(entry.name());
    if (entry != null && work != null) {
      work.about(entry.key(), entry.uid());
    }
  }

  /** Has something done at once that is over before anybody writes down what is left to do. */
  void soon(Runnable work) {
    timeline.schedule(Duration.ZERO, () -> hold(work));
  }

  /** Does something while the simulator does nothing. */
  void hold(Runnable work) {
    holding(
        () -> {
          work.run();
          return null;
        });
  }

  /** The same for something that has a result. */
  <T extends @Nullable Object> T holding(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** All that is to be done, in the order in which it was said. */
  ArrayNode saved(Moments moments) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Entry entry : entries.values()) {
      list.addObject()
          .put("due", moments.written(entry.due()))
          .put("do", entry.name())
          .put("namespace", entry.key().namespace())
          .put("name", entry.key().name())
          .put("uid", entry.uid());
    }
    return list;
  }

  void resume(JsonNode saved, Moments moments) {
    List<Entry> all = new ArrayList<>();
    for (JsonNode entry : saved) {
      String name = entry.path("do").asText();
      if (!works.containsKey(name)) {
        throw new IllegalArgumentException("nobody knows how to do \"" + name + "\"");
      }
      all.add(
          new Entry(
              moments.read(entry.path("due").asLong()),
              name,
              new ObjectKey(entry.path("namespace").asText(), entry.path("name").asText()),
              entry.path("uid").asText()));
    }
    all.forEach(entry -> add(moments.now(), entry));
  }
}
