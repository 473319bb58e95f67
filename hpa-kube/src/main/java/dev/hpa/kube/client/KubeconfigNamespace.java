package dev.hpa.kube.client;

import java.nio.file.Path;
import java.util.List;

/** The namespace that commands use if none is given, as kubectl does. */
public final class KubeconfigNamespace {
  private static final String DEFAULT = "default";

  private KubeconfigNamespace() {}

  /**
   * The namespace of the current context; {@code default} if it has none.
   *
   * @param files the kubeconfigs; the first that defines a name takes precedence
   * @throws KubeconfigException if one cannot be read or is not a kubeconfig
   */
  public static String of(List<Path> files) throws KubeconfigException {
    Kubeconfig merged = Kubeconfig.EMPTY;
    for (Path each : files) {
      merged = merged.merge(Kubeconfig.read(each));
    }
    String namespace = merged.context().path("namespace").asText("");
    return namespace.isEmpty() ? DEFAULT : namespace;
  }
}
