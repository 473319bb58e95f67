package dev.hpa.kube.client;

import dev.hpa.api.NamespacedName;
import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects of one resource that exist and cannot be read. The log names each when it is found
 * and when it is readable again or deleted, at most {@link Limit#UNREADABLE_LINES} lines in a
 * minute. Thread-safe.
 */
final class UnreadableObjects {

  private static final Logger LOG = LoggerFactory.getLogger(UnreadableObjects.class);
  private static final Duration WINDOW = Duration.ofMinutes(1);

  private final String resource;
  private final InstantSource clock;
  private final Map<NamespacedName, UnreadableObject> objects = new HashMap<>();
  private Instant windowEnds = Instant.MIN;
  private int lines;

  UnreadableObjects(String resource, InstantSource clock) {
    this.resource = resource;
    this.clock = clock;
  }

  /** Replaces all objects. */
  synchronized void replace(List<UnreadableObject> all) {
    Map<NamespacedName, UnreadableObject> before = new HashMap<>(objects);
    objects.clear();
    for (UnreadableObject each : all) {
      objects.put(each.key(), each);
      report(each, before.get(each.key()));
    }
    before.keySet().stream()
        .filter(key -> !objects.containsKey(key))
        .forEach(key -> reportEnd(key, "readable again or deleted"));
  }

  /** Adds an object that cannot be read. */
  synchronized void add(UnreadableObject object) {
    UnreadableObject before = objects.put(object.key(), object);
    report(object, before);
  }

  /** Removes an object that is readable. */
  synchronized void readable(NamespacedName key) {
    ended(key, "readable again");
  }

  /** Removes an object that was deleted. */
  synchronized void deleted(NamespacedName key) {
    ended(key, "deleted");
  }

  private void ended(NamespacedName key, String how) {
    if (objects.remove(key) != null) {
      reportEnd(key, how);
    }
  }

  /** Removes the objects of namespaces, whether they are readable or not. */
  synchronized void drop(NamespaceScope namespaces) {
    objects.keySet().removeIf(key -> namespaces.contains(key.namespace()));
  }

  synchronized int size() {
    return objects.size();
  }

  private void report(UnreadableObject object, @Nullable UnreadableObject before) {
    boolean isKnown = before != null && before.problem().equals(object.problem());
    if (!isKnown && mayLog()) {
      LOG.warn(
          "{} \"{}\": cannot be read: {}; skipped until it is corrected",
          resource,
          object.key(),
          object.problem());
    }
  }

  private void reportEnd(NamespacedName key, String how) {
    if (mayLog()) {
      LOG.info("{} \"{}\": {}", resource, key, how);
    }
  }

  private boolean mayLog() {
    Instant now = clock.instant();
    if (!now.isBefore(windowEnds)) {
      windowEnds = now.plus(WINDOW);
      lines = 0;
    }
    lines++;
    if (lines == Limit.UNREADABLE_LINES.asInt()) {
      LOG.warn(
          "{}: {} objects cannot be read; more are not logged for a minute",
          resource,
          objects.size());
    }
    return lines < Limit.UNREADABLE_LINES.asInt();
  }
}
