package dev.hpa.controller.cache;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The revisions of objects that came past a watch, as answers to reads or writes, until the watch
 * has reached them. Until then what the watch told is too old. Thread-safe.
 */
public final class AwaitedRevisions<K> {

  /** No watch reaches it. */
  private static final String UNKNOWN = "";

  private final Map<K, String> awaited = new ConcurrentHashMap<>();

  /** The server itself has told or made this revision. */
  public void expect(K object, String revision) {
    awaited.merge(object, revision, (before, now) -> reaches(before, now) ? before : now);
  }

  /** A write may or may not have changed the object. */
  void expectUnknown(K object) {
    awaited.put(object, UNKNOWN);
  }

  /** Whether the watch, having told this revision of the object, knows all there is to know. */
  public boolean isReached(K object, String revision) {
    String wanted = awaited.get(object);
    if (wanted == null) {
      return true;
    }
    if (reaches(revision, wanted)) {
      awaited.remove(object, wanted);
      return true;
    }
    return false;
  }

  /** The object is gone. */
  public void forget(K object) {
    awaited.remove(object);
  }

  /** Only these objects are left. */
  void retain(Set<K> objects) {
    awaited.keySet().retainAll(objects);
  }

  /** Revisions are numbers on every server there is; of others only equal ones are understood. */
  private static boolean reaches(String revision, String wanted) {
    if (revision.equals(wanted)) {
      return true;
    }
    try {
      return Long.parseUnsignedLong(revision) - Long.parseUnsignedLong(wanted) > 0;
    } catch (NumberFormatException noNumber) {
      return false;
    }
  }
}
