package dev.hpa.controller.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.shards.Shard;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class LoadableStateTest {

  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

  private final Map<NamespacedName, SavedAutoscaler> all = new HashMap<>();

  private void add(String namespace, String name, int chars) {
    all.put(
        new NamespacedName(namespace, name),
        new SavedAutoscaler(
            "uid", AT, Map.of("notes", JsonNodeFactory.instance.textNode("x".repeat(chars)))));
  }

  private Set<String> kept(long limit) {
    LoadableState loadable = LoadableState.of(all, limit);
    assertEquals(all.size(), loadable.autoscalers().size() + loadable.omitted());
    return loadable.autoscalers().keySet().stream()
        .map(NamespacedName::toString)
        .collect(Collectors.toSet());
  }

  @Test
  void whatFitsIsKept() {
    add("shop", "web", 1_000);
    add("evil", "a", 900_000);
    assertEquals(Set.of("shop/web", "evil/a"), kept(2_000_000));
  }

  @Test
  void anAutoscalerThatIsTooLargeToBeReadIsLeftOut() {
    add("shop", "web", 1_000);
    add("evil", "a", 1_100_000);
    assertEquals(Set.of("shop/web"), kept(1L << 40));
  }

  @Test
  void aNamespaceBeyondItsShareLosesItsLargest() {
    add("shop", "web", 20_000);
    add("shop", "api", 20_000);
    add("evil", "small", 100);
    for (int i = 0; i < 50; i++) {
      add("evil", "large" + i, 50_000);
    }
    assertEquals(Set.of("shop/web", "shop/api", "evil/small"), kept(170_000));
    assertTrue(kept(400_000).containsAll(Set.of("shop/web", "shop/api", "evil/large0")));
  }

  /** What is kept can be loaded with the same limit. */
  @Test
  void theSizeIsThatOfLoading() throws Exception {
    add("shop", "web", 1_000);
    all.put(
        new NamespacedName("shop", "api"),
        new SavedAutoscaler(
            "u2",
            AT.minusSeconds(7),
            Map.of(
                "history", Json.tree("{\"a\": [1, 7000000000, true, null, [\"b\"]], \"c\": {}}"))));
    long size =
        all.entrySet().stream()
            .mapToLong(each -> CheckpointCodec.size(each.getKey(), each.getValue()))
            .sum();
    CheckpointHeader header = new CheckpointHeader("lease", Shard.ONLY, 0, 1, 1, "w", "v", AT);
    StateBudget budget = new StateBudget(size);
    Checkpoint decoded =
        CheckpointCodec.decode(
            CheckpointCodec.encode(header, 2, CheckpointCodec.payload(new TreeMap<>(all), AT)),
            budget);
    assertEquals(all, decoded.autoscalers());
  }
}
