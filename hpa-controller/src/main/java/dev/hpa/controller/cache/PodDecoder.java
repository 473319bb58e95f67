package dev.hpa.controller.cache;

import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.NamespacedName;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodReader;
import dev.hpa.core.pods.PodResources;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.kube.client.UnreadableObjectException;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Reads pods as {@link PodReader} does. Labels and requests, which are the same for all pods of a
 * template, are kept once. Thread-safe.
 */
public final class PodDecoder {

  private final Interner<Map<String, String>> labelSets = new Interner<>();
  private final Interner<PodResources> resources = new Interner<>();
  private final Interner<Pod.Placement> placements = new Interner<>();
  private final Interner<OwnerFilter.Owner> controllers = new Interner<>();

  /**
   * Reads one pod.
   *
   * @param in at the start of an object; afterwards at its end
   */
  public CachedPod read(JsonParser in) throws IOException {
    return readVersioned(in).value();
  }

  /**
   * Reads one pod and the revision it has.
   *
   * @throws UnreadableObjectException when a field has a value of another type, naming the pod
   */
  public Reflector.Versioned<CachedPod> readVersioned(JsonParser in) throws IOException {
    PodReader read = new PodReader();
    try {
      read.read(in);
    } catch (RuntimeException failure) {
      throw new UnreadableObjectException(
          unreadable(read, failure),
          "pod " + new NamespacedName(read.namespace(), read.name()) + ": " + failure.getMessage(),
          failure);
    }
    Pod pod = read.pod(resources.intern(read.resources()), placements.intern(read.placement()));
    OwnerFilter.Owner controller = read.controller();
    return new Reflector.Versioned<>(
        read.namespace(),
        read.name(),
        read.resourceVersion(),
        new CachedPod(
            read.namespace(),
            labelSets.intern(read.labels()),
            pod,
            controller == null ? null : controllers.intern(controller)));
  }

  private static UnreadableObject unreadable(PodReader read, RuntimeException failure) {
    return new UnreadableObject(
        read.namespace(),
        read.name(),
        read.resourceVersion(),
        read.hasAllLabels() ? read.labels() : null,
        String.valueOf(failure.getMessage()));
  }

  /**
   * Keeps one of several equal values, as long as it is used: the last one of each hash code of a
   * fixed number. Pods of a template follow each other, so that this finds nearly all; and neither
   * many values nor equal hash codes make it larger or slower.
   */
  private static final class Interner<T> {
    private static final int SLOTS = 1 << 14;
    private final AtomicReferenceArray<@Nullable WeakReference<T>> slots =
        new AtomicReferenceArray<>(SLOTS);

    T intern(T value) {
      int hash = value.hashCode();
      int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
      WeakReference<T> last = slots.get(slot);
      T known = last == null ? null : last.get();
      if (known != null && known.equals(value)) {
        return known;
      }
      slots.set(slot, new WeakReference<>(value));
      return value;
    }
  }
}
