package dev.hpa.sandbox.server;

import dev.hpa.api.GoDuration;
import dev.hpa.sandbox.access.Access;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ServedResources;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.MetricsPipeline;
import java.time.Duration;
import java.util.List;

/** From a path to the room that answers it. */
final class Routes {

  /** The first segment of what real servers do not have. */
  static final String SANDBOX = "sandbox";

  private final ServedResources served;
  private final ResourceCalls resources;
  private final ApiGroups groups;
  private final Discovery discovery;
  private final MetricsCalls metrics;
  private final CustomMetricsCalls customMetrics;
  private final ExternalMetricsCalls externalMetrics;
  private final HeapsterCalls heapster;
  private final ReviewCalls reviews;
  private final SandboxCalls sandbox;

  Routes(
      Cluster cluster,
      MetricsPipeline pipeline,
      Faults faults,
      Access access,
      OpenWatches watches) {
    this.served = cluster.resources();
    this.resources = new ResourceCalls(cluster, access.tokens(), watches);
    this.groups = new ApiGroups(served, pipeline);
    this.discovery = new Discovery(groups);
    this.metrics = new MetricsCalls(pipeline.pods());
    this.customMetrics = new CustomMetricsCalls(cluster, pipeline.custom());
    this.externalMetrics = new ExternalMetricsCalls(cluster, pipeline.values());
    this.heapster = new HeapsterCalls(cluster, pipeline);
    this.reviews = new ReviewCalls(cluster, access);
    this.sandbox = new SandboxCalls(pipeline, faults, access.tokens());
  }

  /** The resources that are served at the moment. */
  ServedResources served() {
    return served;
  }

  Answer answer(Call call) {
    List<String> path = call.path();
    checkTimeout(call);
    if (call.rawPath().contains("//")) {
      throw Target.unknown();
    }
    String first = path.isEmpty() ? "" : path.getFirst();
    return switch (first) {
      case "healthz", "livez", "readyz" -> path.size() == 1 ? Answer.text(200, "ok") : noPage();
      case "version" -> path.size() == 1 ? ServerVersion.answer() : noPage();
      case "openapi" -> openApi(call, path);
      case "api", "apis" -> inWantedForm(call, path);
      case SANDBOX -> sandbox.answer(call);
      default -> noPage();
    };
  }

  private static Answer noPage() {
    return Answer.text(404, "404 page not found\n");
  }

  /** The parameter is of no use here, but it is not ignored when it makes no sense. */
  private static void checkTimeout(Call call) {
    String timeout = call.parameter("timeout");
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

  /** The form is chosen before anything is done, so that nothing is done for a refused request. */
  private Answer inWantedForm(Call call, List<String> path) {
    Representation form = Representation.ofWhole(call, path.size() > 3);
    Answer answer = path.getFirst().equals("api") ? core(call, path) : named(call, path);
    return answer instanceof Answer.Whole whole ? form.of(whole) : answer;
  }

  private Answer openApi(Call call, List<String> path) {
    if (path.size() == 2 && path.get(1).equals("v2")) {
      return OpenApi.old(call, served.all());
    }
    if (path.size() < 2 || !path.get(1).equals("v3")) {
      return noPage();
    }
    return path.size() == 2
        ? OpenApi.index(groups.all())
        : OpenApi.document(String.join("/", path.subList(2, path.size())), served.all(), groups);
  }

  private Answer core(Call call, List<String> path) {
    if (path.size() == 1) {
      return discovery.core(call);
    }
    if (!path.get(1).equals("v1")) {
      throw Target.unknown();
    }
    if (path.size() == 2) {
      return discovery.resources("", "v1");
    }
    return HeapsterCalls.serves(path) ? heapster.answer(call) : stored(call, path);
  }

  private Answer named(Call call, List<String> path) {
    if (path.size() == 1) {
      return discovery.groups(call);
    }
    String group = path.get(1);
    if (reviews.serves(path)) {
      return reviews.answer(call);
    }
    if (!groups.has(group)) {
      return noPage();
    }
    if (path.size() == 2) {
      return discovery.group(group);
    }
    if (path.size() == 3) {
      return discovery.resources(group, path.get(2));
    }
    return switch (group) {
      case MetricsCalls.GROUP -> metrics.answer(call, Target.Path.parse(path));
      case CustomMetricsCalls.GROUP -> customMetrics.answer(call);
      case ExternalMetricsCalls.GROUP -> externalMetrics.answer(call);
      default -> stored(call, path);
    };
  }

  private Answer stored(Call call, List<String> path) {
    Target target = Target.resolve(Target.Path.parse(path), served);
    if (!target.type().namespaced() && !target.namespace().isEmpty()) {
      throw Target.unknown();
    }
    Representation.requireKnown(call, target);
    return resources.answer(call, target);
  }
}
