package dev.hpa.sandbox.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.store.Snapshot;
import dev.hpa.sandbox.store.StoredObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One watch: the objects at its start where the client wants them, then every change that concerns
 * it, until the time the client asked for is over or the client has fallen behind the log.
 */
final class Watch implements Answer.Writer {

  private static final Duration BOOKMARK_PERIOD = Duration.ofMinutes(1);
  private static final long DEFAULT_TIMEOUT_SECONDS = 1800;

  private final Cluster cluster;
  private final Target target;
  private final Filter filter;
  private final EventForm form;
  private final boolean bookmarks;
  private final boolean markInitial;
  private final List<StoredObject> initial;
  private final long from;
  private final long timeoutSeconds;

  private Watch(
      Cluster cluster,
      Target target,
      Filter filter,
      EventForm form,
      boolean bookmarks,
      boolean markInitial,
      List<StoredObject> initial,
      long from,
      long timeoutSeconds) {
    this.cluster = cluster;
    this.target = target;
    this.filter = filter;
    this.form = form;
    this.bookmarks = bookmarks;
    this.markInitial = markInitial;
    this.initial = initial;
    this.from = from;
    this.timeoutSeconds = timeoutSeconds;
  }

  /** How a change is written: plain objects or tables. */
  interface EventForm {
    byte[] event(String type, StoredObject object);
  }

  static Watch open(Cluster cluster, Call call, Target target, EventForm form) {
    String asked = call.parameter("resourceVersion");
    boolean sendInitial =
        call.flag("sendInitialEvents") && call.query().containsKey("sendInitialEvents");
    checkParameters(call, sendInitial);
    Filter filter = Filter.of(call, target).named(target.type(), target.name());
    long revision = Lists.revision(asked);
    boolean withState =
        sendInitial || (revision == 0 && !call.query().containsKey("sendInitialEvents"));
    boolean bookmarks =
        call.flag("allowWatchBookmarks") && call.query().containsKey("allowWatchBookmarks");
    Snapshot snapshot =
        cluster
            .objects(target.type())
            .snapshot(target.namespace(), o -> withState && filter.matches(o));
    return new Watch(
        cluster,
        target,
        filter,
        form,
        bookmarks,
        bookmarks && (sendInitial || "0".equals(asked)),
        snapshot.objects(),
        withState ? snapshot.revision() : revision,
        timeout(call));
  }

  private static void checkParameters(Call call, boolean sendInitial) {
    String match = call.parameter("resourceVersionMatch");
    if (call.query().containsKey("sendInitialEvents")) {
      if (!"NotOlderThan".equals(match)) {
        throw Lists.forbidden(
            "resourceVersionMatch",
            "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
      }
      if (sendInitial && !call.flag("allowWatchBookmarks")) {
        throw Lists.forbidden(
            "allowWatchBookmarks",
            "sendInitialEvents requires setting allowWatchBookmarks to true");
      }
    } else if (match != null) {
      throw Lists.forbidden(
          "resourceVersionMatch",
          "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
    }
  }

  private static long timeout(Call call) {
    String seconds = call.parameter("timeoutSeconds");
    try {
      long value = seconds == null ? 0 : Long.parseLong(seconds);
      return value > 0 ? value : DEFAULT_TIMEOUT_SECONDS;
    } catch (NumberFormatException failure) {
      throw StatusException.badRequest("timeoutSeconds: \"" + seconds + "\" is not a number");
    }
  }

  @Override
  public void writeTo(OutputStream out) throws IOException, InterruptedException {
    ResourceStore.Reader reader = cluster.objects(target.type()).reader(from);
    AtomicBoolean bookmarkDue = new AtomicBoolean();
    Timeline timeline = cluster.timeline();
    Timeline.Scheduled end = timeline.schedule(Duration.ofSeconds(timeoutSeconds), reader::stop);
    Timeline.Scheduled marks =
        timeline.every(
            BOOKMARK_PERIOD,
            () -> {
              if (bookmarks) {
                bookmarkDue.set(true);
                reader.nudge();
              }
            });
    try {
      writeInitial(out);
      follow(reader, bookmarkDue, out);
    } finally {
      end.cancel();
      marks.cancel();
    }
  }

  private void writeInitial(OutputStream out) throws IOException {
    ByteArrayOutputStream batch = new ByteArrayOutputStream(8192);
    for (StoredObject object : initial) {
      batch.writeBytes(form.event("ADDED", object));
      if (batch.size() > 256 * 1024) {
        batch.writeTo(out);
        batch.reset();
      }
    }
    if (markInitial) {
      batch.writeBytes(bookmark(from, true));
    }
    batch.writeTo(out);
    out.flush();
  }

  private void follow(ResourceStore.Reader reader, AtomicBoolean bookmarkDue, OutputStream out)
      throws IOException, InterruptedException {
    long seen = from;
    while (!reader.isStopped()) {
      List<Change> changes = reader.next();
      if (changes == null) {
        out.write(expired(seen));
        return;
      }
      ByteArrayOutputStream batch = new ByteArrayOutputStream(4096);
      for (Change change : changes) {
        byte[] event = event(change);
        if (event != null) {
          batch.writeBytes(event);
        }
        seen = change.revision();
      }
      if (bookmarkDue.getAndSet(false)) {
        batch.writeBytes(bookmark(Math.max(seen, from), false));
      }
      if (batch.size() > 0) {
        batch.writeTo(out);
        out.flush();
      }
    }
  }

  /**
   * An object that comes to match appears, one that ceases to match is gone, as far as this watch
   * is concerned.
   */
  private byte @Nullable [] event(Change change) {
    boolean was = change.before() != null && filter.matches(change.before());
    boolean is = change.after() != null && filter.matches(change.after());
    if (is) {
      return form.event(was ? "MODIFIED" : "ADDED", change.last());
    }
    return was ? form.event("DELETED", change.last()) : null;
  }

  private byte[] bookmark(long revision, boolean endOfInitial) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", target.type().kind()).put("apiVersion", target.apiVersion());
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("resourceVersion", Long.toString(revision));
    if (endOfInitial) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    return line("BOOKMARK", Json.write(object));
  }

  private byte[] expired(long asked) {
    long oldest = cluster.objects(target.type()).forgottenRevision();
    return line(
        "ERROR",
        Json.write(
            StatusException.expired("too old resource version: " + asked + " (" + oldest + ")")
                .status()));
  }

  /** A frame of a JSON watch: one line. */
  static byte[] line(String type, byte[] object) {
    byte[] head = ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.UTF_8);
    byte[] line = new byte[head.length + object.length + 2];
    System.arraycopy(head, 0, line, 0, head.length);
    System.arraycopy(object, 0, line, head.length, object.length);
    line[line.length - 2] = '}';
    line[line.length - 1] = '\n';
    return line;
  }
}
