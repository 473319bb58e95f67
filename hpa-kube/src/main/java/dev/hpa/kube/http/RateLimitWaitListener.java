package dev.hpa.kube.http;

/**
 * Observes how long requests of a scope wait for this client's own limits, of rate and of memory
 * for responses, so that the wait is not attributed to the server. Bound with {@link #OBSERVER} for
 * the thread that makes the requests and for the scopes it opens. Implementations are thread-safe,
 * quick and do not fail.
 */
public interface RateLimitWaitListener {

  /**
   * The observer of the requests of the current scope. In a reconcile it is also the slot of its
   * worker, which waits release.
   */
  ScopedValue<RateLimitWaitListener> OBSERVER = ScopedValue.newInstance();

  /** For requests that are not observed. */
  RateLimitWaitListener NONE =
      new RateLimitWaitListener() {
        @Override
        public void begun() {}

        @Override
        public void ended() {}
      };

  /** A request begins to wait for the limit; several of one scope may wait at a time. */
  void begun();

  /** A request has stopped waiting: it is sent, or its thread was interrupted. */
  void ended();
}
