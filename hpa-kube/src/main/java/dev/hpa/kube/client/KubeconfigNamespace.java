package dev.hpa.kube.client;

import java.nio.file.Path;
import java.util.List;

/** The namespace that commands use if none is given, as kubectl does. */
public final class KubeconfigNamespace {
  private static final String DEFAULT = "default";

  private KubeconfigNamespace() {}

  /**
   * The namespace of a context; {@code default} if it has none.
   *
   * @param files the kubeconfigs; the first that defines a name takes precedence; if there are
   *     several, missing files are skipped
   * @param choice the context
   * @throws KubeconfigException if one cannot be read or is not a kubeconfig
   */
  public static String of(List<Path> files, KubeconfigChoice choice) throws KubeconfigException {
    String namespace = Kubeconfig.read(files).with(choice).context().path("namespace").asText("");
    return namespace.isEmpty() ? DEFAULT : namespace;
  }
}
