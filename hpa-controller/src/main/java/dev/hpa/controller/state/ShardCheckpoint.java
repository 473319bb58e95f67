package dev.hpa.controller.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.BuildInfo;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.shards.Shard;
import dev.hpa.spi.KubernetesApiException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoint of a shard: which ConfigMaps it has and what they contain. Not thread-safe.
 *
 * <p>Autoscalers are divided among the ConfigMaps by a hash of their key, so that each ConfigMap is
 * written alone and only when its content changes. The number of ConfigMaps grows with the state
 * and never shrinks: the controller needs no permission to delete them.
 *
 * <p>A process that loads the checkpoint takes the next epoch. One that finds a higher epoch, or
 * its own epoch with another writer, has lost the Lease and does not write.
 */
final class ShardCheckpoint {

  /** Half of what an API server accepts. */
  static final int MAX_PART = 512 << 10;

  private static final int SMALLEST_PART = 16 << 10;
  private static final int MAX_PARTS = 1000;

  private final CheckpointStore store;
  private final StateSettings settings;
  private final Shard shard;
  private final List<Part> parts = new ArrayList<>();
  private int largestPart = MAX_PART;
  private boolean isEpochKnown;
  private long epoch = 1;

  ShardCheckpoint(CheckpointStore store, StateSettings settings, Shard shard) {
    this.store = store;
    this.settings = settings;
    this.shard = shard;
  }

  /** A ConfigMap as it was read or written last. */
  private static final class Part {
    /** Null if there is none, or if it is unknown. */
    @Nullable ObjectNode metadata;

    byte[] payload = new byte[0];
  }

  /** Another process writes the checkpoint. */
  static final class SupersededException extends Exception {
    private static final long serialVersionUID = 1;

    SupersededException(String message) {
      super(message);
    }
  }

  /** A ConfigMap that was ignored. */
  record Ignored(String configMap, CheckpointException problem) {}

  /**
   * Reads all ConfigMaps of the checkpoint, up to the first one that does not exist.
   *
   * @param ignored receives those that cannot be used
   */
  LoadedState load(Consumer<Ignored> ignored) throws KubernetesApiException {
    List<Part> found = new ArrayList<>();
    List<Checkpoint> readable = new ArrayList<>();
    List<Ignored> problems = new ArrayList<>();
    StateBudget budget = StateBudget.of(shard);
    for (int i = 0; i < MAX_PARTS; i++) {
      ObjectNode configMap = store.read(i);
      if (configMap == null) {
        break;
      }
      Part part = new Part();
      part.metadata = (ObjectNode) configMap.path("metadata");
      found.add(part);
      try {
        readable.add(decoded(configMap, i, budget));
      } catch (CheckpointException problem) {
        problems.add(new Ignored(store.key(i), problem));
      }
    }
    parts.clear();
    parts.addAll(found);
    problems.forEach(ignored);
    epoch = 1 + readable.stream().mapToLong(each -> each.header().epoch()).max().orElse(0);
    isEpochKnown = true;
    return merged(readable);
  }

  private Checkpoint decoded(ObjectNode configMap, int part, StateBudget budget)
      throws CheckpointException {
    Checkpoint checkpoint = CheckpointCodec.decode(configMap, budget);
    CheckpointHeader header = checkpoint.header();
    if (!header.lease().equals(settings.lease())
        || !header.shard().equals(shard)
        || header.part() != part) {
      throw new CheckpointException(
          CheckpointException.Reason.FOREIGN,
          "it is part %d of shard %d of %d of lease \"%s\""
              .formatted(
                  header.part(), header.shard().index(), header.shard().count(), header.lease()));
    }
    return checkpoint;
  }

  /** The latest state of each autoscaler: parts of an interrupted division overlap. */
  private static LoadedState merged(List<Checkpoint> checkpoints) {
    Map<NamespacedName, SavedAutoscaler> all = new HashMap<>();
    String writer = "";
    Instant writtenAt = Instant.MIN;
    for (Checkpoint each : checkpoints) {
      if (each.header().writtenAt().isAfter(writtenAt)) {
        writtenAt = each.header().writtenAt();
        writer = each.header().writer();
      }
      each.autoscalers()
          .forEach(
              (key, saved) ->
                  all.merge(
                      key, saved, (one, other) -> other.at().isAfter(one.at()) ? other : one));
    }
    int oversized = checkpoints.stream().mapToInt(Checkpoint::oversized).sum();
    return new LoadedState(all, oversized, checkpoints.size(), writer, writtenAt);
  }

