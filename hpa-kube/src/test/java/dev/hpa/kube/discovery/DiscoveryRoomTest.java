package dev.hpa.kube.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class DiscoveryRoomTest {

  private final DiscoveryRoom room = new DiscoveryRoom(100_000);

  private static ApiResource resource(String name) {
    return new ApiResource(name, "", "Kind", true, "", "");
  }

  @Test
  void theLargestVersionsGiveWay() throws IOException {
    DiscoveryRoom.Version apps = room.version();
    apps.add(resource("deployments"));
    DiscoveryRoom.Version one = room.version();
    DiscoveryRoom.Version other = room.version();
    for (int i = 0; i < 1_000; i++) {
      one.add(resource("one" + i));
      other.add(resource("other" + i));
    }
    DiscoveryRoom.Version last = room.version();
    last.add(resource("widgets"));
    assertEquals(List.of(resource("deployments")), apps.resources());
    assertEquals(List.of(), one.resources());
    assertEquals(List.of(), other.resources());
    assertEquals(List.of(resource("widgets")), last.resources());
    room.take("example.com");
  }

  @Test
  void resourcesGiveWayToGroups() throws IOException {
    DiscoveryRoom.Version version = room.version();
    for (int i = 0; i < 300; i++) {
      version.add(resource("r" + i));
    }
    assertEquals(300, version.resources().size());
    for (int i = 0; i < 200; i++) {
      room.take("group" + i);
    }
    assertEquals(List.of(), version.resources());
    assertThrows(
        IOException.class,
        () -> {
          for (int i = 0; i < 1_000; i++) {
            room.take("more" + i);
          }
        });
  }

  @Test
  void subresourcesAndResourcesWithoutKindAreNotKept() {
    DiscoveryRoom.Version version = room.version();
    version.add(resource("deployments/scale"));
    version.add(new ApiResource("", "", "", false, "", ""));
    assertEquals(List.of(), version.resources());
  }
}
