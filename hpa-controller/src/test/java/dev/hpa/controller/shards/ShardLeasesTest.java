package dev.hpa.controller.shards;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.leader.LeaderElectionOptions;
import dev.hpa.kube.leader.LeaseClaim;
import dev.hpa.kube.leader.LeaseNamespace;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.spi.KubernetesApiException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a replica does with Leases that are deleted by hand, or released for another replica. */
@Tag("security")
class ShardLeasesTest {

  private static final String ME = "replica-a";
  private static final String OTHER = "replica-b";
  private static final String SYSTEM = "kube-system";
  private static final String SHARD = "hpa-shard-0-of-1";
  private static final Duration LEASE = Duration.ofSeconds(15);

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final ShardOptions options = options();
  private final Sandbox sandbox;
  private final ClusterConnection connection;
  private final LeaseNamespace namespace;
  private final ShardLeases leases;
  private final Prepared host = new Prepared();
  private final OwnShards shards;
  private final OwnShard own;

  ShardLeasesTest(@TempDir Path folder) throws Exception {
    sandbox = Sandbox.start(SandboxOptions.in(timeline));
    Path kubeconfig = folder.resolve("sandbox");
    sandbox.writeKubeconfig(kubeconfig);
    connection = ClusterConnection.open(kubeconfig, null, timeline);
    Duration timeout = Duration.ofSeconds(5);
    namespace =
        new LeaseNamespace(HttpKubernetesApi.withoutRetries(connection, timeout), SYSTEM, timeout);
    leases = new ShardLeases(namespace, options, ME, timeline);
    shards =
        new OwnShards(
            options,
            timeline,
            leases,
            host,
            new ShardAccess(1, timeline),
            ShardListener.NONE,
            tasks -> tasks.forEach(Runnable::run));
    own = shards.all().getFirst();
  }

  private static ShardOptions options() {
    LeaderElectionOptions usual = LeaderElectionOptions.DEFAULTS;
    return new ShardOptions(
        1,
        new LeaderElectionOptions(
            true,
            usual.leaseDuration(),
            usual.renewDeadline(),
            usual.retryPeriod(),
            "hpa",
            SYSTEM));
  }

  /** A host whose caches are always filled. */
  private static final class Prepared implements ShardHost {
    final List<String> calls = new ArrayList<>();

    @Override
    public void prepare(Shard shard) {
      calls.add("prepare");
    }

    @Override
    public boolean isPrepared(Shard shard) {
      return true;
    }

    @Override
    public void start(Shard shard) {
      calls.add("start");
    }

    @Override
    public void stop(Shard shard) {
      calls.add("stop");
    }

    @Override
    public boolean isStopped(Shard shard) {
      return true;
    }

    @Override
    public void drop(Shard shard) {
      calls.add("drop");
    }
  }

  /** The guard is held, and nothing else exists. */
  @BeforeEach
  void begin() throws KubernetesApiException {
    leases.refresh();
    pass(LEASE);
    assertEquals("", leases.guard().hold());
  }

  @AfterEach
  void close() {
    connection.close();
    sandbox.close();
    timeline.close();
  }

  private void pass(Duration time) throws KubernetesApiException {
    timeline.advance(time);
    leases.refresh();
  }

  /** The holder of a Lease; "none" if there is no such Lease. */
  private String holder(String lease) {
    StoredObject found = sandbox.cluster().find(ResourceTypes.LEASES, new ObjectKey(SYSTEM, lease));
    return found == null ? "none" : found.tree().at("/spec/holderIdentity").asText();
  }

  private void delete(String lease) throws KubernetesApiException {
    sandbox
        .cluster()
        .delete(ResourceTypes.LEASES, new ObjectKey(SYSTEM, lease), DeleteOptions.DEFAULT);
    leases.refresh();
  }

  private void holdShard() throws KubernetesApiException {
    own.claim.createFree();
    pass(LEASE);
    own.claim.take();
    own.take();
    leases.guard().hold();
    shards.begin(own);
    assertEquals(ME, holder(SHARD), "holder of the shard");
  }

  /** A controller without shards may have held it, and may still write. */
  @Test
  void aDeletedGuardIsNotCreatedByAReplicaThatHasNotHeldItLately() throws Exception {
    delete("hpa");
    ShardLeases ofNew = new ShardLeases(namespace, options, OTHER, timeline);
    ofNew.refresh();
    assertEquals("an unknown process", ofNew.guard().hold(), "other holder of the guard");
    timeline.advance(LEASE.minusNanos(1));
    ofNew.refresh();
    assertEquals("an unknown process", ofNew.guard().hold(), "other holder of the guard");
    assertEquals("none", holder("hpa"), "holder of the guard");
    timeline.advance(Duration.ofNanos(1));
    assertEquals("", ofNew.guard().hold(), "other holder of the guard");
    assertEquals(GuardLease.GROUP, holder("hpa"), "holder of the guard");
  }

  @Test
  void aDeletedGuardIsCreatedAgainByAReplicaThatHolds() throws Exception {
    delete("hpa");
    assertEquals("", leases.guard().hold(), "other holder of the guard");
    assertEquals(GuardLease.GROUP, holder("hpa"), "holder of the guard");
  }

  @Test
  void aDeletedLeaseIsCreatedAgainByItsHolder() throws Exception {
    holdShard();
    delete(SHARD);
    shards.repair();
    assertEquals(ME, holder(SHARD), "holder of the shard");
    assertTrue(own.isStarted());
  }

  /** Another replica may have held it since, and the Lease may have been deleted after that. */
  @Test
  void aDeletedLeaseWhoseTimeIsOverIsLost() throws Exception {
    holdShard();
    timeline.advance(LEASE);
    delete(SHARD);
    shards.repair();
    assertEquals("none", holder(SHARD), "holder of the shard");
    assertFalse(own.isHeld());
    assertEquals("drop", host.calls.getLast());
  }

  @Test
  void aReleasedShardIsLeftToItsLiveSuccessorForTwoRetryPeriodsOnly() throws Exception {
    LeaseClaim other = new LeaseClaims(namespace, options, timeline).of(SHARD, OTHER);
    other.create(Map.of());
    other.release(ShardLeases.naming("replica-c"));
    leases.refresh();
    TakeOver takeOver = new TakeOver(shards, options, ME, leases, host, timeline, () -> 0.5);
    Assignment planned = new Assignment(Map.of(0, ME), Map.of("replica-c", Set.of()));
    Duration wait = options.retryPeriod().multipliedBy(2);
    pass(wait);
    leases.guard().hold();
    takeOver.run(planned);
    assertEquals("", holder(SHARD), "holder of the shard");
    pass(Duration.ofNanos(1));
    takeOver.run(planned);
    assertEquals(ME, holder(SHARD), "holder of the shard");
    assertTrue(own.isStarted());
  }
}
