package dev.hpa.api;

/** Versions of this build: of the project, and of the Kubernetes release it reproduces. */
public final class BuildInfo {

  /** The version of this project, without {@code -SNAPSHOT}. */
  public static final String VERSION = "0.1.0";

  public static final int KUBERNETES_MAJOR = 1;
  public static final int KUBERNETES_MINOR = 36;

  /** The Kubernetes release whose behaviour is reproduced. */
  public static final String KUBERNETES_VERSION =
      "v" + KUBERNETES_MAJOR + "." + KUBERNETES_MINOR + ".2";

  private BuildInfo() {}
}
