package dev.hpa.app.serving;

import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What is served where. A path with a slash at its end stands for all below it. Pages may be added
 * at any time; thread-safe.
 */
public final class Pages {

  private static final Page NOTHING = ask -> PageResponse.NOT_FOUND;

  private final NavigableMap<String, Page> pages = new ConcurrentSkipListMap<>();

  /** Serves a page at a path from now on. */
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

  /** Whether a request to a path has a body. */
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
