package dev.hpa.sandbox.server;

import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.access.AccessControl;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.AuthorizationResult;
import dev.hpa.sandbox.access.RequestAttributes;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.cluster.Uids;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.MetricsBackend;
import dev.hpa.sandbox.metricsapi.MetricsApiServices;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.ContentNegotiation;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.request.WarningHeaders;
import dev.hpa.sandbox.watch.OpenWatches;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.eclipse.jetty.util.URIUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves API requests regardless of how they are received: authenticates, authorizes and audits
 * them, and injects faults, except into requests below {@code /sandbox}. Every failure is answered
 * with a Status object without a stack trace. Thread-safe.
 */
public final class ApiService {

  private static final Logger LOG = LoggerFactory.getLogger(ApiService.class);

  private final RequestRouter routes;
  private final Faults faults;
  private final Timeline timeline;
  private final AuthFilter authFilter;
  private final Consumer<AuditEvent> audit;
  private final TrafficMetrics traffic = new TrafficMetrics();
  private final OpenWatches watches;

  private ApiService(
      RequestRouter routes,
      Faults faults,
      Timeline timeline,
      AccessControl access,
      OpenWatches watches) {
    this.routes = routes;
    this.faults = faults;
    this.timeline = timeline;
    this.authFilter = new AuthFilter(access);
    this.audit = access.audit();
    this.watches = watches;
  }

  /**
   * Creates the service of a cluster.
   *
   * @param manifests objects that are created before the first request
   * @throws ManifestRejectedException when one of them is rejected
   */
  public static ApiService of(
      Cluster cluster,
      MetricsBackend metrics,
      Faults faults,
      AccessControl access,
      List<Manifest> manifests)
      throws ManifestRejectedException {
    MetricsApiServices.follow(cluster, metrics.apis());
    OpenWatches watches = new OpenWatches();
    RequestRouter routes = new RequestRouter(cluster, metrics, faults, access, watches);
    new ManifestLoader(routes).apply(manifests);
    return new ApiService(routes, faults, cluster.timeline(), access, watches);
  }

  /** The traffic since the start. */
  public TrafficMetrics traffic() {
    return traffic;
  }

  /** The watches that are open. */
  public OpenWatches watches() {
    return watches;
  }

  /** A request that was received, and what returns its response. */
  public interface Exchange {

    String method();

    /** The path as it was sent. */
    String path();

    /** The path and the query as they were sent. */
    String pathAndQuery();

    /** The parameters of the query by name; throws {@link StatusException} if it is malformed. */
    Map<String, String> query();

    /** All values of a header, joined by commas; empty without one. */
    String header(String name);

    /** The whole body; throws {@link StatusException} if it is too large. */
    byte[] body() throws IOException;

    /** The number of bytes of the body that were received. */
    long received();

    /** Sends the response. */
    void reply(ApiResponse answer, WarningHeaders warnings, LongConsumer sent)
        throws IOException, InterruptedException;

    /** Nothing is sent, or nothing more. */
    void failed(Exception failure);
  }

  /** Serves a request: on the calling thread, or on another one after an injected delay. */
  public void serve(Exchange exchange) {
    run(exchange, () -> receive(exchange));
  }

  @FunctionalInterface
  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  /** A step of an exchange; an I/O error ends the exchange. */
  private static void run(Exchange exchange, Step step) {
    try {
      step.run();
    } catch (IOException failure) {
      LOG.debug("{}: client disconnected", line(exchange), failure);
      exchange.failed(failure);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      exchange.failed(stopping);
    } catch (RuntimeException failure) {
      LOG.error("{}: internal error", line(exchange), failure);
      exchange.failed(failure);
    }
  }

  private static String line(Exchange exchange) {
    return exchange.method() + " " + exchange.pathAndQuery();
  }

