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

  private final NavigableMap<String, Page> pages = new ConcurrentSkipListMap<>();

  /** Serves a page at a path from now on. */
  public void put(String path, Page page) {
    pages.put(path, page);
  }

  /** All paths, sorted. */
  Collection<String> paths() {
    return new TreeMap<>(pages).keySet();
  }

  Reply answer(Ask ask) {
    Page exact = pages.get(ask.path());
    if (exact != null) {
      return exact.answer(ask);
    }
    Map.Entry<String, Page> before = pages.floorEntry(ask.path());
    while (before != null) {
      if (before.getKey().endsWith("/") && ask.path().startsWith(before.getKey())) {
        return before.getValue().answer(ask);
      }
      before = pages.lowerEntry(before.getKey());
    }
    return Reply.NOT_FOUND;
  }
}
