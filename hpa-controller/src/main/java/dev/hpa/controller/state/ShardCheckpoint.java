package dev.hpa.controller.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.BuildInfo;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.shards.Shard;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.KubernetesApiException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoint of a shard: which ConfigMaps it has and what they contain. Not thread-safe.
 *
 * <p>An autoscaler stays in its ConfigMap until that becomes too large and is divided, so that each
 * ConfigMap is written alone and only when its content changes. The first one states how many there
 * are. The number of ConfigMaps grows with the state and never shrinks, because the controller
 * needs no permission to delete them; those beyond the stated number are not read.
 *
 * <p>A process that loads the checkpoint takes the next epoch. One that finds a higher epoch, or
 * its own epoch with another writer, has lost the Lease and does not write.
 */
final class ShardCheckpoint {

  private static final int SMALLEST_PART = 16 << 10;

  private final CheckpointStore store;
  private final StateSettings settings;
  private final Shard shard;
  private final List<Part> parts = new ArrayList<>();

  /** The ConfigMap of each autoscaler. */
  private final Map<NamespacedName, Integer> places = new HashMap<>();

  /** How many ConfigMaps the first one states; 0 if it is not known. */
  private int stated;

  private int omitted;

  /** The ConfigMap with which the next save begins. */
  private int next;

