package dev.hpa.app.wiring;

import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Stage;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cache.AutoscalerCache;
import dev.hpa.app.cache.WatchedScales;
import dev.hpa.app.cluster.ClusterConnection;
import dev.hpa.app.controller.ControlLoop;
import dev.hpa.app.controller.ControllerOptions;
import dev.hpa.app.controller.Inspector;
import dev.hpa.app.events.EventRecorder;
import dev.hpa.app.plugins.PluginException;
import dev.hpa.app.plugins.ProviderConfig;
import dev.hpa.app.plugins.Providers;

/** A controller, put together and ready to start. */
public final class Controller implements AutoCloseable {

  private final ControlLoop loop;
  private final Inspector inspector;
  private final AutoscalerCache autoscalers;
  private final EventRecorder events;
  private final Providers providers;
  private final WatchedScales scales;
  private final ClusterConnection connection;

  private Controller(
      ControlLoop loop,
      Inspector inspector,
      AutoscalerCache autoscalers,
      EventRecorder events,
      Providers providers,
      WatchedScales scales,
      ClusterConnection connection) {
    this.loop = loop;
    this.inspector = inspector;
    this.autoscalers = autoscalers;
    this.events = events;
    this.providers = providers;
    this.scales = scales;
    this.connection = connection;
  }

  /**
   * Puts a controller together.
   *
   * @param connection closed with the controller
   * @param timeline stays open
   * @throws PluginException when the providers on the class path clash
   */
  public static Controller create(
      ClusterConnection connection, Timeline timeline, ControllerOptions options) {
    return create(connection, timeline, options, ProviderConfig.DEFAULT);
  }

  /**
   * Puts a controller with providers of one's own together.
   *
   * @param connection closed with the controller
   * @param timeline stays open
   * @throws PluginException when the providers cannot be used as configured
   */
  public static Controller create(
      ClusterConnection connection,
      Timeline timeline,
      ControllerOptions options,
      ProviderConfig providers) {
    Injector injector;
    try {
      injector =
          Guice.createInjector(
              Stage.PRODUCTION,
              new ClusterModule(connection, timeline),
              new ProvidersModule(providers),
              new ControllerModule(options));
    } catch (CreationException failure) {
      throw unusable(failure);
    }
    return new Controller(
        injector.getInstance(ControlLoop.class),
        injector.getInstance(Inspector.class),
        injector.getInstance(AutoscalerCache.class),
        injector.getInstance(EventRecorder.class),
        injector.getInstance(Providers.class),
        injector.getInstance(WatchedScales.class),
        connection);
  }

  /** Guice tells a story around it; people need the one line of the plug-in that is wrong. */
  private static RuntimeException unusable(CreationException failure) {
    Throwable cause = failure.getErrorMessages().iterator().next().getCause();
    return cause instanceof PluginException plugin ? plugin : failure;
  }

  /** The loop, to start and to listen to. */
  public ControlLoop loop() {
    return loop;
  }

  /** A look inside. */
  public Inspector inspector() {
    return inspector;
  }

  /** The autoscalers as the controller knows them. */
  public AutoscalerCache autoscalers() {
    return autoscalers;
  }

  @Override
  public void close() {
    providers.abandon();
    loop.close();
    scales.close();
    events.close();
    providers.close();
    connection.close();
  }
}
