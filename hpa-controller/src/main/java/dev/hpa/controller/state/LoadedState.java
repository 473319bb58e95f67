package dev.hpa.controller.state;

import dev.hpa.api.NamespacedName;
import java.time.Instant;
import java.util.Map;

/**
 * The state of a shard as it was loaded.
 *
 * @param autoscalers the autoscalers in all parts
 * @param oversized the number of autoscalers whose state is too large to be read
 * @param configMaps the number of ConfigMaps that could be read
 * @param writer who wrote the latest of them; empty if there is none
 * @param writtenAt when the latest of them was written; {@link Instant#MIN} if there is none
 */
record LoadedState(
    Map<NamespacedName, SavedAutoscaler> autoscalers,
    int oversized,
    int configMaps,
    String writer,
    Instant writtenAt) {}
