package dev.hpa.dashboard;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.explain.JsonBytes;
import dev.hpa.controller.history.AutoscalerHistory;
import dev.hpa.controller.history.DecisionHistory;
import dev.hpa.controller.history.KeptTrace;
import dev.hpa.controller.history.RecordedEvent;
import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.InspectionLimitException;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dashboard of a controller: a page and a JSON API, as functions of a path and a query. Writes
 * nothing. Thread-safe; explanations of the current state block while they read metrics.
 */
public final class Dashboard implements AutoCloseable {

  /** The path of the page. */
  public static final String ROOT = "/dashboard/";

  /** The path prefix of the JSON API, whose responses are computed. */
  public static final String API = ROOT + "api";

  /** The response headers: nothing but the files of the page is loaded or executed. */
  public static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
              "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                  + " img-src 'self' data:; base-uri 'none'; form-action 'none';"
                  + " frame-ancestors 'none'",
          "Referrer-Policy", "no-referrer",
          "Cross-Origin-Opener-Policy", "same-origin",
          "Cross-Origin-Resource-Policy", "same-origin");

  private static final Logger LOG = LoggerFactory.getLogger(Dashboard.class);
  private static final String AUTOSCALERS = "api/autoscalers";

  private final AutoscalerSource autoscalers;
  private final DecisionHistory history;
  private final DashboardOptions options;
  private final ClusterEvents events;
  private final Supplier<Instant> now;
  private final WhatIf comparison;
  private final ReplayThreads replays = new ReplayThreads();
  private final ReentrantLock computing = new ReentrantLock(true);
  private final RowJson rows;
  private final ChangeFeed feed;
  private final PageFiles files = new PageFiles();

  /**
   * @param history records the loop of the controller
   * @param pace real time; stays open
   * @param clock the time of the controller
   */
  public Dashboard(
      Components controller,
      DecisionHistory history,
      DashboardOptions options,
      ClusterEvents events,
      Timeline pace,
      Timeline clock) {
    this(AutoscalerSource.of(controller), history, options, events, pace, clock::wall);
  }

  Dashboard(
      AutoscalerSource autoscalers,
      DecisionHistory history,
      DashboardOptions options,
      ClusterEvents events,
      Timeline pace,
      Supplier<Instant> now) {
    this.autoscalers = autoscalers;
    this.history = history;
    this.options = options;
    this.events = events;
    this.now = now;
    this.comparison =
        new WhatIf(autoscalers::options, options.settings(), options.syncPeriod(), pace::now);
    this.rows = new RowJson(history, autoscalers::foreignScale);
    this.feed = new ChangeFeed(pace, this::changes);
    history.onChange(feed::changed);
  }

  /**
   * Answers a GET request.
   *
   * @param path that starts with {@code /dashboard}, as it was sent
   * @param query all values of each parameter
   * @param peer the address of the client, by which those that follow changes are limited
   */
  public DashboardResponse answer(String path, Map<String, List<String>> query, String peer) {
    if (!path.startsWith(ROOT)) {
      return new DashboardResponse.Redirect("dashboard/");
    }
    String name = path.substring(ROOT.length());
    if (name.equals("api/changes")) {
      ChangeStream stream = feed.open(peer);
      return stream == null
          ? DashboardResponse.error(503, "changes: too many clients; close other pages")
          : new DashboardResponse.Events(stream);
    }
    if (name.equals(AUTOSCALERS)) {
      return computed(
          () -> DashboardResponse.json(fleet(MemoryPool.ofHeap().size(MemoryPart.PORT) / 2)));
    }
    if (name.startsWith(AUTOSCALERS + "/")) {
      return autoscaler(name.substring(AUTOSCALERS.length() + 1).split("/", -1), query);
    }
    DashboardResponse file = files.get(name);
    return file == null ? DashboardResponse.error(404, "\"" + name + "\": not found") : file;
  }

  /**
   * The list of all.
   *
   * @param room in bytes, beyond which rows only count their metrics
   */
  byte[] fleet(long room) {
    return JsonBytes.of((out, written) -> fleet(out, () -> written.getAsInt() < room));
  }

  private void fleet(JsonGenerator out, BooleanSupplier hasRoom) throws IOException {
    out.writeStartObject();
    out.writeNumberField("time", now.get().toEpochMilli());
    out.writeStringField("server", options.server());
    out.writeBooleanField("shadow", options.mode() != ControllerMode.ACTIVE);
    out.writeBooleanField("standby", !options.leading().getAsBoolean());
    out.writeNumberField("period", options.syncPeriod().toMillis());
    out.writeNumberField("history", history.kept().toMillis());
    out.writeNumberField("historyBytes", history.bytes());
    out.writeArrayFieldStart("rows");
    for (HorizontalPodAutoscaler hpa : autoscalers.all()) {
      out.writeTree(hasRoom.getAsBoolean() ? rows.of(hpa) : RowJson.brief(hpa));
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  /** The content of an event for the first of some autoscalers, as many as fit. */
  ChangeFeed.Changes changes(List<NamespacedName> keys) throws InterruptedException {
    computing.lockInterruptibly();
    try {
      ObjectNode changes = JsonNodeFactory.instance.objectNode();
      changes.put("time", now.get().toEpochMilli());
      ArrayNode changed = changes.putArray("rows");
      ArrayNode gone = changes.putArray("gone");
      int bytes = 0;
      int taken = 0;
      while (taken < keys.size() && bytes < Limit.FEED_EVENT_BYTES.asInt()) {
        NamespacedName key = keys.get(taken);
        HorizontalPodAutoscaler hpa = autoscalers.get(key);
        JsonNode added = hpa == null ? gone.textNode(key.toString()) : rows.of(hpa);
        (hpa == null ? gone : changed).add(added);
        bytes += JsonBytes.of(added).length;
        taken++;
      }
      return new ChangeFeed.Changes(JsonBytes.of(changes), taken);
    } finally {
      computing.unlock();
    }
  }

  private DashboardResponse autoscaler(String[] segments, Map<String, List<String>> query) {
    String part = segments.length == 3 ? segments[2] : "";
    if (segments.length != 2 && !part.equals("trace") && !part.equals("what-if")) {
      return DashboardResponse.error(404, "\"" + String.join("/", segments) + "\": not found");
    }
    NamespacedName key = new NamespacedName(decoded(segments[0]), decoded(segments[1]));
    HorizontalPodAutoscaler hpa = autoscalers.get(key);
    if (hpa == null) {
      return DashboardResponse.error(
          404, "HPA \"" + key + "\": not found; it may have been deleted");
    }
    try {
      return switch (part) {
        case "trace" -> trace(key, query.get("at"));
        case "what-if" -> replays.answer(() -> whatIf(key, hpa, query.get("change")));
        default -> detail(key, hpa);
      };
    } catch (InspectionLimitException busy) {
      return DashboardResponse.busy(String.valueOf(busy.getMessage()), busy.retryAfter());
    } catch (RuntimeException failure) {
      LOG.warn("{}: cannot be shown", key, failure);
      return DashboardResponse.error(
          500, "HPA \"" + key + "\": cannot be shown; the log has the reason");
    }
  }

  private static String decoded(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return segment;
    }
  }

  private DashboardResponse detail(NamespacedName key, HorizontalPodAutoscaler hpa) {
    List<RecordedEvent> ofCluster = events.of(key);
    return computed(() -> detail(key, hpa, ofCluster));
  }

  private DashboardResponse detail(
      NamespacedName key, HorizontalPodAutoscaler hpa, List<RecordedEvent> ofCluster) {
    AutoscalerHistory known = history.of(key);
    List<RecordedEvent> all = new ArrayList<>(known == null ? List.of() : known.events());
    all.addAll(ofCluster);
    all.sort(Comparator.comparing(RecordedEvent::last));
    ObjectNode detail = DetailJson.of(hpa, rows.of(hpa), known, all);
    detail.put("time", now.get().toEpochMilli());
    detail.put("downscaleStabilization", options.settings().downscaleStabilization().toSeconds());
    return DashboardResponse.json(
        detail.put("ignoresOptions", options.mode() == ControllerMode.SHADOW));
  }

  private DashboardResponse trace(NamespacedName key, @Nullable List<String> at) {
    if (at == null || at.getFirst().equals("now")) {
      byte[] explanation = autoscalers.explain(key);
      return explanation == null
          ? DashboardResponse.error(404, "HPA \"" + key + "\": not found")
          : DashboardResponse.json(explanation);
    }
    long millis;
    try {
      millis = Long.parseLong(at.getFirst());
    } catch (NumberFormatException malformed) {
      return DashboardResponse.error(
          400, "at: \"" + at.getFirst() + "\" is not a time; use milliseconds or now");
    }
    return computed(() -> keptTrace(key, millis));
  }

  private DashboardResponse keptTrace(NamespacedName key, long millis) {
    KeptTrace trace = history.trace(key, Instant.ofEpochMilli(millis));
    return trace == null
        ? DashboardResponse.error(
            404, "at: \"" + millis + "\" is no sync that is kept; choose a later one")
        : DashboardResponse.json(DetailJson.trace(trace));
  }

  /** Computes one at a time, however many readers there are: a response may take MBs. */
  private DashboardResponse computed(Supplier<DashboardResponse> response) {
    try {
      computing.lockInterruptibly();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return DashboardResponse.error(503, "the server shuts down");
    }
    try {
      return response.get();
    } finally {
      computing.unlock();
    }
  }

  private DashboardResponse whatIf(
      NamespacedName key, HorizontalPodAutoscaler hpa, @Nullable List<String> change) {
    AutoscalerHistory known = history.of(key);
    if (known == null) {
      return DashboardResponse.error(
          409, "history: no sync is recorded; wait for %d".formatted(RecordedLoad.FEWEST));
    }
    JsonNode wanted;
    try {
      wanted = Json.tree(change == null ? "{}" : change.getFirst());
    } catch (RuntimeException malformed) {
      return DashboardResponse.error(400, "change: it is not JSON; send an object");
    }
    try {
      return DashboardResponse.json(comparison.compare(hpa, known, wanted));
    } catch (IllegalArgumentException problem) {
      return DashboardResponse.error(422, String.valueOf(problem.getMessage()));
    }
  }

  /** Ends the streams of all clients. */
  @Override
  public void close() {
    feed.close();
  }
}
