package dev.hpa.sandbox.server;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.GoDuration;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.sandbox.access.AccessControl;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ServedResources;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.discovery.AggregationLayer;
import dev.hpa.sandbox.discovery.ApiGroups;
import dev.hpa.sandbox.discovery.Discovery;
import dev.hpa.sandbox.discovery.OpenApi;
import dev.hpa.sandbox.discovery.ServerVersion;
import dev.hpa.sandbox.discovery.ServiceProxy;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.MetricsBackend;
import dev.hpa.sandbox.metricsapi.CustomMetricsHandler;
import dev.hpa.sandbox.metricsapi.ExternalMetricsHandler;
import dev.hpa.sandbox.metricsapi.HeapsterHandler;
import dev.hpa.sandbox.metricsapi.ResourceMetricsHandler;
import dev.hpa.sandbox.proto.ProtobufCodec;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.ContentNegotiation;
import dev.hpa.sandbox.request.PartialMetadataConverter;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.resources.ResourceHandler;
import dev.hpa.sandbox.resources.ReviewHandler;
import dev.hpa.sandbox.watch.OpenWatches;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Routes requests to their handlers by path. */
final class RequestRouter {

  /** The first path segment of the sandbox's own endpoints. */
  static final String SANDBOX = "sandbox";

  private static final Set<String> METRICS =
      Set.of(
          ResourceMetricsHandler.GROUP, CustomMetricsHandler.GROUP, ExternalMetricsHandler.GROUP);

  private final ServedResources served;
  private final ResourceHandler resources;
  private final ApiGroups groups;
  private final Discovery discovery;
  private final OpenApi openApi;
  private final ResourceMetricsHandler metrics;
  private final CustomMetricsHandler customMetrics;
  private final ExternalMetricsHandler externalMetrics;
  private final HeapsterHandler heapster;
  private final ServiceProxy services;
  private final ReviewHandler reviews;
  private final KubernetesVersion version;
  private final AggregationLayer aggregation;
  private final SandboxHandler sandbox;
  private final RootHandler root;

  RequestRouter(
      Cluster cluster,
      MetricsBackend pipeline,
      Faults faults,
      AccessControl access,
      OpenWatches watches) {
    this.version = cluster.version();
    this.served = cluster.resources();
    this.resources = new ResourceHandler(cluster, watches);
    this.aggregation = AggregationLayer.in(cluster);
    this.groups = new ApiGroups(served, pipeline, aggregation);
    this.discovery = new Discovery(groups);
    this.openApi = new OpenApi(served);
    this.metrics = new ResourceMetricsHandler(pipeline.pods(), pipeline.apis());
    this.customMetrics = new CustomMetricsHandler(cluster, pipeline.custom());
    this.externalMetrics = new ExternalMetricsHandler(cluster, pipeline.values());
    this.heapster = new HeapsterHandler(cluster, pipeline);
    this.services = new ServiceProxy(cluster);
    this.reviews = new ReviewHandler(cluster, access);
    this.sandbox = new SandboxHandler(pipeline, faults);
    this.root = new RootHandler(groups);
  }

  /** The Kubernetes version that is served. */
  KubernetesVersion release() {
    return version;
  }

  /** The resources that are served now. */
  ServedResources served() {
    return served;
  }

  ApiResponse answer(ApiRequest request) {
    List<String> path = request.path();
    checkTimeout(request);
    if (request.rawPath().contains("//")) {
      throw RequestInfo.notFound();
    }
    String first = path.isEmpty() ? "" : path.getFirst();
    return switch (first) {
      case "" -> root.paths();
      case "healthz", "livez", "readyz" ->
          path.size() == 1 ? health(request, first) : ApiResponse.notFound();
      case "version" -> path.size() == 1 ? ServerVersion.answer(version) : ApiResponse.notFound();
      case "openapi" -> openApi.answer(request);
      case "api", "apis" ->
          aggregation.serves(path) ? aggregation.answer(request) : negotiated(request, path);
      case SANDBOX -> sandbox.answer(request);
      default -> ApiResponse.notFound();
    };
  }

  /** The health endpoints; a server that responds is healthy. */
  private static ApiResponse health(ApiRequest request, String check) {
    return ApiResponse.text(
        200, request.flag("verbose") ? "[+]ping ok\n" + check + " check passed\n" : "ok");
  }

