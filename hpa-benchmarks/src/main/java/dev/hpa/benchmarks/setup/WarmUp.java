package dev.hpa.benchmarks.setup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * Sends all requests of a controller to a sandbox, in JSON and in protobuf, so that the JIT
 * compilers of the sandbox are done before the first controller is measured. Writes go to a
 * temporary namespace.
 */
public final class WarmUp {

  /** Namespace of all writes; {@link Observer} ignores it. */
  static final String NAMESPACE = "warm-up";

  private static final String JSON = "application/json";
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final String AUTOSCALERS = "horizontalpodautoscalers";
  private static final String OBJECTS =
      "/apis/autoscaling/v2/namespaces/" + NAMESPACE + "/" + AUTOSCALERS;
  private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1/namespaces/";
  private static final int PAGE = 500;
  private static final int MAX_PAGES = 20;
  private static final int LANES = 50;
  private static final int READS = 3000;
  private static final int WRITES = 6000;

  /** Maximum number of pods in all responses of one round. */
  private static final int LISTED_PODS = 150_000;

  private static final String STATUS =
      """
      {"currentReplicas": 10, "desiredReplicas": 10, "lastScaleTime": "2026-01-01T00:00:00Z",
       "currentMetrics": [{"type": "Resource", "resource": {"name": "cpu",
        "current": {"averageUtilization": %1$d, "averageValue": "%1$dm"}}}],
       "conditions": [
        {"type": "AbleToScale", "status": "True", "lastTransitionTime": "2026-01-01T00:00:00Z",
         "reason": "ReadyForNewScale", "message": "recommended size matches current size"},
        {"type": "ScalingActive", "status": "True", "lastTransitionTime": "2026-01-01T00:00:00Z",
         "reason": "ValidMetricFound", "message": "the HPA was able to compute"},
        {"type": "ScalingLimited", "status": "False", "lastTransitionTime": "2026-01-01T00:00:00Z",
         "reason": "DesiredWithinRange", "message": "the desired count is within range"}]}
      """;

  /** Discovery requests. */
  private static final List<String> DISCOVERY =
      List.of(
          "/healthz",
          "/version",
          "/api",
          "/apis",
          "/api/v1",
          "/apis/apps/v1",
          "/apis/autoscaling/v2",
          "/apis/metrics.k8s.io/v1beta1");

  /** The warm-up ends after so many consecutive rounds without a gain. */
  private static final int ROUNDS_WITHOUT_GAIN = 2;

  /** A round is a gain if it takes less than this share of the cheapest round. */
  private static final double GAIN_SHARE = 0.95;

  private static final int MAX_ROUNDS = 20;

  private final Population population;
  private Connection connection;

  private WarmUp(Connection connection, Population population) {
    this.connection = connection;
    this.population = population;
  }

  /**
   * Repeats rounds of requests until their CPU time no longer decreases. Idle compilers are not a
   * sign of the end: HotSpot drops queued compilations of methods that are no longer called.
   *
   * @param cpu CPU time of the sandbox so far
   */
  public static void of(Connection connection, Population population, Supplier<Duration> cpu)
      throws IOException {
    new WarmUp(connection, population).untilSettled(cpu);
  }

  private void untilSettled(Supplier<Duration> cpu) throws IOException {
    send("POST", "/api/v1/namespaces", namespace());
    encodePods();
    double cheapest = Double.MAX_VALUE;
    int withoutGain = 0;
    for (int n = 0; n < MAX_ROUNDS && withoutGain < ROUNDS_WITHOUT_GAIN; n++) {
      Duration before = cpu.get();
      round();
      double seconds = cpu.get().minus(before).toNanos() / 1e9;
      withoutGain = seconds >= GAIN_SHARE * cheapest ? withoutGain + 1 : 0;
      cheapest = Math.min(cheapest, seconds);
    }
    send("DELETE", "/api/v1/namespaces/" + NAMESPACE, Json.tree("{}"));
  }

  /** Opens new connections, so that the code for opening them is compiled, too. */
  private void round() throws IOException {
    connection = connection.another(Protocol.HTTP_2, Protocol.HTTP_1_1);
    for (int lane = 0; lane < LANES; lane++) {
      send("POST", OBJECTS, population.autoscaler(lane));
    }
    for (String mediaType : List.of(JSON, PROTOBUF)) {
      for (String path : DISCOVERY) {
        get(path, mediaType);
      }
      list("/apis/autoscaling/v2/" + AUTOSCALERS, mediaType);
      list("/apis/apps/v1/deployments", mediaType);
      list("/api/v1/pods", mediaType);
    }
    List<Call> watches = List.of(watch(JSON), watch(PROTOBUF));
    inLanes(reads(READS, population.autoscalers()), this::readScaleAndMetrics);
    inLanes(reads(READS / 2, population.namespaces()), this::readNamespace);
    inLanes(WRITES, this::writeStatus);
    watches.forEach(Call::cancel);
    send("DELETE", OBJECTS, Json.tree("{}"));
  }

