package dev.hpa.api;

/**
 * The group and the version of an apiVersion.
 *
 * @param group API group; empty for core
 * @param version API version
 */
public record ApiGroupVersion(String group, String version) {

  /**
   * Parses {@code version} or {@code group/version}.
   *
   * @throws IllegalArgumentException with the API machinery's message if the text has more than one
   *     slash
   */
  public static ApiGroupVersion parse(String apiVersion) {
    if (apiVersion.isEmpty() || apiVersion.equals("/")) {
      return new ApiGroupVersion("", "");
    }
    int slash = apiVersion.indexOf('/');
    if (slash < 0) {
      return new ApiGroupVersion("", apiVersion);
    }
    if (apiVersion.indexOf('/', slash + 1) >= 0) {
      throw new IllegalArgumentException("unexpected GroupVersion string: " + apiVersion);
    }
    return new ApiGroupVersion(apiVersion.substring(0, slash), apiVersion.substring(slash + 1));
  }

  /** The string form: {@code group/version}, or the version alone for core. */
  @Override
  public String toString() {
    return group.isEmpty() ? version : group + "/" + version;
  }
}