  private void receive(Exchange exchange) throws IOException, InterruptedException {
    WarningHeaders warnings = new WarningHeaders();
    ApiRequest call;
    try {
      call = call(exchange, warnings);
    } catch (StatusException malformed) {
      exchange.reply(ApiResponse.errorResponse(malformed), warnings, any -> {});
      return;
    }
    RequestAttributes attributes = AuthFilter.attributes(call);
    AuditEvent entry =
        AuditEvent.received(
            Uids.next(timeline.random()),
            call.user(),
            attributes,
            exchange.pathAndQuery(),
            exchange.header("User-Agent"),
            timeline.wall());
    try {
      authFilter.requireAuthenticated(call);
    } catch (StatusException unauthorized) {
      finish(exchange, call, routes.errorResponse(call, unauthorized), entry);
      return;
    }
    AuthorizationResult decision = authFilter.authorize(call, attributes);
    AuditEvent withResult = entry.withResult(decision);
    if (decision.allowed()) {
      execute(exchange, call, withResult);
    } else {
      StatusException error = AuthFilter.forbidden(call.user(), attributes, decision);
      finish(exchange, call, routes.errorResponse(call, error), withResult);
    }
  }

  private void execute(Exchange exchange, ApiRequest call, AuditEvent entry)
      throws IOException, InterruptedException {
    FaultInjector injector = new FaultInjector(effects(call));
    if (injector.delay().isZero()) {
      finish(exchange, call, answer(exchange, call, injector), entry);
    } else {
      Step later = () -> finish(exchange, call, answer(exchange, call, injector), entry);
      timeline.schedule(
          injector.delay(), () -> Thread.startVirtualThread(() -> run(exchange, later)));
    }
  }

  private List<Faults.InjectedEffect> effects(ApiRequest call) {
    boolean exempt =
        call.user().equals(User.OBSERVER)
            || call.path().isEmpty()
            || call.path().getFirst().equals(RequestRouter.SANDBOX);
    return exempt ? List.of() : faults.inject(FaultInjector.matched(call, routes.served()));
  }

  private ApiResponse answer(Exchange exchange, ApiRequest call, FaultInjector injector) {
    try {
      return injector.answer(call, routes);
    } catch (StatusException error) {
      return routes.errorResponse(call, error);
    } catch (RuntimeException failure) {
      LOG.error("{}: internal error", line(exchange), failure);
      return ApiResponse.json(
          500,
          StatusException.of(
                  500, "InternalError", "Internal error occurred: " + failure.getMessage())
              .status());
    }
  }

  /**
   * Sends a response and logs its audit event: watches after they have ended, others before the
   * response is sent, so that a client that has the response finds the event.
   */
  private void finish(Exchange exchange, ApiRequest call, ApiResponse answer, AuditEvent entry)
      throws IOException, InterruptedException {
    TrafficMetrics.Counter counter = traffic.of(entry.attributes());
    counter.received(exchange.received());
    if (!(answer instanceof ApiResponse.Streamed)) {
      audit.accept(entry.answered(code(answer), timeline.wall()));
      exchange.reply(answer, call.warnings(), counter::sent);
      return;
    }
    try {
      exchange.reply(answer, call.warnings(), counter::sent);
    } finally {
      audit.accept(entry.answered(code(answer), timeline.wall()));
    }
  }

  /** The HTTP status that the client receives; 0 for none. */
  private static int code(ApiResponse answer) {
    return switch (answer) {
      case ApiResponse.Whole whole -> whole.code();
      case ApiResponse.Streamed streamed -> streamed.code();
      case ApiResponse.Truncated truncated -> truncated.whole().code();
      case ApiResponse.Reset ignored -> 0;
    };
  }

  private ApiRequest call(Exchange exchange, WarningHeaders warnings) throws IOException {
    // Reads the body first: a connection with an unread body would be closed after the error
    // response.
    byte[] body = exchange.body();
    String raw = exchange.path();
    List<String> path = new ArrayList<>();
    for (String segment : raw.split("/")) {
      if (!segment.isEmpty()) {
        path.add(decoded(segment));
      }
    }
    Map<String, String> query = exchange.query();
    String authorization = exchange.header("Authorization");
    return new ApiRequest(
        routes.release(),
        authFilter.user(authorization.isEmpty() ? null : authorization),
        exchange.method(),
        raw,
        RequestInfo.Path.withoutWatch(path, query),
        query,
        exchange.header("Accept"),
        exchange.header("Content-Type"),
        exchange.header("User-Agent"),
        body,
        warnings,
        ContentNegotiation.PLAIN,
        OptionalLong.empty());
  }

  private static String decoded(String segment) {
    try {
      return URIUtil.decodePath(segment);
    } catch (RuntimeException malformed) {
      throw StatusException.badRequest("the path cannot be decoded");
    }
  }
}
