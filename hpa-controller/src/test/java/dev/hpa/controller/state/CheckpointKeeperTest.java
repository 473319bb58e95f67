package dev.hpa.controller.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.shards.Shard;
import dev.hpa.kube.client.LogLines;
import dev.hpa.kube.client.WriteFence;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointKeeperTest {

  private static final String NAME = "lease-state-0-of-1-0";
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final FakeConfigMaps configMaps = new FakeConfigMaps();
  private final AutoscalerCache autoscalers = new AutoscalerCache();
  private final StateListener listener = mock(StateListener.class);
  private final AtomicReference<Duration> fence =
      new AtomicReference<>(WriteFence.OPEN.remaining(""));

  @AfterEach
  void close() {
    timeline.close();
  }

  /** A section whose state a test sets. */
  private static final class Notes implements StateSection {
    final Map<NamespacedName, JsonNode> notes = new ConcurrentHashMap<>();
    final AtomicReference<Instant> restoredAt = new AtomicReference<>();

    /** Thrown by each restore. */
    @Nullable RuntimeException failure;

    /** The namespace whose state cannot be saved. */
    String unsaved = "";

    @Override
    public String name() {
      return "notes";
    }

    @Override
    public Map<NamespacedName, JsonNode> save(Predicate<String> namespaces) {
      if (!unsaved.isEmpty() && namespaces.test(unsaved)) {
        throw new IllegalStateException("fault of a test");
      }
      return notes.entrySet().stream()
          .filter(each -> namespaces.test(each.getKey().namespace()))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Override
    public void restore(HorizontalPodAutoscaler hpa, JsonNode saved, Instant at, Instant now) {
      if (failure != null) {
        throw failure;
      }
      if (!saved.isTextual()) {
        throw new IllegalArgumentException("not a text");
      }
      notes.put(NamespacedName.of(hpa.metadata()), saved);
      restoredAt.set(at);
    }
  }

  private CheckpointKeeper keeper(String identity, Notes notes) {
    CheckpointKeeper keeper =
        new CheckpointKeeper(
            new StateSettings(
                new StateOptions(StateStorage.CONFIG_MAP, INTERVAL), "system", "lease", identity),
            Set.of(notes),
            autoscalers,
            shard -> new StateAccess(configMaps, namespace -> fence.get()),
            timeline,
            new CallerRuns());
    keeper.onChange(listener);
    return keeper;
  }

  private HorizontalPodAutoscaler hpa(String name, String uid) {
    return hpa("shop", name, uid);
  }

  private HorizontalPodAutoscaler hpa(String namespace, String name, String uid) {
    HorizontalPodAutoscaler hpa =
        HpaVersion.V2.decode(
            """
            {"metadata": {"namespace": "%s", "name": "%s", "uid": "%s"},
             "spec": {"maxReplicas": 10,
               "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
            """
                .formatted(namespace, name, uid));
    autoscalers.put(hpa);
    return hpa;
  }

  private static void note(Notes notes, HorizontalPodAutoscaler hpa, String text) {
    notes.notes.put(NamespacedName.of(hpa.metadata()), Json.tree("\"" + text + "\""));
  }

  private static String noteOf(Notes notes, HorizontalPodAutoscaler hpa) {
    JsonNode note = notes.notes.get(NamespacedName.of(hpa.metadata()));
    return note == null ? "" : note.asText();
  }

  /** A keeper with a saved note about an autoscaler. */
  private CheckpointKeeper saved(Notes notes, HorizontalPodAutoscaler hpa) throws Exception {
    CheckpointKeeper keeper = keeper("first", notes);
    keeper.load(Shard.ONLY);
    keeper.restore(hpa);
    note(notes, hpa, "old");
    keeper.save(Shard.ONLY);
    configMaps.requests();
    return keeper;
  }

  @Test
  void savesEveryIntervalWhenTheStateHasChanged() throws Exception {
    Notes notes = new Notes();
    HorizontalPodAutoscaler web = hpa("web", "u1");
    CheckpointKeeper keeper = saved(notes, web);
    timeline.advance(INTERVAL.multipliedBy(3));
    assertEquals(List.of(), configMaps.requests());
    note(notes, web, "new");
    timeline.advance(INTERVAL);
    assertEquals(List.of("PUT " + NAME), configMaps.requests());
    keeper.close();
    timeline.advance(INTERVAL);
    note(notes, web, "newer");
    timeline.advance(INTERVAL);
    assertEquals(List.of("PUT " + NAME), configMaps.requests(), "the last save, none after it");
  }

  @Test
  void writesNothingBeforeTheFirstReconcile() throws Exception {
    HorizontalPodAutoscaler web = hpa("web", "u1");
    saved(new Notes(), web).close();
    autoscalers.remove(NamespacedName.of(web.metadata()));
    configMaps.requests();
    CheckpointKeeper keeper = keeper("second", new Notes());
    keeper.load(Shard.ONLY);
    timeline.advance(INTERVAL.multipliedBy(2));
    keeper.close();
    assertEquals(List.of("GET " + NAME), configMaps.requests(), "the caches may be empty");
  }

  /** Whatever the order of the shards. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aFaultInTheStateOfAShardDelaysNoOther(int bad) throws Exception {
    Notes notes = new Notes();
    CheckpointKeeper keeper = keeper("first", notes);
    List<String> namespaces = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Shard shard = new Shard(i, 2);
      String namespace =
          IntStream.iterate(0, n -> n + 1)
              .mapToObj(n -> "team-" + n)
              .filter(shard::contains)
              .findFirst()
              .orElseThrow();
      namespaces.add(namespace);
      keeper.load(shard);
      HorizontalPodAutoscaler hpa = hpa(namespace, "web", "u1");
      keeper.restore(hpa);
      note(notes, hpa, "new");
    }
    notes.unsaved = namespaces.get(bad);
    configMaps.requests();
    timeline.advance(INTERVAL);
    assertEquals(List.of("POST lease-state-%d-of-2-0".formatted(1 - bad)), configMaps.requests());
    verify(listener).saved(eq(new Shard(bad, 2)), eq(SaveResult.FAILED), any());
    timeline.advance(INTERVAL.minusSeconds(1));
    notes.unsaved = "";
    timeline.advance(Duration.ofSeconds(1));
    assertEquals(List.of("POST lease-state-%d-of-2-0".formatted(bad)), configMaps.requests());
  }

  @Test
  void restoresAnAutoscalerBeforeItsFirstReconcile() throws Exception {
    HorizontalPodAutoscaler web = hpa("web", "u1");
    saved(new Notes(), web).close();
    Notes notes = new Notes();
    CheckpointKeeper keeper = keeper("second", notes);
    keeper.load(Shard.ONLY);
    assertEquals("", noteOf(notes, web));
    keeper.restore(web);
    assertEquals("old", noteOf(notes, web));
    verify(listener).restored();
  }

  @Test
  void keepsWhatIsNotRestoredYet() throws Exception {
    HorizontalPodAutoscaler web = hpa("web", "u1");
    HorizontalPodAutoscaler api = hpa("api", "u2");
    Notes first = new Notes();
    CheckpointKeeper keeper = saved(first, web);
    note(first, api, "of api");
    keeper.close();
    CheckpointKeeper second = keeper("second", new Notes());
    second.load(Shard.ONLY);
    second.restore(web);
    second.close();
    Notes notes = new Notes();
    CheckpointKeeper third = keeper("third", notes);
    third.load(Shard.ONLY);
    third.restore(api);
    assertEquals("of api", noteOf(notes, api));
  }

  @Test
  void aRecreatedAutoscalerInheritsNothing() throws Exception {
    saved(new Notes(), hpa("web", "u1")).close();
    HorizontalPodAutoscaler recreated = hpa("web", "u9");
    Notes notes = new Notes();
    CheckpointKeeper keeper = keeper("second", notes);
    keeper.load(Shard.ONLY);
    keeper.restore(recreated);
    assertEquals("", noteOf(notes, recreated));
    verify(listener).ignoredAutoscaler("recreated");
  }

  @Test
  void invalidStateOfAnAutoscalerIsIgnored() throws Exception {
    HorizontalPodAutoscaler web = hpa("web", "u1");
    Notes first = new Notes();
    CheckpointKeeper keeper = saved(first, web);
    first.notes.put(NamespacedName.of(web.metadata()), Json.tree("7"));
    keeper.close();
    CheckpointKeeper second = keeper("second", new Notes());
    second.load(Shard.ONLY);
    second.restore(web);
    verify(listener).ignoredAutoscaler("invalid");
    verify(listener, never()).restored();
  }

  @Test
  void aDamagedConfigMapIsIgnoredAndReplaced() throws Exception {
    HorizontalPodAutoscaler web = hpa("web", "u1");
    saved(new Notes(), web).close();
    ObjectNode damaged = configMaps.get(NAME);
    damaged.withObjectProperty("binaryData").put(CheckpointCodec.PAYLOAD, "AAAA");
    configMaps.put(NAME, damaged);
    Notes notes = new Notes();
    CheckpointKeeper keeper = keeper("second", notes);
    keeper.load(Shard.ONLY);
    verify(listener).ignoredCheckpoint("corrupt");
    keeper.restore(web);
    assertEquals("", noteOf(notes, web));
    note(notes, web, "new");
    keeper.save(Shard.ONLY);
    assertEquals(
        Set.of(NamespacedName.of(web.metadata())),
        CheckpointCodec.decode(configMaps.get(NAME), new StateBudget(1 << 26))
            .autoscalers()
            .keySet());
  }

  /** The smallest heap of the presets cannot hold the tree of this text. */
  @Test
  @Tag("security")
  void aConfigMapWhoseStateExplodesIsIgnoredAndReplaced() throws Exception {
    HorizontalPodAutoscaler web = hpa("web", "u1");
    saved(new Notes(), web).close();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      byte[] part = "\"a/b\":{},".repeat(100_000).getBytes(UTF_8);
      out.write('{');
      for (int i = 0; i < 500; i++) {
        out.write(part);
      }
      out.write("\"a/b\":{}}".getBytes(UTF_8));
    }
    ObjectNode bomb = configMaps.get(NAME);
    bomb.withObjectProperty("binaryData")
        .put(CheckpointCodec.PAYLOAD, Base64.getEncoder().encodeToString(bytes.toByteArray()));
    configMaps.put(NAME, bomb);
    Notes notes = new Notes();
    CheckpointKeeper keeper = keeper("second", notes);
    assertEquals(
        1, linesOfLoading(keeper).stream().filter(each -> each.startsWith("WARNING")).count());
    verify(listener).ignoredCheckpoint("corrupt");
    keeper.restore(web);
    note(notes, web, "new");
    keeper.save(Shard.ONLY);
    Notes loaded = new Notes();
    CheckpointKeeper third = keeper("third", loaded);
    third.load(Shard.ONLY);
    third.restore(web);
    assertEquals("new", noteOf(loaded, web), "replaced");
  }

  /** One that fails must not fail at each of its syncs. */
  @Test
  @Tag("security")
  void stateThatCannotBeRestoredIsIgnoredWhateverIsThrown() throws Exception {
    HorizontalPodAutoscaler web = hpa("web", "u1");
    saved(new Notes(), web).close();
    Notes notes = new Notes();
    notes.failure = new ArithmeticException("long overflow");
    CheckpointKeeper keeper = keeper("second", notes);
    keeper.load(Shard.ONLY);
    keeper.restore(web);
    verify(listener).ignoredAutoscaler("invalid");
    keeper.restore(web);
    verify(listener).ignoredAutoscaler("invalid");
  }

  private static List<String> linesOfLoading(CheckpointKeeper keeper) throws Exception {
    try (LogLines lines = LogLines.of(KeptShard.class)) {
      keeper.load(Shard.ONLY);
      return lines.all();
    }
  }

  /** Checkpoints that are not those of this controller, and ConfigMaps that are none. */
  @ParameterizedTest
  @CsvSource({
    "lease, other, foreign",
    "shard, 1 of 2, foreign",
    "part, 1 of 2, foreign",
    "format, 2, format",
    "format, one, corrupt",
    "format, , foreign",
    "epoch, many, corrupt",
    "writtenAt, yesterday, corrupt"
  })
  void otherConfigMapsAreReportedIgnoredAndReplaced(String key, String value, String reason)
      throws Exception {
    HorizontalPodAutoscaler web = hpa("web", "u1");
    saved(new Notes(), web).close();
    ObjectNode other = configMaps.get(NAME);
    ObjectNode data = other.withObjectProperty("data");
    if (value == null) {
      data.remove(key);
    } else {
      data.put(key, value);
    }
    configMaps.put(NAME, other);
    Notes notes = new Notes();
    CheckpointKeeper keeper = keeper("second", notes);
    List<String> lines = linesOfLoading(keeper);
    verify(listener).ignoredCheckpoint(reason);
    String begin =
        "WARNING state of shard 0 of 1: ConfigMap \"system/"
            + NAME
            + "\" is ignored and will be replaced: ";
    assertTrue(lines.stream().anyMatch(each -> each.startsWith(begin)), lines::toString);
    keeper.restore(web);
    assertEquals("", noteOf(notes, web), "ignored");
    verify(listener, never()).restored();
    note(notes, web, "new");
    keeper.save(Shard.ONLY);
    Notes loaded = new Notes();
    CheckpointKeeper third = keeper("third", loaded);
    third.load(Shard.ONLY);
    third.restore(web);
    assertEquals("new", noteOf(loaded, web), "replaced");
  }

  /** A duration of as many years has more nanoseconds than 64 bits hold. */
  @Test
  @Tag("security")
  void aCheckpointOfAnyLaterYearIsRestored() throws Exception {
    HorizontalPodAutoscaler web = hpa("web", "u1");
    saved(new Notes(), web).close();
    ObjectNode ahead = configMaps.get(NAME);
    ahead.withObjectProperty("data").put("writtenAt", "9999-12-31T23:59:59Z");
    configMaps.put(NAME, ahead);
    Notes notes = new Notes();
    CheckpointKeeper keeper = keeper("second", notes);
    keeper.load(Shard.ONLY);
    keeper.restore(web);
    assertEquals("old", noteOf(notes, web));
    assertEquals(timeline.wall(), notes.restoredAt.get());
  }

  @Test
  void aCheckpointOfAClockAheadIsReportedAndRestoredAsOfNow() throws Exception {
    HorizontalPodAutoscaler web = hpa("web", "u1");
    saved(new Notes(), web).close();
    ObjectNode ahead = configMaps.get(NAME);
    Instant later = timeline.wall().plus(Duration.ofHours(2));
    ahead.withObjectProperty("data").put("writtenAt", later.toString());
    configMaps.put(NAME, ahead);
    Notes notes = new Notes();
    CheckpointKeeper keeper = keeper("second", notes);
    List<String> lines = linesOfLoading(keeper);
    assertTrue(
        lines.contains(
            "WARNING state of shard 0 of 1: written 2h0m0s after the time of this replica; times"
                + " after it are set to it; synchronize the clocks of the nodes"),
        lines::toString);
    keeper.restore(web);
    assertEquals(timeline.wall(), notes.restoredAt.get());
    verify(listener, never()).ignoredCheckpoint(anyString());
  }

  @ParameterizedTest
  @CsvSource({
    "403, Forbidden, configmaps is forbidden, FORBIDDEN",
    "403, Forbidden, 'exceeded quota: small', QUOTA",
    "413, RequestEntityTooLarge, too large, TOO_LARGE",
    "500, InternalError, etcd is down, SERVER_ERROR",
    "429, TooManyRequests, slow down, SERVER_ERROR",
    "0, '', connection refused, UNREACHABLE",
    "401, Unauthorized, Unauthorized, FORBIDDEN",
    "422, Invalid, 'data: Too long: must have at most 1048576 bytes', TOO_LARGE",
    "422, Invalid, field is immutable, REJECTED",
    "504, Timeout, request did not complete, UNREACHABLE",
    "409, Conflict, the object has been modified, CONFLICT"
  })
  void failedSavesAreReportedAndRetriedWithBackoff(
      int code, String reason, String message, SaveResult result) throws Exception {
    Notes notes = new Notes();
    HorizontalPodAutoscaler web = hpa("web", "u1");
    saved(notes, web);
    configMaps.faults(
        request -> {
          if (!request.method().equals("GET")) {
            throw FakeConfigMaps.failure(code, reason, message);
          }
        });
    note(notes, web, "new");
    timeline.advance(INTERVAL.multipliedBy(20));
    verify(listener, times(5)).saved(any(), eq(result), any());
    configMaps.faults(request -> {});
    timeline.advance(Duration.ofMinutes(6));
    verify(listener, times(2)).saved(any(), eq(SaveResult.SUCCESS), any());
  }

  @Test
  void aConfigMapEditedByHandIsReplaced() throws Exception {
    Notes notes = new Notes();
    HorizontalPodAutoscaler web = hpa("web", "u1");
    CheckpointKeeper keeper = saved(notes, web);
    configMaps.put(NAME, configMaps.get(NAME));
    note(notes, web, "new");
    keeper.save(Shard.ONLY);
    assertEquals(List.of("PUT " + NAME, "GET " + NAME, "PUT " + NAME), configMaps.requests());
    verify(listener, times(2)).saved(any(), eq(SaveResult.SUCCESS), any());
  }

  @Test
  void aDeletedConfigMapIsCreatedAgain() throws Exception {
    Notes notes = new Notes();
    HorizontalPodAutoscaler web = hpa("web", "u1");
    CheckpointKeeper keeper = saved(notes, web);
    configMaps.delete(NAME);
    note(notes, web, "new");
    keeper.save(Shard.ONLY);
    assertEquals(List.of(NAME), configMaps.names());
  }

  @Test
  void theProcessThatLoadedLastWins() throws Exception {
    Notes notes = new Notes();
    HorizontalPodAutoscaler web = hpa("web", "u1");
    CheckpointKeeper paused = saved(notes, web);
    Notes others = new Notes();
    CheckpointKeeper other = keeper("second", others);
    other.load(Shard.ONLY);
    other.restore(web);
    note(notes, web, "late");
    paused.save(Shard.ONLY);
    note(others, web, "other");
    other.save(Shard.ONLY);
    String written = configMaps.get(NAME).path("data").path("writer").asText();
    assertEquals("second", written, "the paused process wrote after the other one had loaded");
    note(notes, web, "later");
    paused.save(Shard.ONLY);
    verify(listener).saved(any(), eq(SaveResult.SUPERSEDED), any());
    assertEquals("second", configMaps.get(NAME).path("data").path("writer").asText());
  }

  @Test
  void nothingIsWrittenWithoutTheLease() throws Exception {
    Notes notes = new Notes();
    HorizontalPodAutoscaler web = hpa("web", "u1");
    CheckpointKeeper keeper = saved(notes, web);
    note(notes, web, "new");
    fence.set(Duration.ZERO);
    timeline.advance(INTERVAL);
    keeper.save(Shard.ONLY);
    keeper.close();
    assertEquals(List.of(), configMaps.requests());
  }

  @Test
  void loadRetriesForTenSecondsThenStartsWithout() throws Exception {
    HorizontalPodAutoscaler web = hpa("web", "u1");
    saved(new Notes(), web).close();
    configMaps.faults(
        request -> {
          throw FakeConfigMaps.failure(503, "ServiceUnavailable", "no");
        });
    Notes notes = new Notes();
    CheckpointKeeper keeper = keeper("second", notes);
    Thread loading =
        Thread.startVirtualThread(
            () -> {
              try {
                keeper.load(Shard.ONLY);
              } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
              }
            });
    Instant begun = timeline.now();
    while (loading.isAlive()) {
      Instant due = timeline.nextDue();
      if (due != null && due.isBefore(timeline.now().plusSeconds(2))) {
        timeline.advance(Duration.between(timeline.now(), due));
      }
      loading.join(Duration.ofMillis(1));
    }
    assertEquals(Duration.ofSeconds(10), Duration.between(begun, timeline.now()));
    verify(listener).ignoredCheckpoint("unavailable");
    configMaps.faults(request -> {});
    keeper.restore(web);
    note(notes, web, "new");
    keeper.save(Shard.ONLY);
    assertEquals("second", configMaps.get(NAME).path("data").path("writer").asText());
    assertEquals("2", configMaps.get(NAME).path("data").path("epoch").asText());
  }

  @Test
  void aForbiddenLoadIsNotRetried() throws Exception {
    configMaps.faults(
        request -> {
          throw FakeConfigMaps.failure(403, "Forbidden", "no");
        });
    keeper("first", new Notes()).load(Shard.ONLY);
    assertEquals(List.of("GET " + NAME), configMaps.requests());
  }

  @Test
  void dividesALargeStateIntoConfigMapsBelowTheLimit() throws Exception {
    Notes notes = new Notes();
    CheckpointKeeper keeper = keeper("first", notes);
    keeper.load(Shard.ONLY);
    Random random = new Random(5);
    StringBuilder noise = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      HorizontalPodAutoscaler hpa = hpa("web-" + i, "u" + i);
      keeper.restore(hpa);
      noise.setLength(0);
      random.ints(4000, 'a', 'z' + 1).forEach(each -> noise.append((char) each));
      note(notes, hpa, noise.toString());
    }
    keeper.save(Shard.ONLY);
    assertTrue(configMaps.names().size() > 2, configMaps.names()::toString);
    int restored = 0;
    for (String name : configMaps.names()) {
      ObjectNode configMap = configMaps.get(name);
      restored += CheckpointCodec.decode(configMap, new StateBudget(1 << 26)).autoscalers().size();
      assertTrue(
          configMap.path("binaryData").toString().length() < 1 << 20,
          "an API server accepts 1 MiB");
    }
    assertEquals(500, restored);
    configMaps.requests();
    note(notes, hpa("web-7", "u7"), "changed");
    keeper.save(Shard.ONLY);
    assertEquals(1, configMaps.requests().size(), "only the ConfigMap that has changed");
    Notes loaded = new Notes();
    CheckpointKeeper second = keeper("second", loaded);
    second.load(Shard.ONLY);
    HorizontalPodAutoscaler last = hpa("web-7", "u7");
    second.restore(last);
    assertEquals("changed", noteOf(loaded, last));
  }

  @Test
  void aConfigMapThatTheServerRefusesAsTooLargeIsDivided() throws Exception {
    Notes notes = new Notes();
    CheckpointKeeper keeper = keeper("first", notes);
    keeper.load(Shard.ONLY);
    Random random = new Random(6);
    for (int i = 0; i < 200; i++) {
      HorizontalPodAutoscaler hpa = hpa("web-" + i, "u" + i);
      keeper.restore(hpa);
      StringBuilder noise = new StringBuilder();
      random.ints(1000, 'a', 'z' + 1).forEach(each -> noise.append((char) each));
      note(notes, hpa, noise.toString());
    }
    configMaps.faults(
        request -> {
          if (request.body() != null && request.body().length > 100_000) {
            throw FakeConfigMaps.failure(413, "RequestEntityTooLarge", "too large");
          }
        });
    timeline.advance(Duration.ofMinutes(30));
    verify(listener, atLeastOnce()).saved(any(), eq(SaveResult.TOO_LARGE), any());
    verify(listener).saved(any(), eq(SaveResult.SUCCESS), any());
  }

  /** Text of a random content, which takes four fifths of a byte for each character. */
  private static String noise(Random random, int length) {
    StringBuilder noise = new StringBuilder(length);
    random
        .ints(length, '0', 'z' + 1)
        .forEach(each -> noise.append(each == '\\' ? '~' : (char) each));
    return noise.toString();
  }

  @Test
  @Tag("security")
  void stateThatNoConfigMapHoldsCostsNoOtherItsState() throws Exception {
    Notes notes = new Notes();
    HorizontalPodAutoscaler web = hpa("web", "u1");
    CheckpointKeeper keeper = keeper("first", notes);
    keeper.load(Shard.ONLY);
    keeper.restore(web);
    configMaps.requests();
    note(notes, web, "saved");
    Random random = new Random(7);
    for (int i = 0; i < 28; i++) {
      note(notes, hpa("huge-" + i, "u-" + i), noise(random, 900_000));
    }
    keeper.save(Shard.ONLY);
    assertEquals(List.of("POST " + NAME), configMaps.requests());
    assertEquals(
        Set.of(NamespacedName.of(web.metadata())),
        CheckpointCodec.decode(configMaps.get(NAME), new StateBudget(1 << 26))
            .autoscalers()
            .keySet());
  }

  @Test
  @Tag("security")
  void autoscalersWhoseNamesHaveTheSameHashCodeAreDivided() throws Exception {
    Notes notes = new Notes();
    CheckpointKeeper keeper = keeper("first", notes);
    keeper.load(Shard.ONLY);
    Random random = new Random(8);
    for (String name : List.of("an", "c0")) {
      HorizontalPodAutoscaler hpa = hpa(name, "u-" + name);
      keeper.restore(hpa);
      note(notes, hpa, noise(random, 450_000));
    }
    configMaps.requests();
    keeper.save(Shard.ONLY);
    assertEquals(List.of("POST " + NAME, "POST " + SECOND), configMaps.requests());
  }

  private static final String SECOND = "lease-state-0-of-1-1";
  private static final String THIRD = "lease-state-0-of-1-2";

  /** A keeper with notes about 3 autoscalers, each in a ConfigMap. */
  private CheckpointKeeper divided(Notes notes) throws Exception {
    CheckpointKeeper keeper = keeper("first", notes);
    keeper.load(Shard.ONLY);
    Random random = new Random(9);
    for (String name : List.of("a", "b", "c")) {
      HorizontalPodAutoscaler hpa = hpa(name, "u-" + name);
      keeper.restore(hpa);
      note(notes, hpa, noise(random, 450_000));
    }
    configMaps.requests();
    return keeper;
  }

  @Test
  @Tag("security")
  void aRejectedConfigMapDoesNotKeepTheOthersFromBeingSaved() throws Exception {
    CheckpointKeeper keeper = divided(new Notes());
    configMaps.faults(
        request -> {
          if (request.body() != null && new String(request.body(), UTF_8).contains(SECOND)) {
            throw FakeConfigMaps.failure(422, "Invalid", "no");
          }
        });
    keeper.save(Shard.ONLY);
    assertEquals(List.of(NAME, THIRD), configMaps.names());
    verify(listener).saved(any(), eq(SaveResult.REJECTED), any());
    Notes loaded = new Notes();
    CheckpointKeeper second = keeper("second", loaded);
    second.load(Shard.ONLY);
    long restored =
        Stream.of("a", "b", "c")
            .map(name -> hpa(name, "u-" + name))
            .peek(second::restore)
            .filter(hpa -> !noteOf(loaded, hpa).isEmpty())
            .count();
    assertEquals(2, restored);
  }

  @Test
  void anUnreachableServerEndsASave() throws Exception {
    CheckpointKeeper keeper = divided(new Notes());
    configMaps.faults(
        request -> {
          throw FakeConfigMaps.failure(0, "", "connection refused");
        });
    keeper.save(Shard.ONLY);
    assertEquals(List.of("POST " + NAME), configMaps.requests());
  }

  @Test
  @Tag("security")
  void aSlowServerGetsTheOtherConfigMapsWithTheNextSave() throws Exception {
    Notes notes = new Notes();
    CheckpointKeeper keeper = divided(notes);
    keeper.save(Shard.ONLY);
    configMaps.requests();
    configMaps.faults(request -> timeline.advance(Duration.ofSeconds(12)));
    for (List<String> expected :
        List.of(
            List.of("PUT " + NAME, "PUT " + SECOND),
            List.of("PUT " + THIRD, "PUT " + NAME),
            List.of("PUT " + SECOND, "PUT " + THIRD))) {
      Random random = new Random(expected.hashCode());
      notes.notes.replaceAll(
          (key, note) -> JsonNodeFactory.instance.textNode(noise(random, 450_000)));
      keeper.save(Shard.ONLY);
      assertEquals(expected, configMaps.requests());
    }
    verify(listener, times(3)).saved(any(), eq(SaveResult.UNREACHABLE), any());
  }

  /** A state that was large once does not delay each start. */
  @Test
  @Tag("security")
  void readsOnlyTheConfigMapsThatTheStateNeeds() throws Exception {
    Notes notes = new Notes();
    CheckpointKeeper keeper = divided(notes);
    keeper.save(Shard.ONLY);
    assertEquals(List.of(NAME, SECOND, THIRD), configMaps.names());
    notes.notes.values().retainAll(List.of(notes.notes.get(kept(SECOND))));
    keeper.save(Shard.ONLY);
    configMaps.requests();
    keeper("second", new Notes()).load(Shard.ONLY);
    assertEquals(List.of("GET " + NAME, "GET " + SECOND), configMaps.requests());
  }

  /** The only autoscaler of a ConfigMap. */
  private NamespacedName kept(String configMap) throws Exception {
    return CheckpointCodec.decode(configMaps.get(configMap), new StateBudget(1 << 26))
        .autoscalers()
        .firstKey();
  }

  /** Until the others are divided they have what the new ones have. */
  @Test
  void aCrashWhileTheStateIsDividedLosesNothing() throws Exception {
    Notes notes = new Notes();
    CheckpointKeeper keeper = divided(notes);
    keeper.save(Shard.ONLY);
    HorizontalPodAutoscaler more = hpa("more", "u-more");
    note(notes, more, noise(new Random(10), 450_000));
    List<String> written = new ArrayList<>();
    configMaps.faults(
        request -> {
          if (!request.method().equals("GET")) {
            if (written.size() == 1) {
              throw FakeConfigMaps.failure(0, "", "crashed");
            }
            written.add(request.path());
          }
        });
    keeper.save(Shard.ONLY);
    configMaps.faults(request -> {});
    Notes loaded = new Notes();
    CheckpointKeeper second = keeper("second", loaded);
    second.load(Shard.ONLY);
    for (String name : List.of("a", "b", "c")) {
      HorizontalPodAutoscaler hpa = hpa(name, "u-" + name);
      second.restore(hpa);
      assertFalse(noteOf(loaded, hpa).isEmpty(), name);
    }
  }

  @Test
  void releasesAShardWithItsState() throws Exception {
    Shard shard = Shard.of("shop", 3);
    Notes notes = new Notes();
    HorizontalPodAutoscaler web = hpa("web", "u1");
    CheckpointKeeper keeper = keeper("first", notes);
    keeper.load(shard);
    keeper.restore(web);
    note(notes, web, "of the shard");
    keeper.release(shard);
    configMaps.requests();
    note(notes, web, "after it");
    timeline.advance(INTERVAL);
    keeper.close();
    assertEquals(List.of(), configMaps.requests());
    Notes others = new Notes();
    CheckpointKeeper other = keeper("second", others);
    other.load(shard);
    other.restore(web);
    assertEquals("of the shard", noteOf(others, web));
    verify(listener, never()).ignoredCheckpoint(anyString());
  }

  @Test
  void theConfigMapSaysWhatItIs() throws Exception {
    saved(new Notes(), hpa("web", "u1"));
    JsonNode configMap = configMaps.get(NAME);
    assertEquals("system", configMap.at("/metadata/namespace").asText());
    assertEquals(
        "hpa-controller",
        configMap.at("/metadata/labels").path("app.kubernetes.io/managed-by").asText());
    assertEquals("1", configMap.at("/data/autoscalers").asText());
    assertEquals("first", configMap.at("/data/writer").asText());
    assertFalse(configMap.at("/binaryData").isEmpty());
    assertNotEquals("", configMap.at("/data/description").asText());
  }
}
