package dev.hpa.controller.cache;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
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
      members(in, draft);
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

  private void members(JsonParser in, Draft draft) throws IOException {
    JsonTokens.members(
        in,
        name -> {
          switch (name) {
            case "metadata" -> metadata(in, draft);
            case "spec" -> spec(in, draft);
            case "status" -> status(in, draft);
            default -> in.skipChildren();
          }
        });
  }

  private static void metadata(JsonParser in, Draft draft) throws IOException {
    JsonTokens.members(
        in,
        name -> {
          switch (name) {
            case "namespace" -> draft.namespace = JsonTokens.text(in).intern();
            case "name" -> draft.name = JsonTokens.text(in);
            case "resourceVersion" -> draft.resourceVersion = JsonTokens.text(in);
            case "labels" -> draft.labels = JsonTokens.strings(in);
            case "ownerReferences" -> draft.controller = OwnerDecoder.controller(in);
            case "deletionTimestamp" -> draft.deleted = in.currentToken() != JsonToken.VALUE_NULL;
            default -> in.skipChildren();
          }
        });
    draft.isMetadataRead = true;
  }

  private void spec(JsonParser in, Draft draft) throws IOException {
    JsonTokens.members(
        in,
        name -> {
          switch (name) {
            case "containers" -> draft.containers = containers(in);
            case "initContainers" -> draft.initContainers = containers(in);
            case "resources" -> draft.podRequests = requests(in);
            case "overhead" -> draft.overhead = quantities(in);
            default -> in.skipChildren();
          }
        });
  }

  private List<PodResources.Container> containers(JsonParser in) throws IOException {
    List<PodResources.Container> containers = new ArrayList<>(2);
    JsonTokens.elements(in, () -> containers.add(container(in)));
    return List.copyOf(containers);
  }

  private PodResources.Container container(JsonParser in) throws IOException {
    String[] name = {""};
    boolean[] sidecar = {false};
    List<Map<String, Quantity>> requests = new ArrayList<>(1);
    JsonTokens.members(
        in,
        member -> {
          switch (member) {
            case "name" -> name[0] = JsonTokens.text(in).intern();
            case "restartPolicy" -> sidecar[0] = JsonTokens.text(in).equals("Always");
            case "resources" -> requests.add(requests(in));
            default -> in.skipChildren();
          }
        });
    return new PodResources.Container(
        name[0], sidecar[0], requests.isEmpty() ? Map.of() : requests.getLast());
  }

  private Map<String, Quantity> requests(JsonParser in) throws IOException {
    List<Map<String, Quantity>> requests = new ArrayList<>(1);
    JsonTokens.members(
        in,
        member -> {
          if (member.equals(kept)) {
            requests.add(quantities(in));
          } else {
            in.skipChildren();
          }
        });
    return requests.isEmpty() ? Map.of() : requests.getLast();
  }

  private static Map<String, Quantity> quantities(JsonParser in) throws IOException {
    Map<String, Quantity> quantities = new TreeMap<>();
    JsonTokens.members(
        in, name -> quantities.put(name.intern(), Quantity.parse(JsonTokens.text(in))));
    return Map.copyOf(quantities);
  }

  private static void status(JsonParser in, Draft draft) throws IOException {
    JsonTokens.members(
        in,
        name -> {
          switch (name) {
            case "phase" -> draft.phase = Pod.Phase.of(JsonTokens.text(in));
            case "startTime" -> draft.startTime = JsonTokens.time(in);
            case "conditions" -> conditions(in, draft);
            default -> in.skipChildren();
          }
        });
  }

  private static void conditions(JsonParser in, Draft draft) throws IOException {
    JsonTokens.elements(
        in,
        () -> {
          String[] texts = {"", ""};
          Instant[] changed = {Timestamps.ZERO};
          JsonTokens.members(
              in,
              name -> {
                switch (name) {
                  case "type" -> texts[0] = JsonTokens.text(in);
                  case "status" -> texts[1] = JsonTokens.text(in);
                  case "lastTransitionTime" -> {
                    Instant time = JsonTokens.time(in);
                    changed[0] = time == null ? Timestamps.ZERO : time;
                  }
                  default -> in.skipChildren();
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
