package dev.hpa.conformance.cases;

import java.time.Duration;

/** Kinds of pods more than one area needs. */
final class Pods {

  /** Longer than any pod starts. */
  static final Duration LONG = Duration.ofHours(1);

  private Pods() {}

  /** A pod with the containers app and helper. */
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
