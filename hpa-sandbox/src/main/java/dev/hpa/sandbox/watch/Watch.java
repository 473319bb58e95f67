package dev.hpa.sandbox.watch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.store.Snapshot;
import dev.hpa.sandbox.store.StoredObject;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A watch: optionally the initial objects, then every matching change, until the timeout of the
 * request or until the client falls behind the log.
 */
public final class Watch implements ApiResponse.Writer {

  private static final Duration BOOKMARK_PERIOD = Duration.ofMinutes(1);
  private static final Duration LAST_BOOKMARK = Duration.ofSeconds(2);

  /** The maximum size of a batch of events that are available at once. */
  private static final int BATCH_BYTES = 32 * 1024;

  private final Cluster cluster;
  private final RequestInfo target;
  private final WatchRequest request;
  private final WatchEventEncoder frames;
  private final ResourceStore.Reader reader;
  private final OpenWatches open;
  private final long from;

  /** Released as soon as they are written, to save memory during long watches. */
  private List<StoredObject> initial;

  private Watch(
      Cluster cluster,
      RequestInfo target,
      WatchRequest request,
      WatchEventEncoder frames,
      OpenWatches open,
      List<StoredObject> initial,
      long from) {
    this.cluster = cluster;
    this.target = target;
    this.request = request;
    this.frames = frames;
    this.open = open;
    this.initial = initial;
    this.from = from;
    this.reader = cluster.objects(target.type()).reader(from);
  }

  /** Opens a watch; rejects invalid requests. */
  public static Watch open(
      Cluster cluster,
      RequestInfo target,
      WatchRequest request,
      WatchEventEncoder frames,
      OpenWatches open) {
    ResourceStore objects = cluster.objects(target.type());
    if (request.withState()) {
      Snapshot state = objects.snapshot(target.namespace(), request.filter()::matches);
      return new Watch(cluster, target, request, frames, open, state.objects(), state.revision());
    }
    long from = request.startsNow() ? objects.revision() : request.revision();
    return new Watch(cluster, target, request, frames, open, List.of(), from);
  }

  public String contentType() {
    return frames.contentType();
  }

  @Override
  public void stop() {
    reader.stop();
  }

  @Override
  public void writeTo(OutputStream out) throws IOException, InterruptedException {
    Runnable stop = reader::stop;
    AtomicBoolean bookmarkDue = new AtomicBoolean();
    Runnable mark =
        () -> {
          if (request.bookmarks()) {
            bookmarkDue.set(true);
            reader.nudge();
          }
        };
    Timeline timeline = cluster.timeline();
    Timeline.Scheduled end = timeline.schedule(request.timeout(), stop);
    Timeline.Scheduled last = timeline.schedule(request.timeout().minus(LAST_BOOKMARK), mark);
    Timeline.Scheduled marks = timeline.every(BOOKMARK_PERIOD, mark);
    open.add(stop);
    try {
      if (isFutureVersion()) {
        out.write(tooLarge());
        return;
      }
      OutputStream together = new BufferedOutputStream(out, BATCH_BYTES);
      writeInitial(together);
      follow(bookmarkDue, together);
      together.flush();
    } finally {
      open.remove(stop);
      end.cancel();
      last.cancel();
      marks.cancel();
    }
  }

  /** A streamed list cannot start at a future resource version; a plain watch waits. */
  private boolean isFutureVersion() {
    return request.withState() && request.revision() > cluster.store().revision();
  }

  private byte[] tooLarge() {
    return frames.event(
        "ERROR",
        StatusException.tooLargeVersion(
                Long.toString(request.revision()), cluster.store().revision())
            .status());
  }

  private void writeInitial(OutputStream out) throws IOException {
    for (StoredObject object : initial) {
      out.write(frames.event("ADDED", object));
    }
    initial = List.of();
    if (request.marksInitial()) {
      out.write(bookmark(from, true));
    }
    out.flush();
  }

  private void follow(AtomicBoolean bookmarkDue, OutputStream out)
      throws IOException, InterruptedException {
    long seen = from;
    while (!reader.isStopped()) {
      List<Change> changes = reader.next();
      if (changes == null) {
        out.write(expired(seen));
        return;
      }
      boolean written = false;
      for (Change change : changes) {
        byte[] event = event(change);
        if (event != null) {
          out.write(event);
          written = true;
        }
        seen = change.revision();
      }
      if (bookmarkDue.getAndSet(false)) {
        out.write(bookmark(seen, false));
        written = true;
      }
      if (written) {
        out.flush();
      }
    }
  }

  /** An object that starts to match is ADDED, one that no longer matches is DELETED. */
  private byte @Nullable [] event(Change change) {
    boolean was = change.before() != null && request.filter().matches(change.before());
    boolean is = change.after() != null && request.filter().matches(change.after());
    if (is) {
      return frames.event(was ? "MODIFIED" : "ADDED", change.last());
    }
    return was ? frames.event("DELETED", gone(change)) : null;
  }

  /** An object that no longer matches is sent as the watch knows it, with the new revision. */
  private StoredObject gone(Change change) {
    StoredObject before = change.before();
    if (before == null || change.after() == null || !cluster.version().answersStrictly()) {
      return change.last();
    }
    ObjectNode tree = before.tree();
    tree.withObject("/metadata").put("resourceVersion", Long.toString(change.revision()));
    return StoredObject.of(before.key(), change.revision(), tree);
  }

  private byte[] bookmark(long revision, boolean endOfInitial) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", target.kind()).put("apiVersion", target.apiVersion());
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("resourceVersion", Long.toString(revision));
    if (endOfInitial) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    return frames.event("BOOKMARK", object);
  }

  /**
   * Real servers read events from etcd and everything else from the watch cache, with different
   * messages.
   */
  private byte[] expired(long asked) {
    long oldest = cluster.objects(target.type()).compactedRevision();
    String text =
        target.type().equals(ResourceTypes.EVENTS)
            ? "The resourceVersion for the provided watch is too old."
            : "too old resource version: " + asked + " (" + oldest + ")";
    return frames.event("ERROR", StatusException.expired(text).status());
  }
}
