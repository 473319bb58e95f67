package dev.hpa.controller.cache;

import dev.hpa.api.NamespacedName;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The resource versions that reads or writes returned and the watch has not delivered yet. Until it
 * does, the cached object is stale. Thread-safe.
 */
public final class AwaitedRevisions {

  /** A revision that no watch delivers. */
  private static final String UNKNOWN = "";

  private final Map<NamespacedName, String> awaited = new ConcurrentHashMap<>();

  /** The API server has returned this revision for a read or write. */
  public void expect(NamespacedName object, String revision) {
    awaited.merge(object, revision, (before, now) -> reaches(before, now) ? before : now);
  }

  /** A write may or may not have changed the object. */
  void expectUnknown(NamespacedName object) {
    awaited.put(object, UNKNOWN);
  }

  /** Whether a revision delivered by the watch is at least the awaited one. */
  public boolean isReached(NamespacedName object, String revision) {
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

  /** The object was deleted. */
  public void forget(NamespacedName object) {
    awaited.remove(object);
  }

  /** Only these objects are left. */
  void retain(Set<NamespacedName> objects) {
    awaited.keySet().retainAll(objects);
  }

  private static boolean reaches(String revision, String wanted) {
    return revision.equals(wanted) || Revisions.isLater(revision, wanted);
  }
}
