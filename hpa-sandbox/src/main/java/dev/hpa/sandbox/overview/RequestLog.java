package dev.hpa.sandbox.overview;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.User;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** The latest requests, except those of the overview page. Thread-safe. */
public final class RequestLog implements Consumer<AuditEvent> {

  private static final int CAPACITY = 100;
  private static final int MAX_PATH_LENGTH = 300;

  private final Timeline timeline;
  private final Deque<AuditEvent> last = new ArrayDeque<>(CAPACITY);

  public RequestLog(Timeline timeline) {
    this.timeline = timeline;
  }

  @Override
  public void accept(AuditEvent event) {
    if (event.user().equals(User.VIEWER)) {
      return;
    }
    synchronized (last) {
      if (last.size() == CAPACITY) {
        last.removeLast();
      }
      last.addFirst(event);
    }
  }

  /** The latest first. */
  ArrayNode json() {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    synchronized (last) {
      for (AuditEvent event : last) {
        String path = event.requestUri();
        list.addObject()
            .put("at", Timestamps.format(event.received()))
            .put("user", event.user().name())
            .put("client", event.userAgent().split("[ /]", 2)[0])
            .put("verb", event.attributes().verb())
            .put("path", path.substring(0, Math.min(path.length(), MAX_PATH_LENGTH)))
            .put("code", event.code())
            .put("millis", millis(event));
      }
    }
    return list;
  }

  /** The real duration of a request in ms. */
  private double millis(AuditEvent event) {
    Duration passed = Duration.between(event.received(), event.answered());
    return timeline.toReal(passed).toNanos() / 1e6;
  }
}
