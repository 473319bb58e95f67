package dev.hpa.cli.preflight;

/** Namespace and name of a Lease. */
public record LeaseName(String namespace, String name) {

  /** The Lease of the manifests. */
  public static final LeaseName DEFAULT = new LeaseName("hpa-system", "hpa-controller");

  /** The Lease of kube-controller-manager. */
  static final LeaseName UPSTREAM = new LeaseName("kube-system", "kube-controller-manager");

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
