package dev.hpa.app.cluster;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.api.GoDuration;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.logging.OutageLog;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import okhttp3.Call;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a sink in step with a resource: lists it, then follows its watch, and lists anew when the
 * server no longer knows the place where the watch broke off. Objects are decoded from the stream
 * as they come, never as a whole list of trees.
 *
 * <p>Runs on a thread of its own from {@link #start} to {@link #close}.
 */
public final class Reflector<T> implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
  private static final JsonFactory JSON = new ObjectMapper().getFactory();

  /**
   * Five of upstream's pages, as each costs a way there and back; objects are read as they come.
   */
  private static final int PAGE = 2500;

  private static final Duration FIRST_BACK_OFF = Duration.ofMillis(800);

  /**
   * Upstream waits six times as long. As nothing is decided while a watch is down, that would hold
   * autoscalers still for minutes after the server is back; two watches are no burden to it.
   */
  private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(5);

  private static final Duration SHORTEST_WATCH = Duration.ofSeconds(1);

  /** A watch that has been open for so long may be called well. */
  private static final Duration CALM = Duration.ofSeconds(10);

  /** Servers send a bookmark about every minute; one that says less is taken for stuck. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(90);

  /** Real time, as everything on the network; upstream gives a handshake as long. */
  private static final Duration LONGEST_OPENING = Duration.ofSeconds(10);

  private static final Duration LISTENING = Duration.ofSeconds(15);

  private final HttpKubernetesApi api;
  private final ClusterConnection connection;
  private final String path;
  private final ApiRequest.Subject subject;
  private final Decoder<T> decoder;
  private final Sink<T> sink;
  private final CountDownLatch synced = new CountDownLatch(1);
  private final Thread thread;
  private final OutageLog trouble;
  private volatile boolean closed;
  private volatile boolean reopening;
  private volatile @Nullable Call watching;
  private volatile boolean inStep;
  private volatile boolean open;
  private volatile @Nullable Instant heard;
  private boolean missedSomething;
  private Duration backOff = FIRST_BACK_OFF;
  private String revision = "";

  /**
   * @param path of the resource over all namespaces
   */
  public Reflector(
      ClusterConnection connection,
      String path,
      ApiRequest.Subject subject,
      Decoder<T> decoder,
      Sink<T> sink) {
    this.api = new HttpKubernetesApi(connection);
    this.connection = connection;
    this.path = path;
    this.subject = subject;
    this.decoder = decoder;
    this.sink = sink;
    this.trouble = new OutageLog(LOG, subject.toString(), connection.timeline()::now);
    this.thread = Thread.ofVirtual().name("reflector " + subject).unstarted(this::run);
  }

  /** An object and the revision it has. */
  public record Versioned<T>(String resourceVersion, T value) {}

  /**
   * Reads one object from the stream; the parser is at its start and must be left at its end. An
   * object that cannot be read is told with an {@link IllegalArgumentException} and makes the
   * resource be listed anew.
   */
  @FunctionalInterface
  public interface Decoder<T> {
    Versioned<T> read(JsonParser in) throws IOException;
  }

  /** Is told what there is; called by one thread. */
  public interface Sink<T> {
    /** These are all objects. */
    void replace(List<T> all);

    /** This object is new or has changed. */
    void put(T object);

    /** This object is gone. */
    void remove(T object);
  }

  /** Begins; returns at once. */
  public void start() {
    thread.start();
  }

  private void endSilence() {
    Instant last = heard;
    if (last != null
        && Duration.between(last, connection.timeline().now()).compareTo(LONGEST_SILENCE) > 0) {
      LOG.info(
          "{}: nothing heard for {}; watching again", subject, GoDuration.format(LONGEST_SILENCE));
      reopen();
    }
  }

  /** Ends the watch that is open; the next one goes on where it was. */
  public void reopen() {
    Call call = watching;
    if (call != null) {
      reopening = true;
      call.cancel();
    }
  }

  /** How long no watch has been open, after one was for the first time; zero while one is. */
  public Duration downFor() {
    Instant last = heard;
    return open || last == null
        ? Duration.ZERO
        : Duration.between(last, connection.timeline().now());
  }

  /** How long nothing has been heard, open watch or not; null before the first watch. */
  public @Nullable Duration quietFor() {
    Instant last = heard;
    return last == null ? null : Duration.between(last, connection.timeline().now());
  }

  /** Plural, lower case. */
  public String resource() {
    return subject.resource();
  }

  /** Waits until the first list has reached the sink. */
  public void awaitSynced() throws InterruptedException {
    synced.await();
  }

  /**
   * Whether the sink is no further behind the server than what is on its way: a watch is open, and
   * has told something since the last one broke.
   */
  public boolean isInStep() {
    return inStep;
  }

  @Override
  public void close() {
    closed = true;
    inStep = false;
    Call call = watching;
    if (call != null) {
      call.cancel();
    }
    thread.interrupt();
  }

  private void run() {
    while (!closed) {
      try {
        follow(list());
      } catch (KubernetesApiException failure) {
        if (!closed) {
          trouble.met(failure.getMessage() + "; trying again");
          pause();
        }
      } catch (IllegalArgumentException | JsonFormatException failure) {
        trouble.met(failure.getMessage() + "; listing again");
        pause();
      } catch (RuntimeException failure) {
        LOG.error("{}: unexpected failure; listing again", subject, failure);
        pause();
      }
    }
  }

  private void pause() {
    Timeline timeline = connection.timeline();
    double jitter = 1 + ThreadLocalRandom.current().nextDouble();
    try {
      timeline.sleep(Duration.ofMillis((long) (backOff.toMillis() * jitter)));
    } catch (InterruptedException stopping) {
      closed = true;
    }
    Duration doubled = backOff.multipliedBy(2);
    backOff = doubled.compareTo(LONGEST_BACK_OFF) > 0 ? LONGEST_BACK_OFF : doubled;
  }

  /** Lists page by page and returns the revision of the list. */
  private String list() throws KubernetesApiException {
    List<T> all = new ArrayList<>();
    ListHead head = new ListHead("", "");
    do {
      Map<String, String> query = new LinkedHashMap<>();
      query.put("limit", Integer.toString(PAGE));
      if (!head.next().isEmpty()) {
        query.put("continue", head.next());
      }
      head = api.call(ApiRequest.get(path, query, subject), body -> readList(body, all));
    } while (!head.next().isEmpty());
    sink.replace(all);
    missedSomething = false;
    synced.countDown();
    return head.resourceVersion();
  }

  private record ListHead(String resourceVersion, String next) {}

  private ListHead readList(InputStream body, List<T> into) throws IOException {
    ListHead head = new ListHead("", "");
    try (JsonParser in = JSON.createParser(body)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("the server did not answer with a list");
      }
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        in.nextToken();
        if (name.equals("metadata")) {
          JsonNode metadata = in.readValueAsTree();
          head =
              new ListHead(
                  metadata.path("resourceVersion").asText(""),
                  metadata.path("continue").asText(""));
        } else if (name.equals("items") && in.currentToken() == JsonToken.START_ARRAY) {
          while (in.nextToken() != JsonToken.END_ARRAY) {
            if (in.currentToken() != JsonToken.START_OBJECT) {
              throw new IOException("the server listed something that is no object");
            }
            into.add(decoder.read(in).value());
          }
        } else {
          in.skipChildren();
        }
      }
    }
    return head;
  }

  /**
   * Watches from a revision on, again and again, until the server says that this cannot go on: it
   * has forgotten where we were, or refuses. A broken connection alone only means to watch again.
   */
  private void follow(String from) {
    revision = from;
    while (!closed) {
      try {
        if (!watch()) {
          return;
        }
      } catch (IOException failure) {
        missedSomething = true;
        if (reopening) {
          reopening = false;
        } else if (!closed) {
          trouble.met(failure.getMessage() + "; watching again");
          pause();
        }
      }
    }
  }

  /** Follows one watch to its end; false when the resource has to be listed anew. */
  private boolean watch() throws IOException {
    int seconds = 300 + ThreadLocalRandom.current().nextInt(300);
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
    try (Response response =
        connection.watch(ApiRequest.get(path, query, subject), LONGEST_OPENING, this::watching)) {
      if (response.code() == 429) {
        throw new IOException("the server has too much to do for a watch");
      }
      if (!response.isSuccessful()) {
        return mustList("refused with code " + response.code());
      }
      inStep = !missedSomething;
      return followed(response.body().byteStream());
    } finally {
      inStep = false;
    }
  }

  private void watching(Call call) {
    watching = call;
    if (closed) {
      call.cancel();
    }
  }

  /**
   * Follows a watch that the server has opened, to its end or until it says nothing any more. One
   * that was of use owes nothing to the failures before it, however it ends.
   */
  private boolean followed(InputStream stream) throws IOException {
    Timeline timeline = connection.timeline();
    Instant begin = timeline.now();
    String before = revision;
    heard = begin;
    open = true;
    Timeline.Scheduled listening = timeline.every(LISTENING, this::endSilence);
    Timeline.Scheduled settling = timeline.schedule(CALM, trouble::over);
    try {
      if (!events(stream)) {
        return false;
      }
    } finally {
      settling.cancel();
      listening.cancel();
      open = false;
      heard = timeline.now();
      if (wasOfUse(begin, before)) {
        backOff = FIRST_BACK_OFF;
      }
    }
    if (!wasOfUse(begin, before)) {
      throw new IOException("the watch ended at once");
    }
    return true;
  }

  private boolean wasOfUse(Instant begin, String before) {
    Duration lasted = Duration.between(begin, connection.timeline().now());
    return !revision.equals(before) || lasted.compareTo(SHORTEST_WATCH) >= 0;
  }

  /** A list tells anew where to watch from, and what went wrong if even that is refused. */
  private boolean mustList(String why) {
    trouble.met("the watch ended: " + why + "; listing again");
    pause();
    return false;
  }

  private boolean events(InputStream stream) throws IOException {
    try (JsonParser in = JSON.createParser(stream)) {
      while (in.nextToken() == JsonToken.START_OBJECT) {
        String type = "";
        while (in.nextToken() == JsonToken.FIELD_NAME) {
          String name = in.currentName();
          in.nextToken();
          if (name.equals("type")) {
            type = in.getText();
          } else if (type.equals("ERROR")) {
            JsonNode status = in.readValueAsTree();
            return mustList(status.path("message").asText());
          } else {
            Versioned<T> object = decoder.read(in);
            revision = object.resourceVersion();
            deliver(type, object.value());
            missedSomething = false;
            inStep = true;
            heard = connection.timeline().now();
          }
        }
      }
    }
    return true;
  }

  private void deliver(String type, T object) {
    switch (type) {
      case "ADDED", "MODIFIED" -> sink.put(object);
      case "DELETED" -> sink.remove(object);
      default -> {
        // A bookmark only tells the revision.
      }
    }
  }
}
