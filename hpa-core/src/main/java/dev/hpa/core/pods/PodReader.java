package dev.hpa.core.pods;

import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.JsonStream;
import dev.hpa.api.Quantity;
import dev.hpa.api.Timestamps;
import dev.hpa.core.OwnerFilter;
import dev.hpa.core.Pod;
import dev.hpa.core.PodResources;
import dev.hpa.core.UpstreamDifferences;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pod from a stream of JSON, keeping what decisions need and skipping the rest. Where
 * utilization is a percentage of limits these are kept in place of requests. The resources in
 * effect of a pod that is being resized are kept where they differ from those of its spec; they
 * only explain decisions.
 *
 * <p>The API server limits only the size of a pod as a whole. A pod with more labels, containers or
 * resources than any real one has is unreadable, so that pods cannot exhaust the memory.
 *
 * <p>Reads one pod; used by one thread. After a failure it has what was read before.
 */
public final class PodReader {

  /** The labels of a pod. */
  static final int MAX_LABELS = 256;

  /** The containers of a pod, and the quantities of all of them. */
  static final int MAX_CONTAINERS = 256;

  private static final int MAX_QUANTITIES = 4 * MAX_CONTAINERS;

  private final String kept;
  private final ResourcesInEffect inEffect = new ResourcesInEffect();
  private String namespace = "";
  private String name = "";
  private int uidHash;
  private String resourceVersion = "";
  private Map<String, String> labels = Map.of();
  private OwnerFilter.@Nullable Owner controller;
  private boolean isMetadataRead;
  private boolean deleted;
  private List<PodResources.Container> containers = List.of();
  private List<PodResources.Container> initContainers = List.of();
  private Map<String, Quantity> podRequests = Map.of();
  private Map<String, Quantity> overhead = Map.of();
  private Pod.Phase phase = Pod.Phase.UNKNOWN;
  private @Nullable Instant startTime;
  private Pod.@Nullable Readiness ready;
  private int containerCount;
  private int quantityCount;
  private int statusCount;

  /** What the pod has too many of; empty if nothing. It is read to its end, for its name. */
  private String excess = "";

  /**
   * @param utilizationBase what utilization is a percentage of
   */
  public PodReader(UpstreamDifferences.UtilizationBase utilizationBase) {
    this.kept =
        utilizationBase == UpstreamDifferences.UtilizationBase.LIMITS ? "limits" : "requests";
  }

  /**
   * Reads the pod.
   *
   * @param in at the start of an object; afterwards at its end
   * @throws RuntimeException if the pod has a value of another type, or too many values; the
   *     message does not name the pod
   */
  public void read(JsonParser in) throws IOException {
    members(JsonStream.lenient(in));
    if (!excess.isEmpty()) {
      throw new IllegalArgumentException(excess);
    }
  }

  /** The namespace; empty if it has none. */
  public String namespace() {
    return namespace;
  }

  /** The name; empty if it has none. */
  public String name() {
    return name;
  }

  /** The revision; empty if it has none. */
  public String resourceVersion() {
    return resourceVersion;
  }

  /** The labels. Unmodifiable. */
  public Map<String, String> labels() {
    return labels;
  }

  /** Whether the labels are all of the pod. */
  public boolean hasAllLabels() {
    return isMetadataRead && labels.size() < MAX_LABELS;
  }

  /** The controller; null if the pod has none. */
  public OwnerFilter.@Nullable Owner controller() {
    return controller;
  }

  /** The resources. */
  public PodResources resources() {
    return inEffect.addedTo(new PodResources(containers, initContainers, podRequests, overhead));
  }

  /**
   * The pod.
   *
   * @param resources equal to {@link #resources}
   */
  public Pod pod(PodResources resources) {
    return new Pod(name, phase, deleted, startTime, ready, resources, uidHash);
  }

  /** Whether there is room for another one; what comes then is skipped. */
  private boolean hasRoom(int before, int most, String what) {
    if (before >= most && excess.isEmpty()) {
      excess = "it has more than " + most + " " + what;
    }
    return before < most;
  }

  private boolean hasRoomForQuantity() {
    boolean hasRoom = hasRoom(quantityCount, MAX_QUANTITIES, "resources of containers");
    quantityCount++;
    return hasRoom;
  }

  /** Too many in the status do not make a pod unreadable: decisions do not depend on them. */
  private boolean hasRoomForStatus() {
    statusCount++;
    return statusCount <= 2 * MAX_QUANTITIES;
  }

  private void members(JsonStream in) throws IOException {
    in.object(
        member -> {
          switch (member) {
            case "metadata" -> metadata(in);
            case "spec" -> spec(in);
            case "status" -> status(in);
            default -> in.skip();
          }
        });
  }

