package dev.hpa.controller.queue;

import java.util.HashMap;
import java.util.Map;

/**
 * A limited number of places that peers share. A peer may have as many as it leaves free: one alone
 * half of them, and of several greedy ones each less, so that there is one for every other peer.
 * Thread-safe.
 */
public final class PeerShares {

  private final int places;
  private final Map<String, Integer> taken = new HashMap<>();
  private int all;

  /**
   * @param places at least 1
   */
  public PeerShares(int places) {
    this.places = places;
  }

  /** Whether a peer with some places may take one more. */
  public static boolean mayTake(int own, int free) {
    return own < free;
  }

  /** Takes a place if the peer may have one more. */
  public synchronized boolean take(String peer) {
    if (!mayTake(taken.getOrDefault(peer, 0), places - all)) {
      return false;
    }
    taken.merge(peer, 1, Integer::sum);
    all++;
    return true;
  }

  /** Returns a place that was taken. */
  public synchronized void release(String peer) {
    all--;
    taken.computeIfPresent(peer, (any, own) -> own == 1 ? null : own - 1);
  }
}