  /** Validates the timeout parameter, which has no effect. */
  private static void checkTimeout(ApiRequest request) {
    String timeout = request.parameter("timeout");
    try {
      if (timeout != null) {
        Duration ignored = GoDuration.parse(timeout);
      }
    } catch (IllegalArgumentException failure) {
      throw StatusException.badRequest(
          "invalid timeout specified in the request URL - time: invalid duration \""
              + timeout
              + "\"");
    }
  }

  /**
   * Negotiates the content type before the request is executed, so that a rejected request has no
   * effect.
   */
  private ApiResponse negotiated(ApiRequest request, List<String> path) {
    ContentNegotiation accepted = ContentNegotiation.of(request, place(path));
    ApiRequest answered = request.answeredAs(accepted);
    ApiResponse answer =
        path.getFirst().equals("api") ? core(answered, path) : named(answered, path);
    return answer instanceof ApiResponse.Whole whole
        ? accepted.form().of(PartialMetadataConverter.of(whole, accepted))
        : answer;
  }

  /** An error in the content type that was negotiated for the request. */
  ApiResponse.Whole errorResponse(ApiRequest request, StatusException error) {
    ApiResponse.Whole answer = ApiResponse.errorResponse(error);
    try {
      return ContentNegotiation.of(request, placeOfError(request.path(), error)).form().of(answer);
    } catch (StatusException unacceptable) {
      return answer;
    }
  }

  /** Errors of authentication, authorization and negotiation do not depend on the resource. */
  private ContentNegotiation.Place placeOfError(List<String> path, StatusException error) {
    boolean isAboutNothing = Set.of(401, 403, 406).contains(error.code());
    return isAboutNothing ? ContentNegotiation.Place.OBJECTS : place(path);
  }

  private ContentNegotiation.Place place(List<String> path) {
    boolean isApi =
        !path.isEmpty() && (path.getFirst().equals("api") || path.getFirst().equals("apis"));
    if (path.size() <= 1) {
      return ContentNegotiation.Place.DISCOVERY;
    }
    boolean isShort = path.size() < (path.getFirst().equals("api") ? 3 : 4);
    return !isApi || isShort
        ? ContentNegotiation.Place.DOCUMENT
        : hasProtobuf(RequestInfo.Path.parse(path))
            ? ContentNegotiation.Place.OBJECTS
            : ContentNegotiation.Place.OBJECTS_WITHOUT_PROTOBUF;
  }

  /** Few metrics resources have protobuf; unknown ones are rejected anyway. */
  private boolean hasProtobuf(RequestInfo.Path path) {
    if (METRICS.contains(path.group())) {
      return ResourceMetricsHandler.hasProtobuf(path);
    }
    ResourceType type = served.find(path.group(), path.resource());
    ApiGroupVersion version = new ApiGroupVersion(path.group(), path.version());
    return type == null || ProtobufCodec.supports(version.toString(), type.kind());
  }

  private ApiResponse core(ApiRequest request, List<String> path) {
    if (path.size() == 1) {
      return discovery.core(request);
    }
    if (!path.get(1).equals("v1")) {
      throw RequestInfo.notFound();
    }
    if (path.size() == 2) {
      return discovery.resources("", "v1");
    }
    if (HeapsterHandler.serves(path)) {
      return heapster.answer(request);
    }
    return ServiceProxy.serves(path) ? services.answer(request) : stored(request, path);
  }

  private ApiResponse named(ApiRequest request, List<String> path) {
    if (path.size() == 1) {
      return discovery.groups(request);
    }
    String group = path.get(1);
    if (reviews.serves(path)) {
      return reviews.answer(request);
    }
    if (!groups.has(group)) {
      return ApiResponse.notFound();
    }
    if (path.size() == 2) {
      return discovery.group(group);
    }
    if (path.size() == 3) {
      return discovery.resources(group, path.get(2));
    }
    return switch (group) {
      case ResourceMetricsHandler.GROUP -> metrics.answer(request, RequestInfo.Path.parse(path));
      case CustomMetricsHandler.GROUP -> customMetrics.answer(request);
      case ExternalMetricsHandler.GROUP -> externalMetrics.answer(request);
      default -> stored(request, path);
    };
  }

  private ApiResponse stored(ApiRequest request, List<String> path) {
    RequestInfo target = RequestInfo.resolve(RequestInfo.Path.parse(path), served);
    if (!target.type().namespaced() && !target.namespace().isEmpty()) {
      throw RequestInfo.notFound();
    }
    return resources.answer(request, target);
  }
}
