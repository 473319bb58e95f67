package dev.hpa.controller.wiring;

import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Stage;
import com.google.inject.spi.Message;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.history.DecisionHistory;
import dev.hpa.controller.metrics.MetricsOptions;
import dev.hpa.controller.plugins.PluginException;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.shards.NamespaceAccess;
import dev.hpa.controller.state.StateSettings;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.WriteFence;
import dev.hpa.kube.memory.MemoryPool;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Wires the components of a controller: without rate limits, leader election, plug-ins and saved
 * state, unless they are set. Not thread-safe.
 */
public final class ComponentsBuilder {

  final ClusterConnection watching;
  final Timeline timeline;
  final ControllerOptions options;
  ClusterConnection acting;
  private ProviderConfig providers = ProviderConfig.DEFAULT;
  ClientOptions client = ClientOptions.UNLIMITED;
  NamespaceAccess access = NamespaceAccess.undivided(WriteFence.OPEN);
  MetricsOptions metrics = MetricsOptions.DEFAULTS;
  StateSettings state = StateSettings.NONE;
  MemoryPool memory;
  private @Nullable DecisionHistory history;

  ComponentsBuilder(ClusterConnection connection, Timeline timeline, ControllerOptions options) {
    this.watching = connection;
    this.acting = connection;
    this.memory = connection.memory();
    this.timeline = timeline;
    this.options = options;
  }

  /** The connection of reads and writes, as another user; closed with the controller. */
  public ComponentsBuilder acting(ClusterConnection value) {
    acting = value;
    return this;
  }

  /** The providers, their settings and routes. */
  public ComponentsBuilder providers(ProviderConfig value) {
    providers = value;
    return this;
  }

  /** The rate limits and content type of API requests. */
  public ComponentsBuilder client(ClientOptions value) {
    client = value;
    return this;
  }

  /** Whether this controller, which decides about all namespaces, may write now. */
  public ComponentsBuilder fence(WriteFence value) {
    return access(NamespaceAccess.undivided(value));
  }

  /** For which namespaces this controller is responsible, and where it may write now. */
  public ComponentsBuilder access(NamespaceAccess value) {
    access = value;
    return this;
  }

  /** The metrics to collect. */
  public ComponentsBuilder metrics(MetricsOptions value) {
    metrics = value;
    return this;
  }

  /** Where the state is saved, through the watching connection; ignored in shadow mode. */
  public ComponentsBuilder state(StateSettings value) {
    state = value;
    return this;
  }

  /** Records the decisions, and is saved with the state; null for none. */
  public ComponentsBuilder history(@Nullable DecisionHistory value) {
    history = value;
    return this;
  }

  /** The memory for what others determine the size of. Default: that of the connection. */
  public ComponentsBuilder memory(MemoryPool value) {
    memory = value;
    return this;
  }

  /**
   * Wires the controller.
   *
   * @throws PluginException when the providers cannot be used as configured
   */
  public Components create() {
    Injector injector;
    try {
      injector =
          Guice.createInjector(
              Stage.PRODUCTION, new ProvidersModule(providers), new ControllerModule(this));
    } catch (CreationException failure) {
      throw unusable(failure);
    }
    Components components = injector.getInstance(Components.class);
    if (history != null) {
      history.record(components.loop());
    }
    return components;
  }

  /** Unwraps the exception of a plug-in, whose message is complete without Guice's report. */
  private static RuntimeException unusable(CreationException failure) {
    for (Message message : failure.getErrorMessages()) {
      if (message.getCause() instanceof PluginException
          || message.getCause() instanceof CancellationException) {
        return (RuntimeException) message.getCause();
      }
    }
    return failure;
  }
}