  private int largestPart = Limit.SAVED_PART_BYTES.asInt();
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
   * Reads the ConfigMaps of the checkpoint: as many as the first one states, and if it cannot be
   * used, up to the first one that does not exist.
   *
   * @param ignored receives those that cannot be used
   */
  LoadedState load(Consumer<Ignored> ignored) throws KubernetesApiException {
    List<Part> found = new ArrayList<>();
    Map<Integer, Checkpoint> readable = new TreeMap<>();
    List<Ignored> problems = new ArrayList<>();
    StateBudget budget = StateBudget.of(shard);
    int count = 0;
    for (int i = 0; i < (count == 0 ? Limit.SAVED_PARTS.asInt() : count); i++) {
      ObjectNode configMap = store.read(i);
      if (configMap == null && count == 0) {
        break;
      }
      Part part = new Part();
      found.add(part);
      if (configMap == null) {
        continue;
      }
      part.metadata = (ObjectNode) configMap.path("metadata");
      try {
        Checkpoint checkpoint = decoded(configMap, i, budget);
        readable.put(i, checkpoint);
        count =
            i == 0 ? Math.clamp(checkpoint.header().parts(), 1, Limit.SAVED_PARTS.asInt()) : count;
      } catch (CheckpointException problem) {
        problems.add(new Ignored(store.key(i), problem));
      }
    }
    parts.clear();
    parts.addAll(found);
    stated = count;
    problems.forEach(ignored);
    epoch = 1 + readable.values().stream().mapToLong(each -> each.header().epoch()).max().orElse(0);
    isEpochKnown = true;
    places.clear();
    readable.forEach(
        (index, each) -> each.autoscalers().keySet().forEach(key -> places.put(key, index)));
    return merged(readable.values());
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
  private static LoadedState merged(Collection<Checkpoint> checkpoints) {
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
   * Writes the ConfigMaps whose content has changed. One that the API server rejects does not keep
   * the others from being written.
   *
   * @param now the wall-clock time
   * @param all whether to write all ConfigMaps, so that their times are current
   * @param isLate whether to write no more; the next save begins with those that are left
   * @return the number of ConfigMaps written
   * @throws KubernetesApiException the first failure
   * @throws SupersededException if another process has taken over the checkpoint
   */
  int save(
      Map<NamespacedName, SavedAutoscaler> autoscalers,
      Instant now,
      boolean all,
      BooleanSupplier isLate)
      throws KubernetesApiException, SupersededException {
    LoadableState loadable = LoadableState.of(autoscalers, StateBudget.of(shard).limit());
    omitted = loadable.omitted();
    List<SortedMap<NamespacedName, SavedAutoscaler>> divided = placed(loadable.autoscalers());
    List<byte[]> payloads = payloads(divided, now);
    KubernetesApiException first = null;
    int written = 0;
    for (int index : inOrder(payloads.size())) {
      if (isLate.getAsBoolean()) {
        next = index;
        throw late(written);
      }
      try {
        if (writeIfChanged(index, divided.get(index).size(), payloads, now, all)) {
          written++;
        }
      } catch (KubernetesApiException failure) {
        first = first == null ? failure : first;
        if (SaveResult.of(failure).isOfServer()) {
          break;
        }
      }
    }
    next = 0;
    if (first != null) {
      throw first;
    }
    return written;
  }

  private static KubernetesApiException late(int written) {
    return new KubernetesApiException(
        0, "", "the API server is slow: only " + written + " ConfigMaps were written", null);
  }

  /**
   * New ConfigMaps first: until the others are divided, they have all autoscalers. Then the first
   * one, which makes the new ones part of the checkpoint. If there are no new ones, those first
   * that the last save did not reach.
   */
  private List<Integer> inOrder(int count) {
    int first = stated == count ? next % count : Math.min(stated, count);
    return IntStream.concat(IntStream.range(first, count), IntStream.range(0, first))
        .boxed()
        .toList();
  }

  /** The autoscalers of each ConfigMap; those without a place are added to the smallest one. */
  private List<SortedMap<NamespacedName, SavedAutoscaler>> placed(
      Map<NamespacedName, SavedAutoscaler> autoscalers) {
    places.keySet().retainAll(autoscalers.keySet());
    int count = 1 + places.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    List<SortedMap<NamespacedName, SavedAutoscaler>> placed = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      placed.add(new TreeMap<>());
    }
    places.forEach(
        (key, index) -> placed.get(index).put(key, Objects.requireNonNull(autoscalers.get(key))));
    int smallest =
        IntStream.range(0, count)
            .boxed()
            .min(Comparator.comparingLong(i -> total(placed.get(i))))
            .orElseThrow();
    autoscalers.forEach(
        (key, saved) -> {
          if (places.putIfAbsent(key, smallest) == null) {
            placed.get(smallest).put(key, saved);
          }
        });
    return placed;
  }

  private static long total(Map<NamespacedName, SavedAutoscaler> autoscalers) {
    return autoscalers.entrySet().stream()
        .mapToLong(each -> CheckpointCodec.size(each.getKey(), each.getValue()))
        .sum();
  }

  /** The content of the ConfigMaps, after those that are too large were divided. */
  private List<byte[]> payloads(
      List<SortedMap<NamespacedName, SavedAutoscaler>> divided, Instant now) {
    List<byte[]> payloads = new ArrayList<>();
    while (payloads.size() < divided.size()) {
      SortedMap<NamespacedName, SavedAutoscaler> part = divided.get(payloads.size());
      byte[] payload = CheckpointCodec.payload(part, now);
      if (payload.length > largestPart) {
        if (!omitTooLarge(part, now)) {
          divide(part, divided);
        }
      } else {
        payloads.add(payload);
      }
    }
    return payloads;
  }

  /** Leaves out autoscalers that no ConfigMap holds; returns whether there was one. */
  private boolean omitTooLarge(SortedMap<NamespacedName, SavedAutoscaler> part, Instant now) {
    List<NamespacedName> tooLarge =
        part.entrySet().stream()
            .filter(each -> CheckpointCodec.size(each.getKey(), each.getValue()) > largestPart / 2)
            .filter(each -> isTooLarge(each.getKey(), each.getValue(), now))
            .map(Map.Entry::getKey)
            .toList();
    tooLarge.forEach(key -> omit(part, key));
    return !tooLarge.isEmpty();
  }

  private boolean isTooLarge(NamespacedName key, SavedAutoscaler saved, Instant now) {
    SortedMap<NamespacedName, SavedAutoscaler> alone = new TreeMap<>();
    alone.put(key, saved);
    return CheckpointCodec.payload(alone, now).length > largestPart;
  }

  private void omit(SortedMap<NamespacedName, SavedAutoscaler> part, NamespacedName key) {
    part.remove(key);
    places.remove(key);
    omitted++;
  }

  /** Moves a half of the autoscalers, large and small ones, to another ConfigMap. */
  private void divide(
      SortedMap<NamespacedName, SavedAutoscaler> part,
      List<SortedMap<NamespacedName, SavedAutoscaler>> divided) {
    SortedMap<NamespacedName, SavedAutoscaler> moved = new TreeMap<>();
    List<NamespacedName> bySize =
        part.entrySet().stream()
            .sorted(
                Comparator.comparingLong(
                    each -> CheckpointCodec.size(each.getKey(), each.getValue())))
            .map(Map.Entry::getKey)
            .toList();
    for (int i = 0; i < bySize.size(); i += 2) {
      NamespacedName key = bySize.get(i);
      if (divided.size() == Limit.SAVED_PARTS.asInt()) {
        omit(part, key);
      } else {
        moved.put(key, Objects.requireNonNull(part.remove(key)));
        places.put(key, divided.size());
      }
    }
    if (!moved.isEmpty()) {
      divided.add(moved);
    }
  }

  private boolean writeIfChanged(
      int index, int autoscalers, List<byte[]> payloads, Instant now, boolean all)
      throws KubernetesApiException, SupersededException {
    while (parts.size() <= index) {
      parts.add(new Part());
    }
    Part part = parts.get(index);
    byte[] payload = payloads.get(index);
    boolean isStated = index > 0 || stated == payloads.size();
    if (!all && isStated && Arrays.equals(payload, part.payload)) {
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
    stated = index == 0 ? payloads.size() : stated;
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

  /** The number of autoscalers whose state is too large and was not saved. */
  int omitted() {
    return omitted;
  }

  /** The size of all ConfigMaps written so far, in bytes. */
  long size() {
    return parts.stream().limit(stated).mapToLong(each -> each.payload.length).sum();
  }

  /** The number of ConfigMaps. */
  int configMaps() {
    return stated;
  }

  /** A time as checkpoints have it. */
  static Instant milliseconds(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS);
  }
}
