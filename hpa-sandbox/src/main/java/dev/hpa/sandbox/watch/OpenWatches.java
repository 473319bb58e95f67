package dev.hpa.sandbox.watch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The watches that are being written, so that none outlives the server. */
public final class OpenWatches {

  private final Set<Runnable> stops = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** Notes how to stop a watch; when all have been stopped already, stops it now. */
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

  /** New watches may go on from now. */
  public void reopen() {
    closed = false;
  }
}
