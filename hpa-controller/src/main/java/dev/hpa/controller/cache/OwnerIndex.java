package dev.hpa.controller.cache;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.OwnerFilter.Lookup;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.ListRequest;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owners of pods by UID, from watches of the metadata of their kinds. The watch of a kind
 * starts when an owner of that kind is first looked up, so that a controller without the option
 * {@code selection-strategy} watches none.
 *
 * <p>The first lookup of a kind waits until its objects are listed or cannot be: an autoscaler that
 * counted the pods of all owners until then would scale its target on guessed data.
 *
 * <p>Thread-safe.
 */
public final class OwnerIndex implements Owners, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OwnerIndex.class);

  /** Time between two attempts to map a kind to its resource, and for its first list. */
  private static final Duration RETRY = Duration.ofMinutes(1);

  /** The kinds that nearly all pods have; they are watched in any case. */
  private static final Set<KindName> USUAL =
      Set.of(
          new KindName("apps", "ReplicaSet"),
          new KindName("apps", "Deployment"),
          new KindName("apps", "StatefulSet"),
          new KindName("apps", "DaemonSet"),
          new KindName("batch", "Job"),
          new KindName("batch", "CronJob"),
          new KindName("", "ReplicationController"));

  private final ClusterConnection connection;
  private final RestMapper mapper;
  private final NamespaceScope scope;
  private final Timeline timeline;
  private final Consumer<Runnable> waits;
  private final Map<KindName, Kind> kinds = new ConcurrentHashMap<>();
  private final Set<KindName> reported = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param connection stays open
   * @param mapper maps the kinds of owners to resources
   * @param scope the namespaces whose owners are kept
   * @param waits runs the wait of a lookup for the list of a kind, which may take minutes: it
   *     should release what the caller holds and others need
   */
  public OwnerIndex(
      ClusterConnection connection,
      RestMapper mapper,
      Timeline timeline,
      NamespaceScope scope,
      Consumer<Runnable> waits) {
    this.scope = scope;
    this.waits = waits;
    this.connection = connection;
    this.mapper = mapper;
    this.timeline = timeline;
  }

  private record KindName(String group, String kind) implements Comparable<KindName> {
    @Override
    public int compareTo(KindName other) {
      int byKind = kind.compareTo(other.kind);
      return byKind == 0 ? group.compareTo(other.group) : byKind;
    }
  }

  @Override
  public Lookup find(String namespace, OwnerFilter.Owner owner) {
    KindName name = new KindName(owner.group(), owner.kind());
    Kind kind = kinds.get(name);
    if (kind == null) {
      String refusal = USUAL.contains(name) ? null : refusal(namespace);
      if (refusal != null) {
        return new Lookup.Unknown(refusal);
      }
      kind = kinds.computeIfAbsent(name, any -> begin(any, namespace));
    }
    if (!kind.isAttempted()) {
      waits.accept(kind::awaitFirstList);
    }
    return kind.find(namespace, owner);
  }

  /** Why no other kind is watched for the pods of a namespace; null if one may be. */
  private @Nullable String refusal(String namespace) {
    if (kinds.size() >= Limit.OWNER_KINDS.asInt()) {
      return "pods have owners of more than "
          + Limit.OWNER_KINDS.asInt()
          + " kinds, of which no more are watched";
    }
    long own = kinds.values().stream().filter(each -> each.isNamedFirstBy(namespace)).count();
    return own < Limit.NAMESPACE_OWNER_KINDS.asInt()
        ? null
        : "pods of namespace %s have owners of more than %d kinds that no others had before"
            .formatted(namespace, Limit.NAMESPACE_OWNER_KINDS.asInt());
  }

  private Kind begin(KindName name, String namespace) {
    Kind kind = new Kind(USUAL.contains(name) ? "" : namespace);
    Thread.ofVirtual().name("owners " + name.kind()).start(() -> watch(name, kind));
    return kind;
  }

  /** Ends the wait of {@link Kind#awaitFirstList} whatever happens. */
  private void watch(KindName name, Kind kind) {
    try {
      ResourceMapping mapping = mapper.preferred(name.group(), name.kind());
      if (!USUAL.contains(name)) {
        // Before the wait ends, so that the time counts from the first request.
        timeline.schedule(RETRY, () -> endUnlisted(name, kind));
      }
      kind.follow(
          new Reflector<>(
              connection,
              ListRequest.ofMetadata(
                  ApiRequest.pathOf(mapping.base(), "", mapping.resource()),
                  new ApiRequest.Subject(mapping.resource(), mapping.group(), "")),
              new OwnerDecoder(),
              kind,
              scope));
      if (closed) {
        kind.close();
      }
    } catch (KubernetesApiException failure) {
      failed(name, kind, failure.text());
    } catch (RuntimeException failure) {
      failed(name, kind, String.valueOf(failure.getMessage()));
    }
  }

  /** A kind that cannot be listed must not occupy a watch that others need. */
  private void endUnlisted(KindName name, Kind kind) {
    if (!kind.isListed() && kind.problem().isEmpty()) {
      timeline.schedule(RETRY, () -> endUnlisted(name, kind));
    } else if (!kind.isListed()) {
      kinds.remove(name, kind);
      kind.close();
    }
  }

  private void failed(KindName name, Kind kind, String problem) {
    // Before the wait ends, so that the retry counts from the failure.
    timeline.schedule(RETRY, () -> kinds.remove(name, kind));
    kind.failed(problem);
    if (reported.size() < Limit.OWNER_KINDS.asInt() && reported.add(name)) {
      LOG.warn(
          "owners of kind \"{}\": {}; HPAs with selection-strategy=OwnerReference count all"
              + " pods that their selectors match",
          name.kind(),
          problem);
    }
  }

  /** The watches that are started. */
  public List<Reflector<?>> watches() {
    return kinds.values().stream().<Reflector<?>>mapMulti(Kind::addWatch).toList();
  }

  @Override
  public void close() {
    closed = true;
    kinds.values().forEach(Kind::close);
  }

  /** The objects of one kind. */
  private static final class Kind implements Reflector.Sink<OwnedObject> {
    /** What lookups return, by namespace (empty for objects without one) and UID. */
    private final Map<String, Map<String, Lookup.Known>> byNamespace = new ConcurrentHashMap<>();

    private final String firstNamespace;
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile @Nullable Reflector<OwnedObject> watch;
    private volatile String problem = "";
    private volatile boolean listed;
    private volatile boolean attempted;

    /**
     * @param firstNamespace the namespace whose pods named it first; empty for a usual kind
     */
    Kind(String firstNamespace) {
      this.firstNamespace = firstNamespace;
    }

    boolean isNamedFirstBy(String namespace) {
      return firstNamespace.equals(namespace);
    }

    void follow(Reflector<OwnedObject> reflector) {
      watch = reflector;
      reflector.start();
      begun.countDown();
    }

    void failed(String text) {
      problem = text;
      begun.countDown();
    }

    /** Whether all its objects were delivered once. */
    boolean isListed() {
      return listed;
    }

    /** Whether its first list was delivered or has failed. */
    boolean isAttempted() {
      return attempted;
    }

    void awaitFirstList() {
      try {
        begun.await();
        Reflector<OwnedObject> started = watch;
        if (started != null) {
          started.awaitFirstList();
        }
        attempted = true;
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
      }
    }

    private String problem() {
      Reflector<OwnedObject> started = watch;
      return started == null ? problem : started.problem();
    }

    void addWatch(Consumer<? super Reflector<?>> watches) {
      Reflector<OwnedObject> started = watch;
      if (started != null) {
        watches.accept(started);
      }
    }

    /** An owner is in the namespace of its pods, or in none. */
    Lookup find(String namespace, OwnerFilter.Owner owner) {
      Lookup.Known known = known(namespace, owner.uid());
      known = known == null ? known("", owner.uid()) : known;
      if (known != null) {
        return known;
      }
      String why = problem();
      return new Lookup.Unknown(
          "the owner "
              + owner.kind()
              + " "
              + owner.name()
              + " is unknown"
              + (why.isEmpty() ? "" : " (" + why + ")"));
    }

    private Lookup.@Nullable Known known(String namespace, String uid) {
      return byNamespace.getOrDefault(namespace, Map.of()).get(uid);
    }

    @Override
    public Map<NamespacedName, RuntimeException> replace(
        List<OwnedObject> all, List<UnreadableObject> unreadable) {
      Map<String, Set<String>> kept = new HashMap<>();
      for (OwnedObject object : all) {
        kept.computeIfAbsent(object.namespace(), any -> new HashSet<>()).add(object.uid());
        put(object);
      }
      byNamespace.keySet().retainAll(kept.keySet());
      byNamespace.forEach(
          (namespace, objects) ->
              objects.keySet().retainAll(kept.getOrDefault(namespace, Set.of())));
      listed = true;
      return Map.of();
    }

    @Override
    public void put(OwnedObject object) {
      byNamespace
          .computeIfAbsent(object.namespace(), any -> new ConcurrentHashMap<>())
          .put(object.uid(), new Lookup.Known(object.controller()));
    }

    @Override
    public void remove(OwnedObject object) {
      Map<String, Lookup.Known> objects = byNamespace.get(object.namespace());
      if (objects != null) {
        objects.remove(object.uid());
      }
    }

    @Override
    public void drop(NamespaceScope namespaces) {
      byNamespace.keySet().removeIf(namespaces::contains);
    }

    /** An owner that cannot be decoded stays unknown or as it was. */
    @Override
    public void unreadable(UnreadableObject object) {}

    @Override
    public void removeUnreadable(UnreadableObject object) {}

    void close() {
      begun.countDown();
      Reflector<OwnedObject> started = watch;
      if (started != null) {
        started.close();
      }
    }
  }
}
