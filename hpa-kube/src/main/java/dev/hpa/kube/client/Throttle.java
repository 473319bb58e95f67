package dev.hpa.kube.client;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.http.RateLimitWaitListener;
import dev.hpa.spi.ApiRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Client-side rate limit: a token bucket for scales, one for each metrics API and one for all other
 * requests, as in kube-controller-manager.
 *
 * <p>Requests are sent in order of arrival. This is fair because only a bounded number of workers
 * and provider reads wait here; the queues in front of this limit distribute their turns.
 *
 * <p>Thread-safe.
 */
public final class Throttle {

  private final ClientOptions options;
  private final Timeline timeline;
  private final Map<Client, TokenBucket> buckets = new ConcurrentHashMap<>();

  public Throttle(ClientOptions options, Timeline timeline) {
    this.options = options;
    this.timeline = timeline;
  }

  /** The clients with separate buckets. */
  private enum Client {
    SCALE,
    RESOURCE_METRICS,
    CUSTOM_METRICS,
    EXTERNAL_METRICS,
    OTHER;

    /** The subresource of an object in a namespace, not an object of this name. */
    private static final Pattern SCALE_PATH =
        Pattern.compile("/(?:api|apis/[^/]+)/[^/]+/namespaces/[^/]+/[^/]+/[^/]+/scale");

    /** In the paths of metrics and of objects, tenants choose the last segment. */
    static Client of(ApiRequest request) {
      String path = request.path();
      if (path.startsWith("/apis/metrics.k8s.io/")) {
        return RESOURCE_METRICS;
      }
      if (path.startsWith("/apis/custom.metrics.k8s.io/")) {
        return CUSTOM_METRICS;
      }
      if (path.startsWith("/apis/external.metrics.k8s.io/")) {
        return EXTERNAL_METRICS;
      }
      return SCALE_PATH.matcher(path).matches() ? SCALE : OTHER;
    }
  }

  /** Waits until the request may be sent. */
  public void await(ApiRequest request) throws InterruptedException {
    if (options.requestsPerSecond() <= 0) {
      return;
    }
    TokenBucket bucket = buckets.computeIfAbsent(Client.of(request), any -> bucket());
    Duration wait = bucket.reserve();
    if (!wait.isPositive()) {
      return;
    }
    boolean isSent = false;
    RateLimitWaitListener observer =
        RateLimitWaitListener.OBSERVER.orElse(RateLimitWaitListener.NONE);
    observer.begun();
    try {
      timeline.sleep(wait);
      isSent = true;
    } finally {
      observer.ended();
      if (!isSent) {
        bucket.giveBack();
      }
    }
  }

  private TokenBucket bucket() {
    return new TokenBucket(options.requestsPerSecond(), options.burst(), timeline::now);
  }
}
