package dev.hpa.core.pods;

import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.JsonStream;
import dev.hpa.api.Quantity;
import dev.hpa.api.Timestamps;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pod from a stream of JSON, keeping what decisions need and skipping the rest. The
 * resources in effect of a pod that is being resized are kept where they differ from those of its
 * spec.
 *
 * <p>The API server limits only the size of a pod as a whole. A pod with more labels, containers or
 * resources than any real one has is unreadable, so that pods cannot exhaust the memory.
 *
 * <p>Reads one pod; used by one thread. After a failure it has what was read before.
 */
public final class PodReader {

  /** The annotation that ReplicaSets respect when they delete pods. */
  public static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

  private static final String ZONE = "topology.kubernetes.io/zone";

  /** The labels of a pod. */
  static final int MAX_LABELS = 256;

  /** The containers of a pod, and the quantities of all of them. */
  static final int MAX_CONTAINERS = 256;

  private static final int MAX_QUANTITIES = 4 * MAX_CONTAINERS;

  private final ResourcesInEffect requestsInEffect = new ResourcesInEffect();
  private final ResourcesInEffect limitsInEffect = new ResourcesInEffect();
  private String namespace = "";
  private String name = "";
  private int uidHash;
  private String resourceVersion = "";
  private Map<String, String> labels = Map.of();
  private OwnerFilter.@Nullable Owner controller;
  private String node = "";
  private boolean isKept;
  private boolean isMetadataRead;
  private boolean deleted;
  private List<Container> containers = List.of();
  private List<Container> initContainers = List.of();
  private Amounts ofPod = Amounts.NONE;
  private Map<String, Quantity> overhead = Map.of();
  private Pod.Phase phase = Pod.Phase.UNKNOWN;
  private @Nullable Instant startTime;
  private Pod.@Nullable Readiness ready;
  private int containerCount;
  private int quantityCount;
  private int limitCount;
  private int statusCount;

  /** What the pod has too many of; empty if nothing. It is read to its end, for its name. */
  private String excess = "";

  /** What a container or pod requests, and what it is limited to. */
  private record Amounts(Map<String, Quantity> requests, Map<String, Quantity> limits) {
    static final Amounts NONE = new Amounts(Map.of(), Map.of());
  }

  private record Container(String name, boolean sidecar, Amounts amounts) {}

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
    return requestsInEffect
        .addedTo(resources(Amounts::requests))
        .withLimits(limitsInEffect.addedTo(resources(Amounts::limits)));
  }

  private PodResources resources(Function<Amounts, Map<String, Quantity>> kind) {
    return new PodResources(
        containers(containers, kind),
        containers(initContainers, kind),
        kind.apply(ofPod),
        overhead);
  }

  private static List<PodResources.Container> containers(
      List<Container> all, Function<Amounts, Map<String, Quantity>> kind) {
    List<PodResources.Container> result = new ArrayList<>(all.size());
    for (Container each : all) {
      result.add(new PodResources.Container(each.name, each.sidecar, kind.apply(each.amounts)));
    }
    return List.copyOf(result);
  }

  /** Where the pod runs. */
  public Pod.Placement placement() {
    return new Pod.Placement(node, labels.getOrDefault(ZONE, ""), isKept);
  }

  /**
   * The pod.
   *
   * @param resources equal to {@link #resources}
   * @param placement equal to {@link #placement}
   */
  public Pod pod(PodResources resources, Pod.Placement placement) {
    return new Pod(name, phase, deleted, startTime, ready, resources, placement, uidHash);
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

  /** Too many limits do not make a pod unreadable: decisions rarely depend on them. */
  private boolean hasRoomForLimit() {
    limitCount++;
    return limitCount <= MAX_QUANTITIES;
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
            case "annotations" -> annotations(in);
            case "ownerReferences" -> controller = OwnerReferences.controller(in);
            case "deletionTimestamp" -> deleted = !in.isNull();
            default -> in.skip();
          }
        });
    isMetadataRead = true;
  }

  private void annotations(JsonStream in) throws IOException {
    in.object(
        member -> {
          if (member.equals(DELETION_COST)) {
            String cost = in.string();
            isKept = cost.matches("\\d{1,10}") && !cost.matches("0+");
          } else {
            in.skip();
          }
        });
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
            case "nodeName" -> node = in.string().intern();
            case "containers" -> containers = containers(in);
            case "initContainers" -> initContainers = containers(in);
            case "resources" -> ofPod = ofSpec(in);
            case "overhead" -> overhead = quantities(in, this::hasRoomForQuantity);
            default -> in.skip();
          }
        });
  }

  private List<Container> containers(JsonStream in) throws IOException {
    List<Container> all = new ArrayList<>(2);
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

  private Container container(JsonStream in) throws IOException {
    String[] name = {""};
    boolean[] sidecar = {false};
    Amounts[] amounts = {Amounts.NONE};
    in.object(
        member -> {
          switch (member) {
            case "name" -> name[0] = in.string().intern();
            case "restartPolicy" -> sidecar[0] = in.string().equals("Always");
            case "resources" -> amounts[0] = ofSpec(in);
            default -> in.skip();
          }
        });
    return new Container(name[0], sidecar[0], amounts[0]);
  }

  private Amounts ofSpec(JsonStream in) throws IOException {
    return amounts(in, this::hasRoomForQuantity, this::hasRoomForLimit);
  }

  private static Amounts amounts(
      JsonStream in, BooleanSupplier hasRequests, BooleanSupplier hasLimits) throws IOException {
    Amounts[] amounts = {Amounts.NONE};
    in.object(
        member -> {
          switch (member) {
            case "requests" ->
                amounts[0] = new Amounts(quantities(in, hasRequests), amounts[0].limits);
            case "limits" ->
                amounts[0] = new Amounts(amounts[0].requests, quantities(in, hasLimits));
            default -> in.skip();
          }
        });
    return amounts[0];
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
            case "allocatedResources" ->
                requestsInEffect.pod(quantities(in, this::hasRoomForStatus));
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

  /** Only requests are allocated. */
  private void containerStatus(JsonStream in) throws IOException {
    String[] container = {""};
    List<Map<String, Quantity>> allocated = new ArrayList<>(List.of(Map.of()));
    Amounts[] configured = {Amounts.NONE};
    in.object(
        member -> {
          switch (member) {
            case "name" -> container[0] = in.string();
            case "allocatedResources" -> allocated.add(quantities(in, this::hasRoomForStatus));
            case "resources" ->
                configured[0] = amounts(in, this::hasRoomForStatus, this::hasRoomForStatus);
            default -> in.skip();
          }
        });
    requestsInEffect.container(container[0], allocated.getLast(), configured[0].requests);
    limitsInEffect.container(container[0], Map.of(), configured[0].limits);
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
