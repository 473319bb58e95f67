package dev.hpa.sandbox.watch;

import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.RequestInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    boolean streamsList = chosen && request.flag("sendInitialEvents");
    checkMatch(request.parameter("resourceVersionMatch"), chosen);
    String asked = request.parameter("resourceVersion");
    long revision = revision(asked);
    return new WatchRequest(
        ObjectFilter.of(request, target),
        revision,
        streamsList || (revision == 0 && !chosen),
        streamsList,
        request.query().containsKey("allowWatchBookmarks") && request.flag("allowWatchBookmarks"),
        "0".equals(asked),
        timeout(request));
  }

  private static void checkMatch(@Nullable String match, boolean hasSendInitialEvents) {
    if (hasSendInitialEvents && !"NotOlderThan".equals(match)) {
      List<Cause> causes = new ArrayList<>();
      causes.add(
          Cause.forbidden(
              "resourceVersionMatch",
              "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
      if (match != null) {
        causes.add(Cause.notSupported("resourceVersionMatch", '"' + match + '"', "NotOlderThan"));
      }
      throw StatusException.invalid("meta.k8s.io", "ListOptions", "", causes);
    }
    if (!hasSendInitialEvents && match != null) {
      throw ListHandler.forbidden(
          "resourceVersionMatch",
          "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
    }
  }

  /** Real servers report a malformed version as an internal error here. */
  private static long revision(@Nullable String text) {
    try {
      return text == null ? 0 : ListHandler.number(text);
    } catch (NumberFormatException failure) {
      throw StatusException.of(500, "", ListHandler.malformedVersion(text));
    }
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
