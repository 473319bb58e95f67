package dev.hpa.controller.events;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.kube.client.FenceClosedException;
import dev.hpa.kube.client.OutageLog;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events to the API server. If it is unreachable, a write is attempted 12 times at intervals
 * of 10 s; the first interval is a random part of that, to spread the load. A rejected event is not
 * retried. Not thread-safe.
 */
final class EventWriter {

  static final int TRIES = 12;
  static final Duration PAUSE = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(EventWriter.class);
  private static final String EVENTS = "events";

  private final KubernetesApi api;
  private final Sleep sleep;
  private final RandomGenerator random;
  private final OutageLog trouble;

  /** Sleeps for a duration. */
  @FunctionalInterface
  interface Sleep {
    void over(Duration duration) throws InterruptedException;
  }

  EventWriter(KubernetesApi api, Sleep sleep, RandomGenerator random, OutageLog trouble) {
    this.api = api;
    this.trouble = trouble;
    this.sleep = sleep;
    this.random = random;
  }

  /**
   * Creates an event with a count of 1; patches one with a higher count.
   *
   * @return whether the server accepted it
   */
  boolean write(EventObject event) throws InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        send(event);
        trouble.over();
        return true;
      } catch (KubernetesApiException failure) {
        boolean isRejected =
            failure.code() != 0 || failure.getCause() instanceof FenceClosedException;
        if (isRejected || tries == TRIES) {
          giveUp(event, failure);
          return false;
        }
        trouble.met(failure.text(), text(event) + ": write failed; retrying: " + failure.text());
      }
      sleep.over(tries == 1 ? part(PAUSE) : PAUSE);
    }
  }

  private Duration part(Duration whole) {
    return Duration.ofNanos((long) (whole.toNanos() * random.nextDouble()));
  }

  private void send(EventObject event) throws KubernetesApiException {
    if (event.count() == 1 || !change(event)) {
      create(event);
    }
  }

  private void create(EventObject event) throws KubernetesApiException {
    String path = ApiRequest.pathOf("/api/v1", event.namespace(), EVENTS);
    call(ApiRequest.post(path, subject(""), Json.write(event.whole())));
  }

  /** False when the event no longer exists: the API server deletes events after their TTL. */
  private boolean change(EventObject event) throws KubernetesApiException {
    try {
      call(
          ApiRequest.patch(
              ApiRequest.pathOf("/api/v1", event.namespace(), EVENTS, event.name()),
              subject(event.name()),
              "application/strategic-merge-patch+json",
              Json.write(event.change())));
      return true;
    } catch (KubernetesApiException failure) {
      if (failure.code() == 404) {
        return false;
      }
      throw failure;
    }
  }

  private static ApiRequest.Subject subject(String name) {
    return new ApiRequest.Subject(EVENTS, "", name);
  }

  private void call(ApiRequest request) throws KubernetesApiException {
    api.<JsonNode>call(request, Json::tree);
  }

  private void giveUp(EventObject event, KubernetesApiException failure) {
    String line = text(event) + " not written: " + failure.text();
    if (isHarmless(failure)) {
      LOG.debug("{}", line);
    } else {
      trouble.met(failure.reason(), line);
    }
  }

  private static String text(EventObject event) {
    return event.latest().event().reason() + " about " + event.latest().about().name();
  }

  /** The event exists already, e.g. after a lost response, or its namespace is being deleted. */
  private static boolean isHarmless(KubernetesApiException failure) {
    return failure.reason().equals("AlreadyExists")
        || failure.text().endsWith("because it is being terminated");
  }
}
