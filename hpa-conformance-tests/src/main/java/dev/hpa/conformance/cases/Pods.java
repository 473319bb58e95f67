package dev.hpa.conformance.cases;

import java.time.Duration;

/** Pods that several areas use. */
final class Pods {

  /** Longer than the CPU initialization period. */
  static final Duration LONG = Duration.ofHours(1);

  private Pods() {}

  /** Returns a pod with the containers app and helper. */
  static Pod withSidecar(String app, String helper) {
    return Pod.named("web")
        .withSpec(
            """
            {'containers':[
              {'name':'app','image':'app','resources':{'requests':{'cpu':'%s'}}},
              {'name':'helper','image':'helper','resources':{'requests':{'cpu':'%s'}}}]}
            """
                .formatted(app, helper));
  }
}
