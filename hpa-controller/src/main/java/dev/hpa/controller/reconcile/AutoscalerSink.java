package dev.hpa.controller.reconcile;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.cache.SelectorRegistry;
import dev.hpa.controller.cache.TargetTracker;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.core.options.Options;
import dev.hpa.core.settings.Settings;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnexpectedFailures;
import dev.hpa.kube.client.UnreadableObject;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts watched autoscalers into the cache and into the queue. */
final class AutoscalerSink implements Reflector.Sink<HorizontalPodAutoscaler> {

  private final AutoscalerCache autoscalers;
  private final SelectorRegistry selectors;
  private final TargetTracker targets;
  private final LoopObserver observer;
  private final ReconcileQueue queue;
  private final OptionSources options;
  private final DueTimes times;
  private final boolean syncsNewAtOnce;
  private final boolean syncsChangesAtOnce;
  private final UnexpectedFailures failures = new UnexpectedFailures(AutoscalerSink.class);
  private volatile boolean cachesFilled;
  private volatile Instant start;

  @Inject
  @SuppressWarnings("NullAway.Init")
  AutoscalerSink(
      AutoscalerCache autoscalers,
      SelectorRegistry selectors,
      TargetTracker targets,
      LoopObserver observer,
      ReconcileQueue queue,
      OptionSources options,
      DueTimes times,
      ControllerOptions controller) {
    this.autoscalers = autoscalers;
    this.selectors = selectors;
    this.targets = targets;
    this.observer = observer;
    this.queue = queue;
    this.options = options;
    this.times = times;
    Settings settings = controller.settings();
    this.syncsNewAtOnce = settings.version().syncsNewAtOnce() && !controller.shadow();
    this.syncsChangesAtOnce = settings.observesGeneration() && !controller.shadow();
  }

  /**
   * Sets the start from which the first period counts; called before the watch begins.
   *
   * @param start on the timeline; not in the future
   */
  void startsAt(Instant start) {
    this.start = start;
  }

  /** Queues every delivered autoscaler from now on, regardless of the schedule. */
  void cachesFilled() {
    cachesFilled = true;
  }

  @Override
  public Map<NamespacedName, RuntimeException> replace(
      List<HorizontalPodAutoscaler> all, List<UnreadableObject> unreadable) {
    Set<NamespacedName> kept = new HashSet<>();
    Map<NamespacedName, RuntimeException> failed = new HashMap<>();
    for (HorizontalPodAutoscaler hpa : all) {
      NamespacedName key = NamespacedName.of(hpa.metadata());
      try {
        put(hpa);
        kept.add(key);
      } catch (RuntimeException failure) {
        failed.put(key, failure);
      }
    }
    Set<NamespacedName> bad = new HashSet<>(failed.keySet());
    unreadable.forEach(each -> bad.add(each.key()));
    List<NamespacedName> gone =
        autoscalers.keys(NamespaceScope.ALL).stream().filter(key -> !kept.contains(key)).toList();
    autoscalers.replaceUnreadable(bad);
    gone.stream().filter(key -> !bad.contains(key)).forEach(autoscalers::remove);
    gone.forEach(this::removed);
    return failed;
  }

  @Override
  public void put(HorizontalPodAutoscaler hpa) {
    NamespacedName key = NamespacedName.of(hpa.metadata());
    selectors.register(key);
    HorizontalPodAutoscaler before = autoscalers.get(key);
    boolean optionsChanged = optionsAskFor(key, before, hpa);
    boolean dueNow = observer.seen(before, hpa);
    targets.track(hpa.spec().scaleTargetRef());
    autoscalers.put(hpa);
    boolean changed = isDueAsChanged(before, hpa);
    if (!changed) {
      schedule(key);
    }
    if (dueNow) {
      queue.addNow(key);
    } else if (optionsChanged || changed) {
      queue.addChanged(key);
    }
  }

  /**
   * Whether a new autoscaler is due at once, since Kubernetes v1.37, or one with another
   * generation, with the feature gate HPAGeneration; unless the schedule staggers the first syncs.
   * The sync schedules the next one.
   */
  private boolean isDueAsChanged(
      @Nullable HorizontalPodAutoscaler before, HorizontalPodAutoscaler after) {
    if (!cachesFilled && times.awaitsCaches()) {
      return false;
    }
    return before == null
        ? syncsNewAtOnce
        : syncsChangesAtOnce
            && !Objects.equals(before.metadata().generation(), after.metadata().generation());
  }

  private void schedule(NamespacedName key) {
    if (cachesFilled) {
      queue.add(key);
    } else if (!times.awaitsCaches()) {
      queue.addFirst(key, start);
    }
  }

  /**
   * Whether changed options, or a changed spec of an autoscaler with its own period, ask for a sync
   * at once.
   */
  private boolean optionsAskFor(
      NamespacedName key, @Nullable HorizontalPodAutoscaler before, HorizontalPodAutoscaler after) {
    Options old = before == null ? Options.NONE : options.options(before);
    Options now = options.options(after);
    setTimes(key, now);
    if (!cachesFilled || (old.isEmpty() && now.isEmpty())) {
      return false;
    }
    boolean specChanged = before == null || !before.spec().equals(after.spec());
    return !old.equals(now) || (now.syncPeriod() != null && specChanged);
  }

  private void setTimes(NamespacedName key, Options now) {
    if (times.set(key, now)) {
      queue.unschedule(key);
    }
  }

  /** Syncs the autoscalers of a namespace whose options have changed. */
  void namespaceChanged(String namespace) {
    for (HorizontalPodAutoscaler hpa : List.copyOf(autoscalers.all())) {
      NamespacedName key = NamespacedName.of(hpa.metadata());
      if (key.namespace().equals(namespace)) {
        namespaceChanged(key, hpa);
      }
    }
  }

  private void namespaceChanged(NamespacedName key, HorizontalPodAutoscaler hpa) {
    try {
      setTimes(key, options.options(hpa));
      schedule(key);
      if (cachesFilled) {
        queue.addChanged(key);
      }
    } catch (RuntimeException failure) {
      failures.met("options of the namespace of " + key, failure);
    }
  }

  @Override
  public void remove(HorizontalPodAutoscaler hpa) {
    remove(NamespacedName.of(hpa.metadata()));
  }

  private void remove(NamespacedName key) {
    autoscalers.remove(key);
    removed(key);
  }

  /** An outdated spec must not scale a target: the autoscaler is handled as a deleted one. */
  @Override
  public void unreadable(UnreadableObject object) {
    autoscalers.unreadable(object.key());
    removed(object.key());
  }

  @Override
  public void drop(NamespaceScope namespaces) {
    autoscalers.keys(namespaces).forEach(this::remove);
    autoscalers.dropUnreadable(namespaces);
  }

  private void removed(NamespacedName key) {
    selectors.remove(key);
    if (times.set(key, Options.NONE)) {
      // Its next sync, which forgets its history, may be far off.
      queue.unschedule(key);
      queue.addNow(key);
    }
  }

  @Override
  public void removeUnreadable(UnreadableObject object) {
    remove(object.key());
  }
}
