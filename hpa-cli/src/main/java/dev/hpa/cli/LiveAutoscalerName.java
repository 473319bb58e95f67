package dev.hpa.cli;

import dev.hpa.api.NamespacedName;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.Topic;
import dev.hpa.kube.client.KubeconfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The name of a live autoscaler: {@code shop/web}, or {@code web -n shop} as in kubectl. */
@Topic("HPAs")
public final class LiveAutoscalerName {

  @Parameters(paramLabel = "[NAMESPACE/]NAME", arity = "0..1", description = "The HPA.")
  private @Nullable String name;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description =
          "Namespace of the HPA, or without a NAME of several (default: the one in its name, that of"
              + " the kubeconfig's context, or default in files).")
  private @Nullable String namespace;

  /** Whether a name is given. */
  public boolean isGiven() {
    return name != null;
  }

  /** Whether {@code --namespace} is given. */
  public boolean hasNamespace() {
    return namespace != null;
  }

  /** The namespace that is given, or another one. */
  public String namespaceOr(String other) {
    return namespace == null ? other : namespace;
  }

  /** The namespace that is given, or that of the context of a cluster. */
  public String namespaceOf(UserCluster cluster) throws KubeconfigException {
    return namespace == null ? cluster.namespace() : namespace;
  }

  /**
   * The autoscaler.
   *
   * @param cluster whose context has the default namespace
   * @throws UsageException if the name is missing or invalid
   */
  public NamespacedName of(UserCluster cluster) throws KubeconfigException {
    String given = name;
    return in(given == null || given.contains("/") ? "" : namespaceOf(cluster));
  }

  /**
   * The autoscaler.
   *
   * @param otherwise the namespace if none is given
   * @throws UsageException if the name is missing or invalid
   */
  public NamespacedName in(String otherwise) {
    String given = name;
    if (given == null) {
      throw new UsageException("NAME: no HPA is given; write NAMESPACE/NAME, such as shop/web");
    }
    try {
      return qualified(given, otherwise);
    } catch (IllegalArgumentException invalid) {
      throw new UsageException(
          "\"%s\" is not the name of an HPA; write NAMESPACE/NAME, such as shop/web"
              .formatted(given),
          invalid);
    }
  }

  private NamespacedName qualified(String given, String otherwise) {
    if (given.contains("/")) {
      NamespacedName full = NamespacedName.parse(given);
      if (namespace != null && !namespace.equals(full.namespace())) {
        throw new UsageException(
            "--namespace: \"%s\" is not the namespace of \"%s\"; remove one of them"
                .formatted(namespace, given));
      }
      return full;
    }
    return NamespacedName.parse(namespaceOr(otherwise) + "/" + given);
  }
}
