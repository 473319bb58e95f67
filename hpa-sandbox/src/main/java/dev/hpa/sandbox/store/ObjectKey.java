package dev.hpa.sandbox.store;

import java.util.Comparator;

/** The address of an object within its resource; the namespace is empty for cluster-scoped ones. */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {

  private static final Comparator<ObjectKey> ORDER =
      Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name);

  @Override
  public int compareTo(ObjectKey other) {
    return ORDER.compare(this, other);
  }
}
