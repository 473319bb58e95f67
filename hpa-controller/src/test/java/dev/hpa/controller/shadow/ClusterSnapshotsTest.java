package dev.hpa.controller.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.cache.CachedPod;
import dev.hpa.controller.cache.PodDecoder;
import dev.hpa.controller.cache.PodIndex;
import dev.hpa.core.Planner;
import dev.hpa.core.Situation;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricReading.PodValues;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A StatefulSet creates a pod again under its name within seconds of a sync. */
class ClusterSnapshotsTest {

  private static final Duration MOMENT = Duration.ofMillis(100);

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final PodIndex pods = new PodIndex();
  private final PodDecoder decoder = new PodDecoder();
  private final ClusterSnapshots views;

  ClusterSnapshotsTest() {
    PodChangeLog changes = new PodChangeLog(pods, Duration.ofMinutes(1), timeline::now, 1L << 40);
    pods.onChange(changes);
    views = new ClusterSnapshots(changes);
    put("db-0", "u0", "Running", "");
    put("db-1", "u1", "Running", "");
    put("db-2", "u2", "Running", "");
    timeline.advance(Duration.ofMinutes(1));
  }

  @AfterEach
  void close() {
    timeline.close();
  }

  /**
   * A pod as the watch delivers it.
   *
   * @param deletion its deletion timestamp; empty for none
   */
  private void put(String name, String uid, String phase, String deletion) {
    timeline.advance(MOMENT);
    String json =
        """
        {"metadata": {"namespace": "shop", "name": "%s", "uid": "%s", "labels": {"app": "db"}%s},
         "status": {"phase": "%s"}}\
        """
            .formatted(
                name,
                uid,
                deletion.isEmpty() ? "" : ", \"deletionTimestamp\": \"" + deletion + "\"",
                phase);
    try (JsonParser in = new JsonFactory().createParser(json)) {
      in.nextToken();
      pods.put(decoder.read(in));
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private void terminate(String name, String uid) {
    put(name, uid, "Running", "2026-01-01T00:01:00Z");
  }

  private void remove(String name) {
    timeline.advance(MOMENT);
    pods.remove(new NamespacedName("shop", name));
  }

  private static HorizontalPodAutoscaler hpa(String status) {
    return HpaVersion.V2.decode(
        """
        {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
         "metadata": {"name": "db", "namespace": "shop"},
         "spec": {"maxReplicas": 20,
          "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "db"},
          "metrics": [{"type": "Resource",
           "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 50}}}]},
         "status": {%s}}
        """
            .formatted(status));
  }

  private Situation situation() {
    Scale scale = new Scale("shop", "db", null, "1", 3, 3, "app=db");
    return Situation.of(
        hpa(""),
        scale,
        Planner.plan(hpa(""), scale, Settings.DEFAULTS),
        new Selection(
            pods.select("shop", Selector.parse("app=db")).stream().map(CachedPod::pod).toList(),
            List.of()),
        List.of(PodValues.of(List.of())),
        History.EMPTY,
        Settings.DEFAULTS,
        timeline.wall());
  }

  /** The pods of each view before a scale event whose status arrives now. */
  private Set<String> beforeScaleTo(int replicas) {
    timeline.advance(MOMENT);
    String scaled = "\"lastScaleTime\": \"2026-01-01T00:01:00Z\", ";
    StatusWrite write =
        new StatusWrite(
            hpa("\"currentReplicas\": 3, \"desiredReplicas\": 3"),
            hpa(scaled + "\"currentReplicas\": 3, \"desiredReplicas\": " + replicas),
            timeline.now(),
            false);
    return views.before(write, situation(), timeline.now()).stream()
        .map(ClusterSnapshotsTest::text)
        .collect(Collectors.toSet());
  }

  /** The numbers of the pods: those that terminate with a minus, pending ones with a plus. */
  private static String text(ClusterSnapshot view) {
    return view.pods().stream()
        .map(
            pod ->
                pod.name().substring(3)
                    + (pod.deleted() ? "-" : "")
                    + (pod.phase() == Pod.Phase.PENDING ? "+" : ""))
        .collect(Collectors.joining(" "));
  }

  /** The sync precedes the new pod; the change of another pod arrives late. */
  @Test
  void aPodBeforeItIsReplacedCountsWithLaterStatesOfOthers() {
    remove("db-0");
    put("db-0", "u0-new", "Pending", "");
    put("db-1", "u1", "Pending", "");
    put("db-3", "u3", "Pending", "");
    Set<String> found = beforeScaleTo(4);
    assertTrue(found.contains("0 1+ 2"), () -> "" + found);
    assertTrue(found.contains("0+ 1+ 2"), () -> "the sync may follow the new pod too: " + found);
  }

  /** A scale-up deletes nothing: what terminates has another reason, and is no longer counted. */
  @Test
  void aScaleUpRestoresNoPod() {
    terminate("db-0", "u0");
    put("db-1", "u1", "Pending", "");
    put("db-3", "u3", "Pending", "");
    Set<String> found = beforeScaleTo(4);
    assertTrue(found.contains("0- 1+ 2"), () -> "" + found);
    remove("db-0");
    assertTrue(beforeScaleTo(4).contains("1+ 2"));
  }

  @Test
  void aScaleDownMayHaveDeletedWhatIsGone() {
    terminate("db-2", "u2");
    put("db-1", "u1", "Pending", "");
    remove("db-2");
    Set<String> found = beforeScaleTo(2);
    assertTrue(found.containsAll(Set.of("0 1 2", "0 1+ 2")), () -> "" + found);
  }

  /** The spec has changed after the other event, so that the next sync follows at once. */
  @Test
  void whatAnotherScaleEventShortlyBeforeChangedIsNotUndone() {
    terminate("db-2", "u2");
    put("db-3", "u3", "Pending", "");
    Set<String> down = beforeScaleTo(2);
    assertTrue(down.containsAll(Set.of("0 1 2", "0 1 2- 3+")), () -> "" + down);
    Set<String> up = beforeScaleTo(5);
    assertTrue(up.contains("0 1 2- 3+"), () -> "" + up);
  }

  @Test
  void eachOfTwoReplacedPodsMayPrecedeTheSync() {
    remove("db-0");
    put("db-0", "u0-new", "Pending", "");
    remove("db-1");
    put("db-1", "u1-new", "Pending", "");
    Set<String> found = beforeScaleTo(4);
    assertTrue(found.containsAll(Set.of("0 1 2", "0+ 1 2", "0+ 1+ 2")), () -> "" + found);
  }

  @Test
  void aReplacedPodIsDeleted() {
    ClusterSnapshot before = new ClusterSnapshot(situation().pods(), 3, timeline.wall());
    remove("db-0");
    put("db-0", "u0-new", "Pending", "");
    terminate("db-1", "u1");
    assertEquals(Set.of("db-0", "db-1"), ClusterSnapshots.deleted(before, situation()));
  }
}
