package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.cache.OwnerIndex;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.OwnerFilter.Lookup;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.RestMapper;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A sync whose pods have an owner of a kind that is not listed yet. */
@Tag("security")
class OwnerWaitTest {

  @Test
  void aSyncThatWaitsForOwnersReleasesItsWorker() throws Exception {
    CountDownLatch listing = new CountDownLatch(1);
    CountDownLatch listed = new CountDownLatch(1);
    RestMapper mapper = mock(RestMapper.class);
    when(mapper.preferred(any(), any()))
        .thenAnswer(
            call -> {
              listing.countDown();
              listed.await();
              throw new KubernetesApiException(0, "", "boom", null);
            });
    WorkSlots slots = new WorkSlots(1);
    OwnerFilter.Owner owner = OwnerFilter.Owner.of("metrics.k8s.io/v1", "PodMetrics", "web", "1");
    try (VirtualTimeline timeline = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
        OwnerIndex owners =
            new OwnerIndex(
                mock(ClusterConnection.class),
                mapper,
                timeline,
                NamespaceScope.ALL,
                slots::releasingSlot)) {
      CompletableFuture<Lookup> found = new CompletableFuture<>();
      assertTrue(slots.reserve("evil"));
      slots.take();
      Thread.ofVirtual()
          .start(() -> slots.work("evil", () -> found.complete(owners.find("evil", owner))));
      listing.await();
      assertTrue(slots.reserve("shop"));
      slots.take();
      slots.work("shop", () -> {});
      listed.countDown();
      assertEquals(new Lookup.Unknown("the owner PodMetrics web is unknown (boom)"), found.get());
      slots.take();
    }
  }
}
