package dev.hpa.controller.queue;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A limited number of places that peers share, for requests in progress or open streams. Where all
 * are taken, a peer with fewer than another one gets the oldest place of that one, so that no
 * number of peers keeps a further one from being answered. Thread-safe.
 */
public final class PeerPlaces {

  private final int places;
  private final Map<String, Deque<Place>> byPeer = new HashMap<>();
  private int taken;

  /**
   * @param places at least 1
   */
  public PeerPlaces(int places) {
    this.places = places;
  }

  /**
   * A place that is taken.
   *
   * @param end ends what has the place
   */
  public record Place(String peer, Runnable end) {

    /** Places are different although their fields may be equal. */
    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /**
   * Takes a place.
   *
   * @param end ends what has the place when another peer gets its place; runs on another caller's
   *     thread, and must not block
   * @return null if the peer has as many as any other one, and none is free
   */
  public @Nullable Place take(String peer, Runnable end) {
    Place evicted = null;
    Place place = new Place(peer, end);
    synchronized (this) {
      Deque<Place> own = byPeer.computeIfAbsent(peer, any -> new ArrayDeque<>());
      if (taken == places) {
        Deque<Place> most =
            byPeer.values().stream().max(Comparator.comparingInt(Deque::size)).orElseThrow();
        if (most.size() <= own.size()) {
          return null;
        }
        evicted = most.removeFirst();
        taken--;
        if (most.isEmpty()) {
          byPeer.remove(evicted.peer());
        }
      }
      own.addLast(place);
      taken++;
    }
    if (evicted != null) {
      evicted.end().run();
    }
    return place;
  }

  /** Returns a place, unless another peer has it. */
  public synchronized void release(Place place) {
    Deque<Place> own = byPeer.get(place.peer());
    if (own == null) {
      return;
    }
    if (own.removeFirstOccurrence(place)) {
      taken--;
    }
    if (own.isEmpty()) {
      byPeer.remove(place.peer());
    }
  }
}
