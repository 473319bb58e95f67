package dev.hpa.kube.discovery;

import java.util.List;

/**
 * A group of APIs.
 *
 * @param name empty for core
 * @param preferred the version the server prefers, empty when it names none
 * @param versions in the server's order
 */
public record ApiGroup(String name, String preferred, List<Version> versions) {

  /**
   * A version of a group.
   *
   * @param groupVersion both as one text, e.g. {@code apps/v1}
   */
  public record Version(String groupVersion, String version) {}
}
