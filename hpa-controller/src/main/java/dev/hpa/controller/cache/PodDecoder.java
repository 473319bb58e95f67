package dev.hpa.controller.cache;

import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.JsonStream;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Quantity;
import dev.hpa.api.Timestamps;
import dev.hpa.core.OwnerFilter;
import dev.hpa.core.Pod;
import dev.hpa.core.PodResources;
import dev.hpa.core.UpstreamDifferences;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.kube.client.UnreadableObjectException;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads pods from a stream of JSON, keeping what decisions need and skipping the rest. Labels and
 * requests, which are the same for all pods of a template, are kept once. Where utilization is a
 * percentage of limits these are kept in place of requests. The resources in effect of a pod that
 * is being resized are kept where they differ from those of its spec; they only explain decisions.
 *
 * <p>The API server limits only the size of a pod as a whole. A pod with more labels, containers or
 * resources than any real one has is unreadable, so that pods cannot exhaust the memory.
 *
 * <p>Thread-safe.
 */
public final class PodDecoder {

  /** The labels of a pod. */
  static final int MAX_LABELS = 256;

  /** The containers of a pod, and the quantities of all of them. */
  static final int MAX_CONTAINERS = 256;

  private static final int MAX_QUANTITIES = 4 * MAX_CONTAINERS;

  private final Interner<Map<String, String>> labelSets = new Interner<>();
  private final Interner<PodResources> resources = new Interner<>();
  private final Interner<OwnerFilter.Owner> controllers = new Interner<>();

  private final String kept;

  public PodDecoder(UpstreamDifferences.UtilizationBase utilizationBase) {
    this.kept =
        utilizationBase == UpstreamDifferences.UtilizationBase.LIMITS ? "limits" : "requests";
  }

  /** A pod as far as it has been read. */
  private static final class Draft {
    String namespace = "";
    String name = "";
    String resourceVersion = "";
    Map<String, String> labels = Map.of();
    OwnerFilter.@Nullable Owner controller;
    boolean isMetadataRead;
    boolean deleted;
    List<PodResources.Container> containers = List.of();
    List<PodResources.Container> initContainers = List.of();
    Map<String, Quantity> podRequests = Map.of();
    Map<String, Quantity> overhead = Map.of();
    Pod.Phase phase = Pod.Phase.UNKNOWN;
    @Nullable Instant startTime;
    Pod.@Nullable Readiness ready;
    final ResourcesInEffect inEffect = new ResourcesInEffect();
    int containerCount;
    int quantityCount;
    int statusCount;

    /** What the pod has too many of; empty if nothing. It is read to its end, for its name. */
    String excess = "";

    /** Whether there is room for another one; what comes then is skipped. */
    boolean hasRoom(int before, int most, String what) {
      if (before >= most && excess.isEmpty()) {
        excess = "it has more than " + most + " " + what;
      }
      return before < most;
    }

    boolean hasRoomForQuantity() {
      boolean hasRoom = hasRoom(quantityCount, MAX_QUANTITIES, "resources of containers");
      quantityCount++;
      return hasRoom;
    }

