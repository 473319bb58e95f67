package dev.hpa.controller.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.core.pods.OwnerFilter;
import dev.hpa.core.pods.OwnerFilter.Lookup;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.RestMapper;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Owners whose kind cannot be watched. No lookup waits for them forever. */
@Tag("security")
class OwnerIndexTest {

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final RestMapper mapper = mock(RestMapper.class);
  private final OwnerIndex owners =
      new OwnerIndex(
          mock(ClusterConnection.class), mapper, timeline, NamespaceScope.ALL, Runnable::run);

  @AfterEach
  void close() {
    owners.close();
    timeline.close();
  }

  private Lookup find(String kind) {
    return find("shop", kind);
  }

  private Lookup find(String namespace, String kind) {
    return owners.find(namespace, OwnerFilter.Owner.of("example.com/v1", kind, "web", "uid-1"));
  }

  @Test
  void aKindThatTheServerDoesNotServeIsUnknownAndIsRetriedOncePerMinute() throws Exception {
    when(mapper.preferred("example.com", "Widget"))
        .thenThrow(new KubernetesApiException(0, "", "no matches for kind", null));
    Lookup unknown = new Lookup.Unknown("the owner Widget web is unknown (no matches for kind)");
    assertEquals(unknown, find("Widget"));
    assertEquals(unknown, find("Widget"));
    verify(mapper).preferred("example.com", "Widget");
    timeline.advance(Duration.ofMinutes(1));
    assertEquals(unknown, find("Widget"));
    verify(mapper, times(2)).preferred("example.com", "Widget");
  }

  @Test
  void anUnexpectedFailureEndsTheWaitToo() throws Exception {
    when(mapper.preferred(anyString(), anyString())).thenThrow(new IllegalStateException("boom"));
    assertEquals(new Lookup.Unknown("the owner Widget web is unknown (boom)"), find("Widget"));
  }

  @Test
  void theNumberOfWatchedKindsIsLimited() throws Exception {
    when(mapper.preferred(anyString(), anyString())).thenThrow(new IllegalStateException("boom"));
    for (int i = 0; i < Limit.OWNER_KINDS.asInt(); i++) {
      find("ns-" + i / Limit.NAMESPACE_OWNER_KINDS.asInt(), "Widget" + i);
    }
    assertEquals(
        new Lookup.Unknown("pods have owners of more than 50 kinds, of which no more are watched"),
        find("shop", "Gadget"));
  }

  /** Its pods may name any kinds. */
  @Test
  void oneNamespaceCannotTakeTheWatchesOfTheOthers() throws Exception {
    when(mapper.preferred(anyString(), anyString())).thenThrow(new IllegalStateException("boom"));
    for (int i = 0; i < Limit.OWNER_KINDS.asInt(); i++) {
      find("evil", "Bogus" + i);
    }
    verify(mapper, times(Limit.NAMESPACE_OWNER_KINDS.asInt())).preferred(anyString(), anyString());
    assertEquals(
        new Lookup.Unknown("the owner Widget web is unknown (boom)"), find("shop", "Widget"));
    owners.find("evil", OwnerFilter.Owner.of("apps/v1", "ReplicaSet", "web", "uid-1"));
    verify(mapper).preferred("apps", "ReplicaSet");
  }
}
