package dev.hpa.sandbox.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one resource.
 *
 * <p>Thread-safe. Writers of one resource exclude each other; reads of single objects do not block.
 * Listeners are called in order of revision under the lock of the resource and must return quickly.
 */
public final class ResourceStore {

  private final ReentrantLock lock = new ReentrantLock();
  private final ConcurrentSkipListMap<ObjectKey, StoredObject> objects =
      new ConcurrentSkipListMap<>();
  private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();
  private final AtomicLong revisions;
  private final ChangeLog log;

  ResourceStore(AtomicLong revisions, int logCapacity) {
    this.revisions = revisions;
    this.log = new ChangeLog(logCapacity);
  }

  /** The object with this key, or null. */
  public @Nullable StoredObject get(ObjectKey key) {
    return objects.get(key);
  }

  /** The number of objects. */
  public int size() {
    return objects.size();
  }

  /** The objects of a namespace ({@code ""} for all), weakly consistent. */
  public Collection<StoredObject> in(String namespace) {
    return view(namespace).values();
  }

  private NavigableMap<ObjectKey, StoredObject> view(String namespace) {
    return namespace.isEmpty()
        ? objects
        : objects.subMap(
            new ObjectKey(namespace, ""), true, new ObjectKey(namespace + '\0', ""), false);
  }

  /** The latest revision; all changes of the resource up to it are in its log. */
  public long revision() {
    lock.lock();
    try {
      return revisions.get();
    } finally {
      lock.unlock();
    }
  }

  /** The matching objects of a namespace ({@code ""} for all) at one revision. */
  public Snapshot snapshot(String namespace, Predicate<StoredObject> filter) {
    lock.lock();
    try {
      List<StoredObject> result = new ArrayList<>();
      for (StoredObject object : in(namespace)) {
        if (filter.test(object)) {
          result.add(object);
        }
      }
      return new Snapshot(revisions.get(), result);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The matching objects of a namespace ({@code ""} for all) at a past revision.
   *
   * @return null when the log no longer reaches back to it
   */
  public @Nullable Snapshot snapshotAt(
      long revision, String namespace, Predicate<StoredObject> filter) {
    lock.lock();
    try {
      List<Change> later = log.after(revision);
      if (later == null) {
        return null;
      }
      NavigableMap<ObjectKey, StoredObject> then = new TreeMap<>(objects);
      for (Change change : later.reversed()) {
        if (change.before() == null) {
          then.remove(change.last().key());
        } else {
          then.put(change.last().key(), change.before());
        }
      }
      return new Snapshot(
          revision,
          then.values().stream()
              .filter(object -> namespace.isEmpty() || object.namespace().equals(namespace))
              .filter(filter)
              .toList());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds an object.
   *
   * @param tree complete except for its resource version; owned by the store from now on
   * @return the stored object, or null when the key exists
   */
  public @Nullable StoredObject create(ObjectKey key, ObjectNode tree) {
    lock.lock();
    try {
      if (objects.containsKey(key)) {
        return null;
      }
      StoredObject created = stamped(key, tree);
      objects.put(key, created);
      publish(new Change(created.revision(), null, created, created));
      return created;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Updates an object. The edit gets a copy and returns the tree to store; an equal tree changes
   * nothing, not even the revision.
   *
   * @return the current object, or null when it does not exist
   */
  public @Nullable StoredObject update(ObjectKey key, Edit edit) {
    lock.lock();
    try {
      StoredObject before = objects.get(key);
      if (before == null) {
        return null;
      }
      ObjectNode after = edit.apply(before, before.tree());
      if (before.equalsJson(after)) {
        return before;
      }
      StoredObject updated = stamped(key, after);
      objects.put(key, updated);
      publish(new Change(updated.revision(), before, updated, updated));
      return updated;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Removes an object.
   *
   * @param condition evaluated under the lock
   * @return its last state with the revision of the removal, or null when it does not exist or the
   *     condition is false
   */
  public @Nullable StoredObject remove(ObjectKey key, Predicate<StoredObject> condition) {
    lock.lock();
    try {
      StoredObject before = objects.get(key);
      if (before == null || !condition.test(before)) {
        return null;
      }
      objects.remove(key);
      StoredObject last = stamped(key, before.tree());
      publish(new Change(last.revision(), before, null, last));
      return last;
    } finally {
      lock.unlock();
    }
  }

  /** Calls the listener for every change from now on. */
  public void onChange(Consumer<Change> listener) {
    listeners.add(listener);
  }

  /** Opens a reader of the changes after a revision. */
  public Reader reader(long afterRevision) {
    return new Reader(log, afterRevision);
  }

  /** The latest revision that readers can no longer start from. */
  public long compactedRevision() {
    return log.compacted();
  }

  /** Drops the log up to a revision, like an etcd compaction. */
  void compact(long revision) {
    log.compact(revision);
  }

  private StoredObject stamped(ObjectKey key, ObjectNode tree) {
    long revision = revisions.incrementAndGet();
    tree.withObject("/metadata").put("resourceVersion", Long.toString(revision));
    return StoredObject.of(key, revision, tree);
  }

  private void publish(Change change) {
    log.append(change);
    for (Consumer<Change> listener : listeners) {
      listener.accept(change);
    }
  }

  /** An edit of an object; it may throw to leave the object unchanged. */
  @FunctionalInterface
  public interface Edit {
    ObjectNode apply(StoredObject before, ObjectNode tree);
  }

  /** A reader of changes. Used by one thread; any thread may call {@link #stop}. */
  public static final class Reader {
    private final ChangeLog log;
    private long place;
    private volatile boolean stopped;
    private volatile boolean nudged;

    Reader(ChangeLog log, long place) {
      this.log = log;
      this.place = place;
    }

    /**
     * Waits for changes.
     *
     * @return the next changes, empty when the reader was stopped or nudged, or null when it has
     *     fallen behind the log
     */
    public @Nullable List<Change> next() throws InterruptedException {
      List<Change> changes = log.awaitAfter(place, 500, () -> stopped || nudged);
      nudged = false;
      if (changes != null && !changes.isEmpty()) {
        place = changes.getLast().revision();
      }
      return changes;
    }

    /** Whether {@link #stop} was called. */
    public boolean isStopped() {
      return stopped;
    }

    /** Ends this and all later waits. */
    public void stop() {
      stopped = true;
      log.wake();
    }

    /** Ends one wait. */
    public void nudge() {
      nudged = true;
      log.wake();
    }
  }
}
