package dev.hpa.cli.recommend;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.util.List;

/** Several HPAs. Thread-safe. */
interface Fleet {

  /**
   * An HPA.
   *
   * @param hpa as it was when the fleet was listed
   */
  record Member(NamespacedName name, HorizontalPodAutoscaler hpa) {}

  /** The HPAs, in the order of their names. */
  List<Member> members();

  /**
   * An HPA with its workload.
   *
   * @throws KubernetesApiException if it cannot be read, such as because it was deleted
   * @throws ScaleException if the scale of its target cannot be read
   */
  Subject subject(Member member) throws KubernetesApiException, ScaleException;
}
