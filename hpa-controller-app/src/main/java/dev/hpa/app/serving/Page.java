package dev.hpa.app.serving;

/** A handler of a path. Implementations are thread-safe. */
@FunctionalInterface
public interface Page {
  PageResponse answer(PageRequest ask);

  /**
   * Whether requests that a browser sends for a page of another site are refused, because a
   * response takes computation or requests to other servers.
   */
  default boolean refusesCrossSite(String path) {
    return false;
  }

  /** Whether requests with this method have a body; others are rejected if they have one. */
  default boolean readsBody(String method) {
    return false;
  }
}
