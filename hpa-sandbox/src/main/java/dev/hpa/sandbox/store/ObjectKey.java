package dev.hpa.sandbox.store;

import java.util.Comparator;

/** The namespace and name of an object; the namespace is empty for cluster-scoped objects. */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {

  private static final Comparator<ObjectKey> ORDER =
      Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name);

  @Override
  public int compareTo(ObjectKey other) {
    return ORDER.compare(this, other);
  }
}
