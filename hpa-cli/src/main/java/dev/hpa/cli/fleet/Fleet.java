package dev.hpa.cli.fleet;

import dev.hpa.api.NamespacedName;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.util.List;

/** Several HPAs. Thread-safe. */
public interface Fleet {

  /** The HPAs, in the order of their names. */
  List<NamespacedName> members();

  /**
   * An HPA with its workload.
   *
   * @throws KubernetesApiException if it cannot be read, such as because it was deleted
   * @throws ScaleException if the scale of its target cannot be read
   */
  Subject subject(NamespacedName member) throws KubernetesApiException, ScaleException;
}
