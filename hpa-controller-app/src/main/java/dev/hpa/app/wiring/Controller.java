package dev.hpa.app.wiring;

import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Stage;
import com.google.inject.spi.Message;
import dev.hpa.api.time.Timeline;
import dev.hpa.app.cache.AutoscalerCache;
import dev.hpa.app.cluster.ClusterConnection;
import dev.hpa.app.controller.ControlLoop;
import dev.hpa.app.controller.ControllerOptions;
import dev.hpa.app.controller.Inspector;
import dev.hpa.app.events.EventRecorder;

/** A controller, put together and ready to start. */
public final class Controller implements AutoCloseable {

  private final ControlLoop loop;
  private final Inspector inspector;
  private final AutoscalerCache autoscalers;
  private final EventRecorder events;
  private final ClusterConnection connection;

  private Controller(
      ControlLoop loop,
      Inspector inspector,
      AutoscalerCache autoscalers,
      EventRecorder events,
      ClusterConnection connection) {
    this.loop = loop;
    this.inspector = inspector;
    this.autoscalers = autoscalers;
    this.events = events;
    this.connection = connection;
  }

  /**
   * Puts a controller together.
   *
   * @param connection closed with the controller
   * @param timeline stays open
   * @throws IllegalStateException when the providers on the class path clash, with which and what
   *     to do
   */
  public static Controller create(
      ClusterConnection connection, Timeline timeline, ControllerOptions options) {
    Injector injector;
    try {
      injector =
          Guice.createInjector(
              Stage.PRODUCTION,
              new ClusterModule(connection, timeline),
              new ProvidersModule(),
              new ControllerModule(options));
    } catch (CreationException failure) {
      throw unusable(failure);
    }
    return new Controller(
        injector.getInstance(ControlLoop.class),
        injector.getInstance(Inspector.class),
        injector.getInstance(AutoscalerCache.class),
        injector.getInstance(EventRecorder.class),
        connection);
  }

  /** Guice tells a story around it; people need the one line of the plug-in that is wrong. */
  private static IllegalStateException unusable(CreationException failure) {
    Message first = failure.getErrorMessages().iterator().next();
    Throwable cause = first.getCause();
    String said = cause == null ? null : cause.getMessage();
    return new IllegalStateException(said == null ? first.getMessage() : said, failure);
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
    loop.close();
    events.close();
    connection.close();
  }
}
