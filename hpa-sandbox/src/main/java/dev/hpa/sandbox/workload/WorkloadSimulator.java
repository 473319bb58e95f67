package dev.hpa.sandbox.workload;

import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.store.StoredObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Simulates the controllers, the scheduler and the kubelets of a cluster, the load of its pods, and
 * metrics-server.
 *
 * <p>Thread-safe. All work runs on the cluster's timeline and ends with it.
 */
public final class WorkloadSimulator {

  /** Owners before their dependents, so that an owner is indexed before its dependents are. */
  private static final List<ResourceType> FIRST =
      List.of(
          ResourceTypes.NAMESPACES,
          ResourceTypes.DEPLOYMENTS,
          ResourceTypes.REPLICA_SETS,
          ResourceTypes.REPLICATION_CONTROLLERS,
          ResourceTypes.STATEFUL_SETS);

  private final Cluster cluster;
  private final SimulatorOptions options;
  private final WorkQueue loop;
  private final OwnerIndex index = new OwnerIndex();
  private final PodCache pods;
  private final NodeSimulator nodes;
  private final LoadMeter meter;
  private final LoadAnnotations loads;
  private final EventWriter events;
  private final EventExpiry expiry;
  private final DeploymentController deployments;
  private final ReplicaController replicaSets;
  private final ReplicaController replicationControllers;
  private final StatefulSetController statefulSets;
  private final GarbageCollector garbage;
  private final NamespaceController namespaces;
  private final PodMetricsSource metrics;

  public WorkloadSimulator(Cluster cluster, SimulatorOptions options) {
    this(cluster, options, Map.of());
  }

  /**
   * Creates a simulator with load traces.
   *
   * @param traces by the names that {@code trace:NAME} refers to
   */
  public WorkloadSimulator(
      Cluster cluster, SimulatorOptions options, Map<String, ? extends LoadProfile> traces) {
    this.cluster = cluster;
    this.options = options;
    events = new EventWriter(cluster, options.writeEvents());
    PodNameGenerator names = new PodNameGenerator(cluster);
    loop = new WorkQueue(cluster.timeline(), this::dispatch);
    pods = new PodCache(cluster);
    nodes = new NodeSimulator(cluster, options.nodes());
    WarmUp warmUp = new WarmUp(options.warmUp(), options.warmUpShare());
    meter = new LoadMeter(cluster.timeline(), index, warmUp);
    loads = new LoadAnnotations(meter, new LoadParser(traces), events);
    expiry = new EventExpiry(cluster);
    deployments = new DeploymentController(cluster, loop, index, events);
    replicaSets =
        new ReplicaController(cluster, loop, pods, events, names, ResourceTypes.REPLICA_SETS);
    replicationControllers =
        new ReplicaController(
            cluster, loop, pods, events, names, ResourceTypes.REPLICATION_CONTROLLERS);
    statefulSets = new StatefulSetController(cluster, loop, pods, events);
    garbage = new GarbageCollector(cluster, loop, index);
    namespaces = new NamespaceController(cluster, loop);
    metrics = new PodMetricsSource(cluster, meter);
    pods.listen(meter);
    pods.listen(new KubeletSimulator(cluster, options, pods, nodes, events));
    pods.listen(new ControllerNotifier());
  }

  /** Starts the simulation with the existing objects. To be called once. */
  public void start() {
    nodes.create();
    FIRST.forEach(this::follow);
    cluster
        .resources()
        .forEach(
            type -> {
              if (!FIRST.contains(type)) {
                follow(type);
              }
            });
    cluster.timeline().every(options.scrapeInterval(), meter::scrape);
  }

  /** Queues the existing objects of a resource, then every change. */
  private void follow(ResourceType type) {
    ResourceStore objects = cluster.objects(type);
    objects.onChange(change -> loop.note(type, change));
    // Runs under the lock of the resource, so all later notifications are newer.
    objects.snapshot(
        "",
        there -> {
          loop.note(type, new Change(there.revision(), null, there, there));
          return false;
        });
  }

  private void dispatch(ResourceType type, Change change) {
    if (type.equals(ResourceTypes.EVENTS)) {
      expiry.apply(change);
    } else {
      dispatchObject(type, change);
    }
    if (works(SimulatedController.NAMESPACE)) {
      namespaces.apply(type, change);
    }
  }

  private boolean works(SimulatedController controller) {
    return options.controllers().contains(controller);
  }

  private void dispatchObject(ResourceType type, Change change) {
    index.apply(type, change);
    ObjectKey key = change.last().key();
    if (type.equals(ResourceTypes.PODS)) {
      pods.apply(change);
    } else if (type.scale() != null) {
      loads.apply(type, change);
      mark(type, key);
      change.last().owners().forEach(owner -> markOwner(index.get(owner)));
    }
    if (works(SimulatedController.GARBAGE_COLLECTOR)) {
      garbage.apply(type, change);
    }
  }

  private void mark(ResourceType type, ObjectKey key) {
    if (type.equals(ResourceTypes.DEPLOYMENTS) && works(SimulatedController.DEPLOYMENT)) {
      deployments.mark(key);
    } else if (type.equals(ResourceTypes.REPLICA_SETS) && works(SimulatedController.REPLICA_SET)) {
      replicaSets.mark(key);
    } else if (type.equals(ResourceTypes.REPLICATION_CONTROLLERS)
        && works(SimulatedController.REPLICATION_CONTROLLER)) {
      replicationControllers.mark(key);
    } else if (type.equals(ResourceTypes.STATEFUL_SETS)
        && works(SimulatedController.STATEFUL_SET)) {
      statefulSets.mark(key);
    }
  }

  private void markOwner(OwnerIndex.@Nullable Ref owner) {
    if (owner != null) {
      mark(owner.type(), owner.key());
    }
  }

  /** The metrics of pods and nodes. */
  public PodMetricsSource metrics() {
    return metrics;
  }

  /** The workload whose load a pod shares; null for none. */
  public @Nullable LoadShare shareOf(StoredObject pod) {
    return meter.shareOf(pod.uid());
  }

  /** Writes a Warning event about a malformed setting of the sandbox. */
  public void warn(ResourceType type, StoredObject about, String reason, String message) {
    EventWriter.Subject subject = new EventWriter.Subject(type, about.key(), about.uid());
    loop.note(() -> events.warning("sandbox", subject, reason, message));
  }

  /** The current state of a workload; {@link WorkloadView#NONE} when it does not exist. */
  public WorkloadView view(ResourceType type, ObjectKey key) {
    StoredObject workload = cluster.find(type, key);
    return workload == null ? WorkloadView.NONE : meter.view(workload.uid());
  }

  /** Queues the controllers of pods that change. */
  private final class ControllerNotifier implements PodListener {
    @Override
    public void added(PodState pod) {
      markOwner(index.get(pod.owner()));
    }

    @Override
    public void changed(PodState pod) {
      markOwner(index.get(pod.owner()));
    }

    @Override
    public void removed(PodState pod) {
      markOwner(index.get(pod.owner()));
    }
  }
}