    /** Too many in the status do not make a pod unreadable: decisions do not depend on them. */
    boolean hasRoomForStatus() {
      statusCount++;
      return statusCount <= 2 * MAX_QUANTITIES;
    }
  }

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
    Draft draft = new Draft();
    try {
      members(JsonStream.lenient(in), draft);
      if (!draft.excess.isEmpty()) {
        throw new IllegalArgumentException(draft.excess);
      }
    } catch (RuntimeException failure) {
      throw new UnreadableObjectException(
          unreadable(draft, failure),
          "pod " + new NamespacedName(draft.namespace, draft.name) + ": " + failure.getMessage(),
          failure);
    }
    PodResources requests =
        resources.intern(
            draft.inEffect.addedTo(
                new PodResources(
                    draft.containers, draft.initContainers, draft.podRequests, draft.overhead)));
    Pod pod =
        new Pod(draft.name, draft.phase, draft.deleted, draft.startTime, draft.ready, requests);
    return new Reflector.Versioned<>(
        draft.namespace,
        draft.name,
        draft.resourceVersion,
        new CachedPod(
            draft.namespace,
            labelSets.intern(draft.labels),
            pod,
            draft.controller == null ? null : controllers.intern(draft.controller)));
  }

  private static UnreadableObject unreadable(Draft draft, RuntimeException failure) {
    return new UnreadableObject(
        draft.namespace,
        draft.name,
        draft.resourceVersion,
        draft.isMetadataRead && draft.labels.size() < MAX_LABELS ? draft.labels : null,
        String.valueOf(failure.getMessage()));
  }

  private void members(JsonStream in, Draft draft) throws IOException {
    in.object(
        name -> {
          switch (name) {
            case "metadata" -> metadata(in, draft);
            case "spec" -> spec(in, draft);
            case "status" -> status(in, draft);
            default -> in.skip();
          }
        });
  }

  private static void metadata(JsonStream in, Draft draft) throws IOException {
    in.object(
        name -> {
          switch (name) {
            case "namespace" -> draft.namespace = in.string().intern();
            case "name" -> draft.name = in.string();
            case "resourceVersion" -> draft.resourceVersion = in.string();
            case "labels" -> draft.labels = labels(in, draft);
            case "ownerReferences" -> draft.controller = OwnerDecoder.controller(in);
            case "deletionTimestamp" -> draft.deleted = !in.isNull();
            default -> in.skip();
          }
        });
    draft.isMetadataRead = true;
  }

  /** The texts are interned: many objects share them. */
  private static Map<String, String> labels(JsonStream in, Draft draft) throws IOException {
    Map<String, String> labels = new HashMap<>();
    in.object(
        name -> {
          if (draft.hasRoom(labels.size(), MAX_LABELS, "labels")) {
            labels.put(name.intern(), in.string().intern());
          } else {
            in.skip();
          }
        });
    return Collections.unmodifiableMap(labels);
  }

  private void spec(JsonStream in, Draft draft) throws IOException {
    in.object(
        name -> {
          switch (name) {
            case "containers" -> draft.containers = containers(in, draft);
            case "initContainers" -> draft.initContainers = containers(in, draft);
            case "resources" -> draft.podRequests = requests(in, draft::hasRoomForQuantity);
            case "overhead" -> draft.overhead = quantities(in, draft::hasRoomForQuantity);
            default -> in.skip();
          }
        });
  }

  private List<PodResources.Container> containers(JsonStream in, Draft draft) throws IOException {
    List<PodResources.Container> containers = new ArrayList<>(2);
    in.array(
        () -> {
          if (draft.hasRoom(draft.containerCount, MAX_CONTAINERS, "containers")) {
            draft.containerCount++;
            containers.add(container(in, draft));
          } else {
            in.skip();
          }
        });
    return List.copyOf(containers);
  }

  private PodResources.Container container(JsonStream in, Draft draft) throws IOException {
    String[] name = {""};
    boolean[] sidecar = {false};
    List<Map<String, Quantity>> requests = new ArrayList<>(1);
    in.object(
        member -> {
          switch (member) {
            case "name" -> name[0] = in.string().intern();
            case "restartPolicy" -> sidecar[0] = in.string().equals("Always");
            case "resources" -> requests.add(requests(in, draft::hasRoomForQuantity));
            default -> in.skip();
          }
        });
    return new PodResources.Container(name[0], sidecar[0], last(requests));
  }

  private Map<String, Quantity> requests(JsonStream in, BooleanSupplier hasCapacity)
      throws IOException {
    List<Map<String, Quantity>> requests = new ArrayList<>(1);
    in.object(
        member -> {
          if (member.equals(kept)) {
            requests.add(quantities(in, hasCapacity));
          } else {
            in.skip();
          }
        });
    return last(requests);
  }

  /**
   * @param hasCapacity whether one more is read; otherwise it is skipped
   */
  private static Map<String, Quantity> quantities(JsonStream in, BooleanSupplier hasCapacity)
      throws IOException {
    Map<String, Quantity> quantities = new HashMap<>(4);
    in.object(
        name -> {
          if (hasCapacity.getAsBoolean()) {
            quantities.put(name.intern(), Quantity.parse(in.string()));
          } else {
            in.skip();
          }
        });
    return Collections.unmodifiableMap(quantities);
  }

  private void status(JsonStream in, Draft draft) throws IOException {
    in.object(
        name -> {
          switch (name) {
            case "phase" -> draft.phase = Pod.Phase.of(in.string());
            case "startTime" -> draft.startTime = in.timeIfAny();
            case "conditions" -> conditions(in, draft);
            case "containerStatuses", "initContainerStatuses" -> containerStatuses(in, draft);
            case "allocatedResources" -> draft.inEffect.pod(allocated(in, draft));
            default -> in.skip();
          }
        });
  }

  private void containerStatuses(JsonStream in, Draft draft) throws IOException {
    in.array(
        () -> {
          if (draft.hasRoomForStatus()) {
            containerStatus(in, draft);
          } else {
            in.skip();
          }
        });
  }

  private void containerStatus(JsonStream in, Draft draft) throws IOException {
    String[] container = {""};
    List<Map<String, Quantity>> allocated = new ArrayList<>(1);
    List<Map<String, Quantity>> configured = new ArrayList<>(1);
    in.object(
        member -> {
          switch (member) {
            case "name" -> container[0] = in.string();
            case "allocatedResources" -> allocated.add(allocated(in, draft));
            case "resources" -> configured.add(requests(in, draft::hasRoomForStatus));
            default -> in.skip();
          }
        });
    draft.inEffect.container(container[0], last(allocated), last(configured));
  }

  /** Only requests are allocated. */
  private Map<String, Quantity> allocated(JsonStream in, Draft draft) throws IOException {
    if (kept.equals("requests")) {
      return quantities(in, draft::hasRoomForStatus);
    }
    in.skip();
    return Map.of();
  }

  private static Map<String, Quantity> last(List<Map<String, Quantity>> all) {
    return all.isEmpty() ? Map.of() : all.getLast();
  }

  private static void conditions(JsonStream in, Draft draft) throws IOException {
    in.array(
        () -> {
          String[] texts = {"", ""};
          Instant[] changed = {Timestamps.ZERO};
          in.object(
              name -> {
                switch (name) {
                  case "type" -> texts[0] = in.string();
                  case "status" -> texts[1] = in.string();
                  case "lastTransitionTime" -> changed[0] = in.time();
                  default -> in.skip();
                }
              });
          if (texts[0].equals("Ready")) {
            draft.ready = new Pod.Readiness(Pod.Readiness.Status.of(texts[1]), changed[0]);
          }
        });
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