  /**
   * Lists all pods in protobuf, so that the sandbox has encoded them and does not delay a start.
   */
  private void encodePods() throws IOException {
    for (int number = 0; number < population.namespaces(); number++) {
      get("/api/v1/namespaces/" + Population.namespace(number) + "/pods", PROTOBUF);
    }
  }

  /** Lists up to {@link #MAX_PAGES} pages in JSON, and the first page in protobuf. */
  private void list(String path, String mediaType) throws IOException {
    String token = "";
    for (int page = 0; page < MAX_PAGES; page++) {
      String query = "?limit=" + PAGE + (token.isEmpty() ? "" : "&continue=" + token);
      byte[] body = get(path + query, mediaType);
      token = mediaType.equals(JSON) ? Json.tree(body).at("/metadata/continue").asText("") : "";
      if (token.isEmpty()) {
        return;
      }
    }
  }

  /** Returns the number of requests if each response has 1/{@code among} of the pods. */
  private int reads(int max, int among) {
    return Math.min(max, Math.max(1, LISTED_PODS / Math.max(1, population.pods() / among)));
  }

  private void readScaleAndMetrics(int number) throws IOException {
    int autoscaler = number % population.autoscalers();
    String namespace = Population.namespace(autoscaler % population.namespaces());
    String name = Population.name(autoscaler);
    String scale = "/apis/apps/v1/namespaces/" + namespace + "/deployments/" + name + "/scale";
    get(scale, mediaType(number));
    String selector = "?labelSelector=app%3D" + name;
    get(metrics(namespace) + selector, mediaType(number));
    for (String metric : population.externalNames()) {
      get(EXTERNAL + namespace + "/" + metric + selector, JSON);
    }
  }

  private void readNamespace(int number) throws IOException {
    get(metrics(Population.namespace(number % population.namespaces())), mediaType(number));
  }

  private static String metrics(String namespace) {
    return "/apis/metrics.k8s.io/v1beta1/namespaces/" + namespace + "/pods";
  }

  private static String mediaType(int number) {
    return number % 2 == 0 ? JSON : PROTOBUF;
  }

  private void writeStatus(int number) throws IOException {
    String path = OBJECTS + "/" + Population.name(number % LANES);
    ObjectNode autoscaler = (ObjectNode) Json.tree(get(path, JSON));
    autoscaler.withObject("/metadata").remove(List.of("resourceVersion", "managedFields"));
    autoscaler.set("status", Json.tree(STATUS.formatted(number)));
    send("PUT", path + "/status", autoscaler);
  }

  /** Watches all autoscalers until it is canceled. */
  private Call watch(String mediaType) {
    String path = "/apis/autoscaling/v2/" + AUTOSCALERS + "?watch=true";
    Call call =
        connection.call(connection.request(path).header("Accept", mediaType + ", " + JSON).build());
    call.enqueue(
        new Callback() {
          @Override
          public void onResponse(Call answered, Response response) {
            try (response) {
              response.body().byteStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException cancelled) {
              // Cancellation ends the watch.
            }
          }

          @Override
          public void onFailure(Call failed, IOException failure) {
            // The warm-up works without this watch.
          }
        });
    return call;
  }

  private static JsonNode namespace() {
    return Json.tree(
        "{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\"}}"
            .formatted(NAMESPACE));
  }

  private byte[] get(String path, String mediaType) throws IOException {
    return execute(connection.request(path).header("Accept", mediaType + ", " + JSON).build());
  }

  private void send(String method, String path, JsonNode body) throws IOException {
    RequestBody json = RequestBody.create(Json.write(body), MediaType.get(JSON));
    execute(connection.request(path).method(method, json).build());
  }

  private byte[] execute(Request request) throws IOException {
    try (Response response = connection.call(request).execute()) {
      byte[] body = response.body().bytes();
      if (!response.isSuccessful()) {
        throw new IOException(
            "sandbox: %s %s failed with status %d: %s"
                .formatted(
                    request.method(), request.url(), response.code(), new String(body, UTF_8)));
      }
      return body;
    }
  }

  /** Sends the requests with one number. */
  private interface Step {
    void run(int number) throws IOException;
  }

  /** Runs numbers of different lanes in parallel, and those of one lane in order. */
  private static void inLanes(int count, Step step) throws IOException {
    List<Callable<Void>> lanes =
        IntStream.range(0, LANES)
            .<Callable<Void>>mapToObj(
                lane ->
                    () -> {
                      for (int number = lane; number < count; number += LANES) {
                        step.run(number);
                      }
                      return null;
                    })
            .toList();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> lane : threads.invokeAll(lanes)) {
        lane.get();
      }
    } catch (ExecutionException failure) {
      throw new IOException("sandbox: the warm-up failed", failure.getCause());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new IOException("sandbox: the warm-up was interrupted", stopping);
    }
  }
}
