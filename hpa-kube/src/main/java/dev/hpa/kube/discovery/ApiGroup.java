package dev.hpa.kube.discovery;

import java.util.List;

/**
 * An API group.
 *
 * @param name empty for core
 * @param preferred preferred version of the server; empty if it names none
 * @param versions in the order of the server
 */
public record ApiGroup(String name, String preferred, List<Version> versions) {

  /**
   * A version of a group.
   *
   * @param groupVersion both as one text, e.g. {@code apps/v1}
   */
  public record Version(String groupVersion, String version) {}
}
