package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Json;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchStreamTest {

  /** A proxy may sort the members of an event, or add some. */
  @Test
  void theMembersOfAnEventComeInAnyOrder() throws Exception {
    String events =
        """
        {"type":"ADDED","object":{"kind":"Pod","a":{"b":[1]}}}
        {"object":{"kind":"Pod","number":1.5},"type":"MODIFIED"}
        {"cluster":{"type":"x"},"object":{"kind":"Pod"},"type":"DELETED","zone":{"object":{}}}
        {"extra":[{}],"type":"BOOKMARK","object":{"kind":"Pod"},"zone":"a"}
        """;
    List<String> read = new ArrayList<>();
    try (WatchStream stream =
        WatchStream.of(
            new ByteArrayInputStream(events.getBytes(StandardCharsets.UTF_8)),
            "application/json")) {
      while (stream.next()) {
        read.add(stream.type() + " " + Json.tree(stream.object()));
      }
    }
    assertEquals(
        List.of(
            "ADDED {\"kind\":\"Pod\",\"a\":{\"b\":[1]}}",
            "MODIFIED {\"kind\":\"Pod\",\"number\":1.5}",
            "DELETED {\"kind\":\"Pod\"}",
            "BOOKMARK {\"kind\":\"Pod\"}"),
        read);
  }
}
