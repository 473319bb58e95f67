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
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads pods from a stream of JSON, keeping what decisions need and skipping the rest. Labels and
 * requests, which are the same for all pods of a template, are kept once. Where utilization is a
 * percentage of limits these are kept in place of requests.
 *
 * <p>Thread-safe.
 */
public final class PodDecoder {

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
    } catch (IllegalArgumentException | DateTimeException failure) {
      throw new UnreadableObjectException(
          unreadable(draft, failure),
          "pod " + new NamespacedName(draft.namespace, draft.name) + ": " + failure.getMessage(),
          failure);
    }
    PodResources requests =
        resources.intern(
            new PodResources(
                draft.containers, draft.initContainers, draft.podRequests, draft.overhead));
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
        draft.isMetadataRead ? draft.labels : null,
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
            case "labels" -> draft.labels = labels(in);
            case "ownerReferences" -> draft.controller = OwnerDecoder.controller(in);
            case "deletionTimestamp" -> draft.deleted = !in.isNull();
            default -> in.skip();
          }
        });
    draft.isMetadataRead = true;
  }

  /** The texts are interned: many objects share them. */
  private static Map<String, String> labels(JsonStream in) throws IOException {
    Map<String, String> labels = new TreeMap<>();
    in.object(name -> labels.put(name.intern(), in.string().intern()));
    return Map.copyOf(labels);
  }

  private void spec(JsonStream in, Draft draft) throws IOException {
    in.object(
        name -> {
          switch (name) {
            case "containers" -> draft.containers = containers(in);
            case "initContainers" -> draft.initContainers = containers(in);
            case "resources" -> draft.podRequests = requests(in);
            case "overhead" -> draft.overhead = quantities(in);
            default -> in.skip();
          }
        });
  }

  private List<PodResources.Container> containers(JsonStream in) throws IOException {
    List<PodResources.Container> containers = new ArrayList<>(2);
    in.array(() -> containers.add(container(in)));
    return List.copyOf(containers);
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
            case "resources" -> requests.add(requests(in));
            default -> in.skip();
          }
        });
    return new PodResources.Container(
        name[0], sidecar[0], requests.isEmpty() ? Map.of() : requests.getLast());
  }

  private Map<String, Quantity> requests(JsonStream in) throws IOException {
    List<Map<String, Quantity>> requests = new ArrayList<>(1);
    in.object(
        member -> {
          if (member.equals(kept)) {
            requests.add(quantities(in));
          } else {
            in.skip();
          }
        });
    return requests.isEmpty() ? Map.of() : requests.getLast();
  }

  private static Map<String, Quantity> quantities(JsonStream in) throws IOException {
    Map<String, Quantity> quantities = new TreeMap<>();
    in.object(name -> quantities.put(name.intern(), Quantity.parse(in.string())));
    return Map.copyOf(quantities);
  }

  private static void status(JsonStream in, Draft draft) throws IOException {
    in.object(
        name -> {
          switch (name) {
            case "phase" -> draft.phase = Pod.Phase.of(in.string());
            case "startTime" -> draft.startTime = in.timeIfAny();
            case "conditions" -> conditions(in, draft);
            default -> in.skip();
          }
        });
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

  /** Keeps one of several equal values; forgets all of them rather than growing without end. */
  private static final class Interner<T> {
    private static final int LIMIT = 50_000;
    private final Map<T, T> values = new ConcurrentHashMap<>();

    T intern(T value) {
      if (values.size() > LIMIT) {
        values.clear();
      }
      T known = values.putIfAbsent(value, value);
      return known == null ? value : known;
    }
  }
}
