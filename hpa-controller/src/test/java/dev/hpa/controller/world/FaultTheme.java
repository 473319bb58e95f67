package dev.hpa.controller.world;

import java.util.ArrayList;
import java.util.List;

/** What goes wrong in a run: some errors show only where a few kinds of faults meet. */
enum FaultTheme {
  ANYTHING(Kind.values()),
  A_FEW(Kind.values()),
  HAND_OVERS(
      Kind.LISTS_SLOW,
      Kind.STATE_SLOW,
      Kind.SOME_LEASES,
      Kind.KILL,
      Kind.TERMINATE,
      Kind.PAUSE,
      Kind.PAUSE_BEFORE_A_WRITE,
      Kind.LEASE_LOST_DURING_A_WRITE,
      Kind.HAND_OVER_DURING_A_WRITE,
      Kind.CLOCK,
      Kind.LEASE_DELETED,
      Kind.LEASE_DELETED),
  RESTARTS(Kind.TERMINATE, Kind.TERMINATE, Kind.KILL, Kind.CLOCK_BEFORE_RESTART, Kind.USERS),
  CACHES(
      Kind.WATCHES_CUT,
      Kind.WATCHES_SILENT,
      Kind.WATCHES_SLOW,
      Kind.WATCHES_NEVER_OPEN,
      Kind.WATCHES_EXPIRED,
      Kind.WATCHES_EXPIRED,
      Kind.WATCHES_GONE,
      Kind.LISTS_EXPIRED,
      Kind.LISTS_STALE,
      Kind.LISTS_SLOW,
      Kind.COMPACTION,
      Kind.USERS),
  METRICS(
      Kind.METRICS_AWAY,
      Kind.METRICS_HANG,
      Kind.PLUGIN_MISBEHAVES,
      Kind.CONFLICTS,
      Kind.SYNC_THROWS,
      Kind.USERS);

  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable.
  private final List<Kind> kinds;

  FaultTheme(Kind... kinds) {
    this.kinds = List.of(kinds);
  }

  /** The kinds of a run. */
  List<Kind> drawn(World world) {
    if (this != A_FEW) {
      return kinds;
    }
    List<Kind> few = new ArrayList<>();
    for (int i = world.random().nextInt(3); i >= 0; i--) {
      few.add(world.oneOf(kinds));
    }
    return few;
  }

  /** The kinds of faults. */
  enum Kind {
    CONNECTIONS_REFUSED,
    RESET_BEFORE,
    RESET_AFTER,
    REQUESTS_LOST,
    RESPONSES_LOST,
    ERRORS,
    TOO_MANY_REQUESTS,
    CONFLICTS,
    UNAUTHORIZED,
    FORBIDDEN,
    BODIES_CUT,
    BODIES_GARBLED,
    BODIES_SLOW,
    LATENCY,
    WATCHES_CUT,
    WATCHES_SILENT,
    WATCHES_SLOW,
    WATCHES_NEVER_OPEN,
    WATCHES_EXPIRED,
    WATCHES_GONE,
    LISTS_EXPIRED,
    LISTS_STALE,
    LISTS_SLOW,
    COMPACTION,
    METRICS_AWAY,
    METRICS_HANG,
    PLUGIN_MISBEHAVES,
    STATE_SLOW,
    LEASES_UNREACHABLE,
    SOME_LEASES,
    PARTITION,
    SERVER_RESTARTS,
    KILL,
    TERMINATE,
    PAUSE,
    PAUSE_BEFORE_A_WRITE,
    LEASE_LOST_DURING_A_WRITE,
    HAND_OVER_DURING_A_WRITE,
    CLOCK,
    CLOCK_BEFORE_RESTART,
    LEASE_DELETED,
    SYNC_THROWS,
    USERS
  }
}
