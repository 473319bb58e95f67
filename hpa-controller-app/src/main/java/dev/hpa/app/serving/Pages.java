package dev.hpa.app.serving;

import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Pages by path. A path with a trailing slash matches all paths below it. Pages may be added at any
 * time. Thread-safe.
 */
public final class Pages {

  private static final Page NOTHING = ask -> PageResponse.NOT_FOUND;
  private static final PageResponse CROSS_SITE =
      PageResponse.text(
          403, "403 Forbidden: a page of another site sent the request; open the address itself\n");

  private final NavigableMap<String, Page> pages = new ConcurrentSkipListMap<>();

  /** Adds a page. */
  public void put(String path, Page page) {
    pages.put(path, page);
  }

  /** All paths, sorted. */
  Collection<String> paths() {
    return new TreeMap<>(pages).keySet();
  }

  PageResponse answer(PageRequest ask) {
    Page page = at(ask.path());
    return ask.isCrossSite() && page.refusesCrossSite(ask.path()) ? CROSS_SITE : page.answer(ask);
  }

  /** Whether requests to a path have a body. */
  boolean readsBody(String path, String method) {
    return at(path).readsBody(method);
  }

  private Page at(String path) {
    Page exact = pages.get(path);
    if (exact != null) {
      return exact;
    }
    Map.Entry<String, Page> before = pages.floorEntry(path);
    while (before != null) {
      if (before.getKey().endsWith("/") && path.startsWith(before.getKey())) {
        return before.getValue();
      }
      before = pages.lowerEntry(before.getKey());
    }
    return NOTHING;
  }
}
