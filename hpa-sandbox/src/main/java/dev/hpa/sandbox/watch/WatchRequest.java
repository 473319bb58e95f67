package dev.hpa.sandbox.watch;

import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.RequestInfo;
import java.time.Duration;

/**
 * The parameters of a watch.
 *
 * @param revision the resource version to start after; 0 for any
 * @param withState whether the initial objects are sent first
 * @param streamsList whether they were requested with {@code sendInitialEvents}
 */
public record WatchRequest(
    ObjectFilter filter,
    long revision,
    boolean withState,
    boolean streamsList,
    boolean bookmarks,
    boolean zero,
    Duration timeout) {

  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(30);

  public static WatchRequest of(ApiRequest request, RequestInfo target) {
    boolean chosen = request.query().containsKey("sendInitialEvents");
    boolean streamsList = request.flag("sendInitialEvents");
    ListOptions.checkWatch(request);
    String asked = request.parameter("resourceVersion");
    long revision = ListHandler.revisionOfRead(asked);
    return new WatchRequest(
        ObjectFilter.of(request, target),
        revision,
        streamsList || (revision == 0 && !chosen),
        streamsList,
        request.flag("allowWatchBookmarks"),
        "0".equals(asked),
        timeout(request));
  }

  private static Duration timeout(ApiRequest request) {
    long seconds = ListHandler.integer(request, "timeoutSeconds");
    return seconds > 0 ? Duration.ofSeconds(Math.min(seconds, Integer.MAX_VALUE)) : DEFAULT_TIMEOUT;
  }

  /** Whether the watch starts at the latest resource version. */
  boolean startsNow() {
    return withState || revision == 0;
  }

  /** Whether a bookmark marks the end of the initial objects. */
  boolean marksInitial() {
    return bookmarks && withState && (streamsList || zero);
  }
}
