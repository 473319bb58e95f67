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
    return at(ask.path()).answer(ask);
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
