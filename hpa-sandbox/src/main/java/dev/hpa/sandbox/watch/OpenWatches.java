package dev.hpa.sandbox.watch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The open watches, so that the server can stop all of them. */
public final class OpenWatches {

  private final Set<Runnable> stops = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** Registers how to stop a watch; stops it at once if the server has stopped. */
  void add(Runnable stop) {
    stops.add(stop);
    if (closed) {
      stop.run();
    }
  }

  void remove(Runnable stop) {
    stops.remove(stop);
  }

  public void stopAll() {
    closed = true;
    stops.forEach(Runnable::run);
  }

  /** Accepts new watches again. */
  public void reopen() {
    closed = false;
  }
}
