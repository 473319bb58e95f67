package dev.hpa.controller.reconcile;

import com.google.inject.Inject;
import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The namespaces of which all pods are cached while the first list of pods is still being read, so
 * that their autoscalers need not wait for the pods of the others. Thread-safe.
 */
final class InitialPods {

  private final Timeline timeline;
  private final List<String> complete = new ArrayList<>();
  private @Nullable Consumer<List<String>> listener;
  private @Nullable Instant begun;
  private boolean isEnded;

  @Inject
  InitialPods(Timeline timeline) {
    this.timeline = timeline;
  }

  /** A page of the list was cached, with which these namespaces became complete. */
  synchronized void add(List<String> namespaces) {
    if (isEnded) {
      return;
    }
    if (begun == null) {
      begun = timeline.now();
    }
    if (listener == null) {
      complete.addAll(namespaces);
    } else {
      listener.accept(namespaces);
    }
  }

  /** Reports namespaces that are complete, now and from now on, until the list ends. */
  synchronized void onComplete(Consumer<List<String>> value) {
    listener = value;
    value.accept(List.copyOf(complete));
    complete.clear();
  }

  /** The list has ended: all pods are cached. */
  synchronized void end() {
    isEnded = true;
    listener = null;
    complete.clear();
  }

  /** How long the list has been read; zero before its second page and after its end. */
  synchronized Duration age() {
    return begun == null || isEnded ? Duration.ZERO : Duration.between(begun, timeline.now());
  }
}