  private void metadata(JsonStream in) throws IOException {
    in.object(
        member -> {
          switch (member) {
            case "namespace" -> namespace = in.string().intern();
            case "name" -> name = in.string();
            case "uid" -> uidHash = in.string().hashCode();
            case "resourceVersion" -> resourceVersion = in.string();
            case "labels" -> labels = labels(in);
            case "ownerReferences" -> controller = OwnerReferences.controller(in);
            case "deletionTimestamp" -> deleted = !in.isNull();
            default -> in.skip();
          }
        });
    isMetadataRead = true;
  }

  /** The texts are interned: many objects share them. */
  private Map<String, String> labels(JsonStream in) throws IOException {
    Map<String, String> all = new HashMap<>();
    in.object(
        member -> {
          if (hasRoom(all.size(), MAX_LABELS, "labels")) {
            all.put(member.intern(), in.string().intern());
          } else {
            in.skip();
          }
        });
    return Collections.unmodifiableMap(all);
  }

  private void spec(JsonStream in) throws IOException {
    in.object(
        member -> {
          switch (member) {
            case "containers" -> containers = containers(in);
            case "initContainers" -> initContainers = containers(in);
            case "resources" -> podRequests = requests(in, this::hasRoomForQuantity);
            case "overhead" -> overhead = quantities(in, this::hasRoomForQuantity);
            default -> in.skip();
          }
        });
  }

  private List<PodResources.Container> containers(JsonStream in) throws IOException {
    List<PodResources.Container> all = new ArrayList<>(2);
    in.array(
        () -> {
          if (hasRoom(containerCount, MAX_CONTAINERS, "containers")) {
            containerCount++;
            all.add(container(in));
          } else {
            in.skip();
          }
        });
    return List.copyOf(all);
  }

  private PodResources.Container container(JsonStream in) throws IOException {
    String[] name = {""};
    boolean[] sidecar = {false};
    List<Map<String, Quantity>> requests = new ArrayList<>(1);
    in.object(
        member -> {
          switch (member) {
            case "name" -> name[0] = in.string().intern();
            case "restartPolicy" -> sidecar[0] = in.string().equals("Always");
            case "resources" -> requests.add(requests(in, this::hasRoomForQuantity));
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
        member -> {
          if (hasCapacity.getAsBoolean()) {
            quantities.put(member.intern(), Quantity.parse(in.string()));
          } else {
            in.skip();
          }
        });
    return Collections.unmodifiableMap(quantities);
  }

  private void status(JsonStream in) throws IOException {
    in.object(
        member -> {
          switch (member) {
            case "phase" -> phase = Pod.Phase.of(in.string());
            case "startTime" -> startTime = in.timeIfAny();
            case "conditions" -> conditions(in);
            case "containerStatuses", "initContainerStatuses" -> containerStatuses(in);
            case "allocatedResources" -> inEffect.pod(allocated(in));
            default -> in.skip();
          }
        });
  }

  private void containerStatuses(JsonStream in) throws IOException {
    in.array(
        () -> {
          if (hasRoomForStatus()) {
            containerStatus(in);
          } else {
            in.skip();
          }
        });
  }

  private void containerStatus(JsonStream in) throws IOException {
    String[] container = {""};
    List<Map<String, Quantity>> allocated = new ArrayList<>(1);
    List<Map<String, Quantity>> configured = new ArrayList<>(1);
    in.object(
        member -> {
          switch (member) {
            case "name" -> container[0] = in.string();
            case "allocatedResources" -> allocated.add(allocated(in));
            case "resources" -> configured.add(requests(in, this::hasRoomForStatus));
            default -> in.skip();
          }
        });
    inEffect.container(container[0], last(allocated), last(configured));
  }

  /** Only requests are allocated. */
  private Map<String, Quantity> allocated(JsonStream in) throws IOException {
    if (kept.equals("requests")) {
      return quantities(in, this::hasRoomForStatus);
    }
    in.skip();
    return Map.of();
  }

  private static Map<String, Quantity> last(List<Map<String, Quantity>> all) {
    return all.isEmpty() ? Map.of() : all.getLast();
  }

  private void conditions(JsonStream in) throws IOException {
    in.array(
        () -> {
          String[] texts = {"", ""};
          Instant[] changed = {Timestamps.ZERO};
          in.object(
              member -> {
                switch (member) {
                  case "type" -> texts[0] = in.string();
                  case "status" -> texts[1] = in.string();
                  case "lastTransitionTime" -> changed[0] = in.time();
                  default -> in.skip();
                }
              });
          if (texts[0].equals("Ready")) {
            ready = new Pod.Readiness(Pod.Readiness.Status.of(texts[1]), changed[0]);
          }
        });
  }
}