  /**
   * Writes the ConfigMaps whose content has changed.
   *
   * @param now the wall-clock time
   * @param all whether to write all ConfigMaps, so that their times are current
   * @return the number of ConfigMaps written
   * @throws SupersededException if another process has taken over the checkpoint
   */
  int save(Map<NamespacedName, SavedAutoscaler> autoscalers, Instant now, boolean all)
      throws KubernetesApiException, SupersededException {
    List<SortedMap<NamespacedName, SavedAutoscaler>> divided =
        divided(autoscalers, Math.max(1, parts.size()));
    List<byte[]> payloads = payloads(divided, now);
    while (payloads.stream().anyMatch(each -> each.length > largestPart)
        && divided.size() < MAX_PARTS) {
      long size = payloads.stream().mapToLong(each -> each.length).sum();
      int needed = (int) Math.ceilDiv(size * 4, largestPart * 3L);
      divided = divided(autoscalers, Math.min(MAX_PARTS, Math.max(divided.size() + 1, needed)));
      payloads = payloads(divided, now);
    }
    int known = parts.size();
    int written = 0;
    // New ones first: until the others are divided, they have all autoscalers.
    for (int i = 0; i < payloads.size(); i++) {
      int index = (known + i) % payloads.size();
      if (all && index < known) {
        parts.get(index).payload = new byte[0];
      }
      if (writeIfChanged(index, divided.get(index).size(), payloads, now)) {
        written++;
      }
    }
    return written;
  }

  private static List<byte[]> payloads(
      List<SortedMap<NamespacedName, SavedAutoscaler>> divided, Instant now) {
    return divided.stream().map(each -> CheckpointCodec.payload(each, now)).toList();
  }

  private static List<SortedMap<NamespacedName, SavedAutoscaler>> divided(
      Map<NamespacedName, SavedAutoscaler> autoscalers, int count) {
    List<SortedMap<NamespacedName, SavedAutoscaler>> divided = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      divided.add(new TreeMap<>());
    }
    autoscalers.forEach(
        (key, saved) -> {
          int hash = (key.namespace() + "/" + key.name()).hashCode() * 0x9E37_79B9;
          divided.get((hash >>> 1) % count).put(key, saved);
        });
    return divided;
  }

  private boolean writeIfChanged(int index, int autoscalers, List<byte[]> payloads, Instant now)
      throws KubernetesApiException, SupersededException {
    while (parts.size() <= index) {
      parts.add(new Part());
    }
    Part part = parts.get(index);
    byte[] payload = payloads.get(index);
    if (Arrays.equals(payload, part.payload)) {
      return false;
    }
    if (!isEpochKnown) {
      reread(part, index);
    }
    try {
      write(part, index, payloads.size(), autoscalers, payload, now);
    } catch (KubernetesApiException failure) {
      boolean hasVanished = part.metadata != null && failure.code() == 404;
      if (!hasVanished && SaveResult.of(failure) != SaveResult.CONFLICT) {
        throw failure;
      }
      reread(part, index);
      write(part, index, payloads.size(), autoscalers, payload, now);
    }
    part.payload = payload;
    return true;
  }

  private void write(Part part, int index, int count, int autoscalers, byte[] payload, Instant now)
      throws KubernetesApiException {
    part.payload = new byte[0];
    CheckpointHeader header =
        new CheckpointHeader(
            settings.lease(),
            shard,
            index,
            count,
            epoch,
            settings.identity(),
            BuildInfo.VERSION,
            now);
    part.metadata =
        store.write(index, part.metadata, CheckpointCodec.encode(header, autoscalers, payload));
  }

  /** Reads a ConfigMap that another client may have written. */
  private void reread(Part part, int index) throws KubernetesApiException, SupersededException {
    ObjectNode configMap = store.read(index);
    if (configMap == null) {
      part.metadata = null;
      isEpochKnown = true;
      return;
    }
    try {
      CheckpointHeader header = CheckpointCodec.header(configMap);
      if (!isEpochKnown) {
        epoch = header.epoch() + 1;
      } else if (header.epoch() > epoch
          || (header.epoch() == epoch && !header.writer().equals(settings.identity()))) {
        throw new SupersededException(
            "ConfigMap \"%s\" is written by \"%s\", which loaded it later"
                .formatted(store.key(index), header.writer()));
      }
    } catch (CheckpointException notOne) {
      // It is replaced.
    }
    isEpochKnown = true;
    part.metadata = (ObjectNode) configMap.path("metadata");
  }

  /** Divides the state into smaller ConfigMaps from now on. */
  void shrinkParts() {
    largestPart = Math.max(SMALLEST_PART, largestPart / 2);
  }

  /** The size of all ConfigMaps written so far, in bytes. */
  long size() {
    return parts.stream().mapToLong(each -> each.payload.length).sum();
  }

  /** The number of ConfigMaps. */
  int configMaps() {
    return parts.size();
  }

  /** A time as checkpoints have it. */
  static Instant milliseconds(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS);
  }
}
