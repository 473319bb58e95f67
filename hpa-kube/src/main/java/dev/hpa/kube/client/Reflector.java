package dev.hpa.kube.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.kube.http.RetryAfter;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Synchronizes a sink with a resource: lists it, then follows a watch, and lists again if the
 * server has expired the resourceVersion at which the watch ended. Objects are decoded one by one
 * from the stream. An object that cannot be decoded is skipped; the sink receives its name.
 *
 * <p>All failures, including an {@link Error}, are retried with exponential backoff. {@link
 * #isDead} reports a thread that ended nevertheless.
 *
 * <p>Runs on its own thread from {@link #start} to {@link #close}. The other methods are
 * thread-safe.
 */
public final class Reflector<T> implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);

  private static final Duration SHORTEST_WATCH = Duration.ofSeconds(1);

  /** Time after which an open watch counts as recovered. */
  private static final Duration CALM = Duration.ofSeconds(10);

  /** Servers send a bookmark about every minute; a watch that is idle for longer is reopened. */
  private static final Duration MAX_SILENCE = Duration.ofSeconds(90);

  /** Timeout for opening a watch, in real time; the TLS handshake timeout of client-go. */
  private static final Duration MAX_OPENING = Duration.ofSeconds(10);

  private static final Duration LISTENING = Duration.ofSeconds(15);

  /**
   * A resource whose watch cannot be opened is listed this long after its last list or event, as
   * client-go lists it after each failed watch.
   */
  private static final Duration LIST_INSTEAD = Duration.ofSeconds(30);

  private final HttpKubernetesApi api;
  private final ClusterConnection connection;
  private final ListRequest all;
  private final ListLimits limits;
  private final ApiRequest.Subject subject;
  private final NamespaceScope scope;
  private final ObjectDelivery<T> delivery;
  private final ListProgress lists = new ListProgress();
  private final BackOff backOff;
  private final Thread thread;
  private final AtomicBoolean start = new AtomicBoolean();
  private final OutageLog outage;
  private final UnexpectedFailures failures = new UnexpectedFailures(Reflector.class);
  private volatile boolean closed;
  private volatile boolean ended;
  private volatile boolean reopening;
  private volatile @Nullable CallHandle watching;
  private volatile boolean inStep;
  private volatile boolean open;
  private volatile @Nullable Instant lastActivity;
  private boolean missedSomething;
  private volatile String revision = "";

  /** A reflector of all objects of a resource. */
  public Reflector(
      ClusterConnection connection, ListRequest all, Decoder<T> decoder, Sink<T> sink) {
    this(connection, all, decoder, sink, NamespaceScope.ALL);
  }

  /**
   * A reflector of a part of the objects. Objects out of scope are not delivered.
   *
   * @param scope when it grows, {@link #relist} delivers the objects that are new in it; after it
   *     has shrunk, {@link #drop} removes the others
   */
  public Reflector(
      ClusterConnection connection,
      ListRequest all,
      Decoder<T> decoder,
      Sink<T> sink,
      NamespaceScope scope) {
    this.api = HttpKubernetesApi.withListTimeout(connection);
    this.connection = connection;
    this.all = all.in(scope.watched());
    this.limits = ListLimits.ofHeap(connection.memory().heap());
    this.subject = all.subject();
    this.scope = scope;
    this.backOff = new BackOff(connection.timeline());
    this.delivery =
        new ObjectDelivery<>(
            decoder, sink, scope, subject.resource(), failures, connection.timeline()::now);
    this.outage = new OutageLog(LOG, subject.toString(), connection.timeline()::now, true);
    this.thread = Thread.ofVirtual().name("reflector " + subject).unstarted(this::run);
  }

  /**
   * An object with its name and resourceVersion.
   *
   * @param namespace empty for cluster-scoped objects
   */
  public record Versioned<T>(String namespace, String name, String resourceVersion, T value) {

    NamespacedName key() {
      return new NamespacedName(namespace, name);
    }
  }

  /** Decodes objects. */
  @FunctionalInterface
  public interface Decoder<T> {
    /**
     * Reads one object from the stream; the parser is at its start and must be left at its end.
     *
     * @throws UnreadableObjectException when the object cannot be decoded; the parser may then be
     *     anywhere in it. Any other unchecked exception means the same of an object whose name is
     *     not known
     * @throws IOException when the stream breaks or is not JSON
     */
    Versioned<T> read(JsonParser in) throws IOException;
  }

  /** Receives the objects of the resource; called by one thread, except {@link #drop}. */
  public interface Sink<T> {
    /**
     * Replaces all objects. An object that cannot be processed must not keep the others from being
     * replaced.
     *
     * @param unreadable objects that exist besides {@code all} and cannot be decoded
     * @return those of {@code all} that cannot be processed, which is a bug
     */
    Map<NamespacedName, RuntimeException> replace(List<T> all, List<UnreadableObject> unreadable);

    /**
     * A part of the first list was received, and another one follows. The same objects are part of
     * the {@link #replace} at the end of the list.
     *
     * @param unreadable objects that exist besides {@code objects} and cannot be decoded
     * @param complete the namespaces of which all objects were received with this part. They are as
     *     old as the list: changes since its begin follow from the watch
     */
    default void page(List<T> objects, List<UnreadableObject> unreadable, List<String> complete) {}

    /**
     * An object was added or modified. If a RuntimeException is thrown, the object counts as
     * unreadable, which the sink receives next.
     */
    void put(T object);

    /** An object was deleted. */
    void remove(T object);

    /**
     * An object that cannot be decoded was added or modified: its previous state is out of date.
     */
    void unreadable(UnreadableObject object);

    /** An object whose last state cannot be decoded was deleted. */
    void removeUnreadable(UnreadableObject object);

    /** Removes the objects of namespaces that have left the scope. Must be thread-safe. */
    default void drop(NamespaceScope namespaces) {}
  }

  /** Starts the thread unless it was started; returns immediately. */
  public void start() {
    if (!isStarted() && start.compareAndSet(false, true)) {
      thread.start();
    }
  }

  public boolean isStarted() {
    return thread.getState() != Thread.State.NEW;
  }

  private void endSilence() {
    Instant last = lastActivity;
    if (last != null
        && Duration.between(last, connection.timeline().now()).compareTo(MAX_SILENCE) > 0) {
      outage.met("the watch was idle for " + MAX_SILENCE.toSeconds() + " s; watching again");
      reopen();
    }
  }

  /** Closes the current watch; the next one resumes at the same resourceVersion. */
  public void reopen() {
    CallHandle call = watching;
    if (call != null) {
      reopening = true;
      call.cancel();
    }
  }

  /** Whether it delivers a part of the objects. */
  public boolean isScoped() {
    return !scope.equals(NamespaceScope.ALL);
  }

  /** Lists again as soon as possible, because the scope has grown. No effect before the start. */
  public void relist() {
    lists.request();
    CallHandle call = watching;
    if (call != null) {
      call.cancel();
    }
  }

  /**
   * Removes the objects of namespaces that have left the scope. Objects that are received at the
   * same time are removed too.
   */
  public void drop(NamespaceScope namespaces) {
    delivery.drop(namespaces);
  }

  /** Whether it was not started, or a list that began after the last {@link #relist} has ended. */
  public boolean isRelisted() {
    return !isStarted() || lists.isCurrent();
  }

  /** As {@link #isRelisted}, or such a list has failed: {@link #problem} is the cause. */
  public boolean isRelistedOrFailed() {
    return !isStarted() || lists.isAttempted();
  }

  /**
   * How old the sink's state may be: time since the last list or event, or since the end of the
   * last watch; zero while a watch is open, and before the first list.
   */
  public Duration downFor() {
    Instant last = lastActivity;
    return open || last == null
        ? Duration.ZERO
        : Duration.between(last, connection.timeline().now());
  }

  /** Time since the last list, event or change of the watch; null before the first list. */
  public @Nullable Duration quietFor() {
    Instant last = lastActivity;
    return last == null ? null : Duration.between(last, connection.timeline().now());
  }

  /** How many objects exist and cannot be decoded. */
  public int unreadable() {
    return delivery.unreadable();
  }

  /** Whether it was started and has ended without having been closed. */
  public boolean isDead() {
    return thread.getState() == Thread.State.TERMINATED && !closed;
  }

  /** The resourceVersion that the sink has reached; empty before the first list. */
  public String revision() {
    return revision;
  }

  /** The resource: plural, lower case. */
  public String resource() {
    return subject.resource();
  }

  /** Waits until the first list has reached the sink or has failed, or this is closed. */
  public void awaitFirstList() throws InterruptedException {
    lists.awaitFirst();
  }

  /** Why the last list failed; empty if it did not. */
  public String problem() {
    return lists.problem();
  }

  /** Whether the first list has reached the sink. */
  public boolean isSynced() {
    return lists.isSynced();
  }

  /** Waits until the first list has reached the sink. */
  public void awaitSynced() throws InterruptedException {
    lists.awaitSynced();
  }

  /**
   * Whether the sink is current: a watch is open and has delivered an event since the last one
   * broke.
   */
  public boolean isInStep() {
    return inStep;
  }

  @Override
  public void close() {
    closed = true;
    ended = true;
    inStep = false;
    lists.close();
    CallHandle call = watching;
    if (call != null) {
      call.cancel();
    }
    thread.interrupt();
  }

  private void run() {
    while (!ended) {
      try {
        follow(list());
      } catch (KubernetesApiException failure) {
        failed(String.valueOf(failure.getMessage()));
      } catch (RuntimeException failure) {
        failures.met(subject + ": trying again", failure);
        failed("unexpected failure: " + failure);
      } catch (Error failure) {
        // This thread must survive: without it the sink is never updated again.
        failed(failure.toString());
      }
    }
  }

  private void failed(String problem) {
    if (!ended) {
      lists.failed(problem);
      outage.met(problem + "; trying again");
      pause();
    }
  }

  private void pause() {
    pause(Duration.ZERO);
  }

  private void pause(Duration least) {
    try {
      backOff.pause(least);
    } catch (InterruptedException stopping) {
      ended = true;
    }
  }

  /** Lists page by page; returns the resourceVersion of the list. */
  private String list() throws KubernetesApiException {
    long begun = lists.begin();
    Instant began = connection.timeline().now();
    String from = delivery.list(all, limits, api, !lists.isSynced());
    missedSomething = false;
    lastActivity = began;
    lists.succeeded(begun);
    return from;
  }

  /**
   * Watches from a resourceVersion, repeatedly, until the server has expired it or rejects the
   * watch. A broken connection only reopens the watch.
   */
  private void follow(String from) {
    revision = from;
    while (!ended && lists.isCurrent()) {
      try {
        if (!watch()) {
          return;
        }
      } catch (IOException failure) {
        missedSomething = true;
        if (!lists.isCurrent() || mustListInstead()) {
          return;
        } else if (reopening) {
          reopening = false;
        } else if (!ended) {
          outage.met(failure.getMessage() + "; watching again");
          pause(
              failure instanceof RejectedWatchException rejected
                  ? rejected.retryAfter()
                  : Duration.ZERO);
        }
      }
    }
  }

  /** The next list follows after a pause. */
  private boolean mustListInstead() {
    if (ended || downFor().compareTo(LIST_INSTEAD) < 0) {
      return false;
    }
    outage.met("no watch was open for " + LIST_INSTEAD.toSeconds() + " s; listing instead");
    pause();
    return true;
  }

  /** Follows one watch to its end; false if the resource must be listed again. */
  private boolean watch() throws IOException {
    int seconds = 300 + connection.timeline().random().nextInt(300);
    Map<String, String> query =
        Map.of(
            "watch",
            "true",
            "allowWatchBookmarks",
            "true",
            "resourceVersion",
            revision,
            "timeoutSeconds",
            Integer.toString(seconds));
    try (TransportResponse response = connection.watch(all.with(query), MAX_OPENING, handle())) {
      if (response.code() == 429) {
        throw new RejectedWatchException(RetryAfter.of(429, response.header("Retry-After")));
      }
      if (response.code() < 200 || response.code() > 299) {
        return mustList("rejected with code " + response.code());
      }
      inStep = !missedSomething;
      try (WatchStream events = WatchStream.of(response.body(), response.header("Content-Type"))) {
        return followed(events);
      }
    } finally {
      inStep = false;
    }
  }

  private CallHandle handle() {
    CallHandle handle = new CallHandle();
    watching = handle;
    if (closed || !lists.isCurrent()) {
      handle.cancel();
    }
    return handle;
  }

  /**
   * Follows an open watch to its end or until it is idle for too long. A watch that delivered
   * events or lasted long enough resets the backoff.
   */
  private boolean followed(WatchStream stream) throws IOException {
    Timeline timeline = connection.timeline();
    Instant begin = timeline.now();
    String before = revision;
    lastActivity = begin;
    open = true;
    Timeline.Scheduled listening = timeline.every(LISTENING, this::endSilence);
    Timeline.Scheduled settling = timeline.schedule(CALM, outage::over);
    try {
      if (!events(stream)) {
        return false;
      }
    } finally {
      settling.cancel();
      listening.cancel();
      open = false;
      lastActivity = timeline.now();
      if (wasProductive(begin, before)) {
        backOff.reset();
      }
    }
    if (!wasProductive(begin, before)) {
      throw new IOException("the watch ended at once");
    }
    return true;
  }

  private boolean wasProductive(Instant begin, String before) {
    Duration lasted = Duration.between(begin, connection.timeline().now());
    return !revision.equals(before) || lasted.compareTo(SHORTEST_WATCH) >= 0;
  }

  /** Requests a new list, which also shows the error if the server rejects it too. */
  private boolean mustList(String why) {
    outage.met("the watch ended: " + why + "; listing again");
    pause();
    return false;
  }

  private boolean events(WatchStream stream) throws IOException {
    while (stream.next()) {
      if (stream.type().equals("ERROR")) {
        JsonNode status = Json.tree(stream.object());
        return mustList(status.path("message").asText());
      }
      String reached = delivery.event(stream.type(), stream.object());
      revision = reached.isEmpty() ? revision : reached;
      missedSomething = false;
      inStep = true;
      lastActivity = connection.timeline().now();
    }
    return true;
  }
}
