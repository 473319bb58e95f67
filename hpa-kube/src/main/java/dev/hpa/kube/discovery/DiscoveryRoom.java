package dev.hpa.kube.discovery;

import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what is kept of all groups, versions and resources of a server: aggregated APIs list as
 * many resources as they like. If the room for them does not suffice, the versions that take most
 * of it have no resources. Used by one thread.
 */
final class DiscoveryRoom {

  /** Bytes of a group, a version or a resource, beside its texts. */
  private static final int OVERHEAD = 250;

  private final List<Version> versions = new ArrayList<>();
  private long left;

  DiscoveryRoom() {
    this(Limit.DISCOVERY_BYTES.asLong());
  }

  /**
   * @param bytes that may be kept
   */
  DiscoveryRoom(long bytes) {
    left = bytes;
  }

  /** The resources of a version, as they are read. */
  final class Version {
    private final List<ApiResource> kept = new ArrayList<>();
    private long bytes;
    private boolean isLeftOut;

    private Version() {}

    /** Keeps a resource of which a scale could be read, if there is room. */
    void add(ApiResource resource) {
      if (isLeftOut || !isPossible(resource)) {
        return;
      }
      if (kept.size() == Limit.DISCOVERY_RESOURCES.asInt()) {
        leaveOut();
        return;
      }
      long more = size(resource.name(), resource.singular(), resource.kind());
      kept.add(resource);
      bytes += more;
      left -= more;
      makeRoom();
    }

    /** Forgets all its resources, also those that follow. */
    void leaveOut() {
      left += bytes;
      bytes = 0;
      kept.clear();
      isLeftOut = true;
    }

    /** To be asked when everything has been read. */
    List<ApiResource> resources() {
      return kept;
    }
  }

  Version version() {
    Version version = new Version();
    versions.add(version);
    return version;
  }

  /**
   * Counts a group or a version.
   *
   * @throws IOException if they alone take more than there is room for
   */
  void take(String name) throws IOException {
    left -= size(name);
    if (!makeRoom()) {
      throw new IOException("the server has more groups and versions than the memory has room for");
    }
  }

  private boolean makeRoom() {
    while (left < 0) {
      Version largest = largest();
      if (largest == null) {
        return false;
      }
      largest.leaveOut();
    }
    return true;
  }

  private @Nullable Version largest() {
    return versions.stream()
        .filter(each -> each.bytes > 0)
        .max(Comparator.comparingLong(each -> each.bytes))
        .orElse(null);
  }

  private static boolean isPossible(ApiResource resource) {
    return !resource.kind().isEmpty()
        && !resource.isSubresource()
        && resource.name().length() <= Limit.NAME_CHARS.asInt()
        && resource.kind().length() <= Limit.NAME_CHARS.asInt()
        && resource.singular().length() <= Limit.NAME_CHARS.asInt();
  }

  private static long size(String... texts) {
    long size = OVERHEAD;
    for (String each : texts) {
      size += 2L * each.length();
    }
    return size;
  }
}
